/**
 * V8's compile cache of the readers' program, kept for readers that start later: they are ready in half the time. A reader writes its cache
 * into its own folder before it gets its first document; the parent then copies it to where readers that run as an unprivileged user cannot
 * write.
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
  /** Called when the reader is ready and before it gets a document. Never throws: without a cache readers only start more slowly. */
  keep(): Promise<void>;
};

/** `readerDir`: the folder of the reader that is about to start; `own`: this process's compile cache, if it has one. */
export function compiledFor(readerDir: string, own = getCompileCacheDir()): Compiled {
  if (own === undefined) return { env: {}, keep: async () => undefined };
  const kept = keptIn(own);
  if (existsSync(kept)) return { env: { NODE_COMPILE_CACHE: kept }, keep: async () => undefined };
  const written = path.join(readerDir, "compiled");
  return { env: { NODE_COMPILE_CACHE: written }, keep: () => take(written, kept) };
}

const keptIn = (own: string): string => path.join(own, `readers-${VERSION}`);

/** Whether a reader of this version has been ready before, with this process's compile cache. */
export const readersHaveStarted = (own = getCompileCacheDir()): boolean => own !== undefined && existsSync(keptIn(own));

/** Copies the files, so that they belong to this user and readers can read them. The first process to rename its complete copy wins. */
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
