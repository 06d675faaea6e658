/** A folder that is watched: files are taken when they no longer grow, and moved to `done` or `refused` in it. */
import { lstat, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LIMITS } from "#contract/limits.ts";
import { type Item, keyOf, type Source, UNFINISHED } from "./source.ts";

/** A file that did not change for so long is whole. */
const QUIET_MS = 2_000;
/** Between two looks: no notice of a file system reaches over a network. */
const LOOK_MS = 2_000;

/** Throws when the folder cannot be used. */
export async function openFolderSource(folder: string): Promise<Source> {
  for (const name of ["done", "refused"]) await mkdir(path.join(folder, name), { recursive: true });
  return {
    async *items(signal) {
      const names = (await readdir(folder)).filter((name) => !UNFINISHED.test(name)).sort();
      for (const name of names) {
        signal.throwIfAborted();
        const item = await itemOf(folder, name);
        if (item) yield item;
      }
    },
    async settle({ at, filename }, reason) {
      const to = await freeName(path.join(folder, reason === null ? "done" : "refused"), filename ?? "file");
      if (reason !== null) await writeFile(`${to}.reason.txt`, `${reason}\n`);
      await rename(at, to).catch(unlessGone);
    },
    changed: (signal) => sleep(LOOK_MS, undefined, { signal }).catch(() => undefined),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Null: no file, or not whole yet. */
async function itemOf(folder: string, name: string): Promise<Item | null> {
  const at = path.join(folder, name);
  const found = await lstat(at).catch(unlessGone);
  if (!found?.isFile() || found.size === 0 || Date.now() - found.mtimeMs < QUIET_MS) return null;
  const key = keyOf(name, found.size, found.mtimeMs, found.ino);
  const isLarge = found.size > LIMITS.documentBytesMax;
  const read = async () => ({ key, filename: name, bytes: isLarge ? null : await readFile(at) });
  return { key, filename: name, from: null, subject: null, refusal: null, at, parts: [{ key, read }] };
}

/** The name itself, or with a number, as something of that name may have come before. */
async function freeName(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = path.parse(name);
  for (let n = 1; ; n++) {
    const to = path.join(folder, n === 1 ? name : `${stem} (${n})${ext}`);
    if (!(await lstat(to).catch(unlessGone))) return to;
  }
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
