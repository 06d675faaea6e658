/** The documents among files and folders that were named. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { FileError, UsageError, whyUnread } from "#cli/failures.ts";
import { FILE_TYPES } from "#contract/file-types.ts";

const ENDINGS: ReadonlySet<string> = new Set(Object.values(FILE_TYPES).flatMap(({ endings }) => endings));

/**
 * Paths, each once, sorted within a folder. Of folders, and those in them, all files that are called like a document; not those whose name, or
 * whose folder's, begins with a dot, nor those of `own`. Throws UsageError for what cannot be opened.
 */
export async function documentsIn(sources: readonly string[], own: (file: string) => boolean): Promise<string[]> {
  const found = new Set<string>();
  for (const source of sources) {
    const stats = await stat(source).catch((cause: unknown) => {
      throw new UsageError(`${source} ${whyUnread(cause)}`, { cause });
    });
    for (const file of stats.isDirectory() ? await filesBelow(source) : [source]) if (!own(file)) found.add(path.normalize(file));
  }
  return [...found];
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new FileError(`${folder} ${whyUnread(cause)}`, { cause });
  });
  return entries
    .filter((entry) => entry.isFile() && ENDINGS.has(path.extname(entry.name).slice(1).toLowerCase()))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) =>
      path
        .relative(folder, file)
        .split(path.sep)
        .every((part) => !part.startsWith(".")),
    )
    .sort();
}
