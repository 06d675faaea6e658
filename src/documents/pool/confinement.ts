/** Ways to start a child with less power than its parent, strictest first. docs/security.md says what each keeps from it. */
import type { READER_LEVELS } from "#platform/config.ts";
import type { Mount } from "./hidden-paths.ts";

/**
 * `full`: no network, no other process, of the file system only what its program needs, no capability; started by root, it is nobody's besides.
 * `unprivileged`: nobody's, without network. `without-network`: the parent's user, without network. `plain`: nothing but its caps.
 */
export type Level = (typeof READER_LEVELS)[number];

export type Confinement = {
  level: Level;
  /** Put before the command. */
  prefix: (mounts: readonly Mount[]) => string[];
  /** Who the process is started as; null keeps the parent's user. */
  userId: number | null;
  /** Who its folder has to belong to; null: the parent's user. */
  ownerId: number | null;
};

/** The user `nobody`: owns nothing, so the child may neither write outside its own folder nor look into its siblings'. */
const NOBODY = 65534;
/** A fresh user namespace is what lets an ordinary user have an empty network namespace: every connect is ENETUNREACH. */
const WITHOUT_NETWORK = ["unshare", "--user", "--net", "--"];
/** The kernel ends the child with its parent, also one that is busy in native code and would not see its socket close. */
const WITH_ITS_PARENT = ["setpriv", "--pdeathsig", "KILL", "--"];

/**
 * Covers folders and brings back what is to be kept, up to `--`; what follows is run. What is kept is held below /proc meanwhile: what follows
 * has to mount something there again, as making a user namespace needs it.
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
  esac
  shift
done
shift
`;
/** Nothing tells of other processes; the shell stays as the namespace's first process, which signals of the child's own would not reach. */
const RUN = `cd "$TMPDIR"
mount -t tmpfs -o mode=555,ro tmpfs /proc
setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"
exit $?`;
/** Namespaces of its own for user, network, then for processes and mounts: the first process of the second pair ends with its parent. */
const OWN_NAMESPACES = [
  ...["unshare", "--user", "--map-root-user", "--net", "--"],
  ...WITH_ITS_PARENT,
  ...["unshare", "--pid", "--mount", "--fork", "--kill-child", "--"],
];
const wordsOf = (mounts: readonly Mount[]) => [...mounts.map(({ kind, path }) => `${kind}:${path}`), "--"];
const shell = (script: string) => ["/bin/sh", "-c", script, "sh"];

/** As an ordinary user: folders are hidden once it is the root of its own namespace. */
const OWN: Confinement = {
  level: "full",
  prefix: (mounts) => [...OWN_NAMESPACES, ...shell(`${HIDE}${RUN}`), ...wordsOf(mounts)],
  userId: null,
  ownerId: null,
};
/** As root: folders that only root may enter are hidden before it becomes nobody. */
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

/** Those that this system may have, strictest first. */
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
