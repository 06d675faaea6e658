/** Processes of this machine and what each holds, as /proc tells. */
import { readdir, readFile } from "node:fs/promises";

export type Row = { pid: number; parent: number; command: string; isZombie: boolean };

/** `root` with all its descendants, parents first. */
export async function processesBelow(root: number): Promise<Row[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(pids.map(rowOf))).filter((row) => row !== null);
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** The readers among them; what confines one (unshare, a shell) names its program as well and is none. */
export const readersBelow = async (root: number): Promise<Row[]> =>
  (await processesBelow(root)).filter(({ command }) => command.startsWith(process.execPath) && READER.test(command));
const READER = /src\/(?:main\/reader-process|documents\/child\/main)\.ts/;

/** Open files and sockets of a process; 0 when there is none. */
export const openFiles = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;

/** Null when it ended in between. */
async function rowOf(name: string): Promise<Row | null> {
  const read = (file: string) => readFile(`/proc/${name}/${file}`, "utf8").catch(() => "");
  const [stat, command] = await Promise.all([read("stat"), read("cmdline")]);
  const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (stat === "") return null;
  return { pid: Number(name), parent: Number(parent), command: command.replaceAll("\0", " "), isZombie: state === "Z" };
}
