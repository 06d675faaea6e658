/**
 * What V8 compiled of the readers' program, kept for those that start later: they can read in half the time. A reader may write it before it
 * has met its first document only, into its own folder; from there its parent takes it to where readers that run as an unprivileged user cannot write.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { getCompileCacheDir } from "node:module";
import path from "node:path";
import { VERSION } from "#contract/version.ts";

export type Compiled = {
  /** For the reader's environment. */
  env: { NODE_COMPILE_CACHE?: string };
  /** To be called when the reader can read and before it is given a document. Never throws: without it readers start slower. */
  keep(): Promise<void>;
};

/** `readerDir`: the folder of the reader that is about to start; `own`: where this process keeps what it compiled, if it does. */
export function compiledFor(readerDir: string, own = getCompileCacheDir()): Compiled {
  if (own === undefined) return { env: {}, keep: async () => undefined };
  const kept = path.join(own, `readers-${VERSION}`);
  if (existsSync(kept)) return { env: { NODE_COMPILE_CACHE: kept }, keep: async () => undefined };
  const written = path.join(readerDir, "compiled");
  return { env: { NODE_COMPILE_CACHE: written }, keep: () => take(written, kept) };
}

/** Written anew, so that it is this user's, and readable to whom readers become. Whoever is first with the whole wins. */
async function take(from: string, to: string): Promise<void> {
  const beside = `${to}-${randomUUID()}`;
  try {
    await mkdir(beside);
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
      const [source, target] = [
        path.join(entry.parentPath, entry.name),
        path.join(beside, path.relative(from, entry.parentPath), entry.name),
      ];
      if (entry.isDirectory()) await mkdir(target);
      else await writeFile(target, await readFile(source), { mode: 0o644 });
    }
    await rename(beside, to);
  } catch {
    await rm(beside, { recursive: true, force: true }).catch(() => undefined);
  }
}
