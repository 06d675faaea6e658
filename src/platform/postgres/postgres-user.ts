/**
 * PostgreSQL refuses to run as root. Without root it runs as the current user. Under root it runs as the user `postgres`, else `nobody`.
 * Where that user cannot enter the folders above the files (a checkout below /root), it keeps one capability, CAP_DAC_READ_SEARCH or
 * CAP_DAC_OVERRIDE, which lets it enter them; `setpriv` (util-linux) grants it. The secure bit makes access(2), with which PostgreSQL looks
 * for its files, respect that capability as other system calls do.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";

export type Launcher = {
  /** The user the server runs as, when it is not the current one. */
  ids: { uid: number; gid: number } | null;
  /** Its environment holds none of our variables. It has its own process group: a Ctrl-C reaches only us, and we shut it down. */
  spawn(file: string, args: string[]): ChildProcess;
};

type Ids = { uid: number; gid: number };
const ENVIRONMENT = { LC_ALL: "C", TZ: "UTC", PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" };
const STDIO = { stdio: ["ignore", "ignore", "pipe"] as ["ignore", "ignore", "pipe"], env: ENVIRONMENT, detached: true, cwd: "/" };

/** `folders`: the server has to reach them. Throws an error whose message says what to do. */
export async function launcherFor(folders: string[]): Promise<Launcher> {
  if (process.getuid?.() !== 0) return { ids: null, spawn: (file, args) => spawn(file, args, STDIO) };
  const ids = findUser();
  if (folders.every((folder) => mayEnter(folder, ids))) {
    return { ids, spawn: (file, args) => spawn(file, args, { ...STDIO, ...ids }) };
  }
  for (const capability of ["dac_read_search", "dac_override"]) {
    const prefix = [
      "--reuid",
      String(ids.uid),
      "--regid",
      String(ids.gid),
      "--clear-groups",
      "--inh-caps",
      `+${capability}`,
      "--ambient-caps",
      `+${capability}`,
      "--securebits",
      "+no_setuid_fixup",
    ];
    if (spawnSync("setpriv", [...prefix, "true"], { env: ENVIRONMENT }).status === 0) {
      return { ids, spawn: (file, args) => spawn("setpriv", [...prefix, file, ...args], STDIO) };
    }
  }
  throw new Error(
    `Running as root, the embedded PostgreSQL has to run as another user, who may not enter ${folders.join(" or ")}. ` +
      "Move Winnow and WINNOW_DATA_DIR to folders that other users may enter, start Winnow as an ordinary user, or set DATABASE_URL.",
  );
}

function findUser(): Ids {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (!found)
    throw new Error(
      "Running as root, the embedded PostgreSQL needs a user `postgres` or `nobody`. Add one, start Winnow as an ordinary user, or set DATABASE_URL.",
    );
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** Whether that user may enter every folder on the path. */
function mayEnter(folder: string, ids: Ids): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}
