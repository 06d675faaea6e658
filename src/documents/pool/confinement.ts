/** Ways to start a child with fewer rights than its parent, strictest first. docs/security.md says what each prevents. */
import type { READER_LEVELS } from "#platform/config.ts";
import type { Mount } from "./hidden-paths.ts";

/**
 * `full`: no network, no other processes, only the files that its program needs, no capabilities; started by root, it also runs as
 * `nobody`. `unprivileged`: as `nobody`, without network. `without-network`: as the parent's user, without network. `plain`: only the caps.
 */
export type Level = (typeof READER_LEVELS)[number];

export type Confinement = {
  level: Level;
  /** Put in front of the command. */
  prefix: (mounts: readonly Mount[]) => string[];
  /** The user that the process is started as; null keeps the parent's user. */
  userId: number | null;
  /** The owner that its folder must have; null: the parent's user. */
  ownerId: number | null;
};

/** The user `nobody`: owns nothing, so the child cannot write outside its own folder or read those of other children. */
const NOBODY = 65534;
/** A new user namespace allows an ordinary user to create an empty network namespace: every connect is ENETUNREACH. */
const WITHOUT_NETWORK = ["unshare", "--user", "--net", "--"];
/** The kernel kills the child with its parent, even while it is busy in native code and would not see its socket close. */
const WITH_ITS_PARENT = ["setpriv", "--pdeathsig", "KILL", "--"];

/**
 * Mounts an empty folder over each covered folder and brings back what is to be kept, up to `--`, then runs the rest. Kept folders are held
 * below /proc meanwhile: the command must mount something there again, as creating a user namespace needs it. In a user namespace a folder
 * keeps the restrictions of its file system, which have to be named.
 */
const HIDE = `set -e
mount -t tmpfs -o mode=755 tmpfs /proc
n=0
for each in "$@"; do
  [ "$each" = -- ] && break
  n=$((n + 1))
  case "$each" in keep:*)
    if [ -d "\${each#keep:}" ]; then mkdir /proc/$n; else : > /proc/$n; fi
    mount --rbind "\${each#keep:}" /proc/$n ;;
  esac
done
n=0
while [ "$1" != -- ]; do
  n=$((n + 1))
  at="\${1#*:}"
  case "$1" in
    cover:*) if [ -d "$at" ]; then mount -t tmpfs -o mode=711 tmpfs "$at"; fi ;;
    keep:*)
      if [ -d /proc/$n ]; then mkdir -p "$at"; else mkdir -p "\${at%/*}"; : > "$at"; fi
      mount --rbind /proc/$n "$at" ;;
    read-only:*)
      mount --rbind "$at" "$at"
      mount -o remount,bind,ro "$at" || mount -o remount,bind,ro,nosuid,nodev "$at" || mount -o remount,bind,ro,nosuid,nodev,noexec "$at" ;;
  esac
  shift
done
shift
`;
/**
 * Hides /proc, so that other processes are not visible; the shell stays the first process of the namespace, as signals that the child sends
 * itself would not reach that one.
 */
const RUN = `cd "$TMPDIR"
mount -t tmpfs -o mode=555,ro tmpfs /proc
setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"
exit $?`;
/** Separate namespaces for user and network, then for processes and mounts: the first process of the second pair ends with its parent. */
const OWN_NAMESPACES = [
  ...["unshare", "--user", "--map-root-user", "--net", "--"],
  ...WITH_ITS_PARENT,
  ...["unshare", "--pid", "--mount", "--fork", "--kill-child", "--"],
];
const wordsOf = (mounts: readonly Mount[]) => [...mounts.map(({ kind, path }) => `${kind}:${path}`), "--"];
const shell = (script: string) => ["/bin/sh", "-c", script, "sh"];

/** For an ordinary user: folders are hidden once it is root in its own namespace. */
const OWN: Confinement = {
  level: "full",
  prefix: (mounts) => [...OWN_NAMESPACES, ...shell(`${HIDE}${RUN}`), ...wordsOf(mounts)],
  userId: null,
  ownerId: null,
};
/** For root: folders that only root may enter are hidden before it becomes `nobody`. */
const NOBODYS: Confinement = {
  level: "full",
  prefix: (mounts) => [
    ...["unshare", "--mount", "--propagation", "private", "--"],
    ...shell(`${HIDE}mount -t proc proc /proc\nexec "$@"`),
    ...wordsOf(mounts),
    ...["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--"],
    ...OWN_NAMESPACES,
    ...shell(RUN),
  ],
  userId: null,
  ownerId: NOBODY,
};
const weaker = (level: Level, words: readonly string[], userId: number | null): Confinement => ({
  level,
  prefix: () => [...words],
  userId,
  ownerId: userId,
});

/** The ways that this system may allow, strictest first. */
export function confinements(): Confinement[] {
  if (process.platform !== "linux") return [weaker("plain", [], null)];
  const isRoot = process.getuid?.() === 0;
  return [
    isRoot ? NOBODYS : OWN,
    ...(isRoot ? [weaker("unprivileged", [...WITHOUT_NETWORK, ...WITH_ITS_PARENT], NOBODY)] : []),
    weaker("without-network", [...WITHOUT_NETWORK, ...WITH_ITS_PARENT], null),
    weaker("plain", WITH_ITS_PARENT, null),
    weaker("plain", [], null),
  ];
}
