/** The files an MCP client may read: documents below one folder, with links resolved; no hidden files and none of Winnow's own. */
import { constants, existsSync } from "node:fs";
import { open, realpath } from "node:fs/promises";
import path from "node:path";
import { LIMITS } from "#contract/limits.ts";
import { EMPTY_FILE, TaskFailure } from "#contract/task-errors.ts";

export type Files = {
  /**
   * A path relative to the folder, or an absolute one. Throws Error for a file that does not exist, is outside the folder or excluded;
   * TaskFailure for one over 10 MB.
   */
  read(given: string): Promise<Buffer>;
};

/** `apart`: further folders below it that are excluded. */
export async function filesBelow(folder: string, apart: readonly string[]): Promise<Files> {
  const root = await realpath(folder).catch(() => {
    throw new Error(`${folder} is not a folder that can be read.`);
  });
  const closed = await Promise.all(apart.map((each) => realpath(each).catch(() => path.resolve(each))));
  return {
    async read(given) {
      const named = path.resolve(root, given);
      const file = await realpath(named).catch(() => null);
      // The error is the same for existing and missing files.
      const asked = file ?? named;
      if (!isBelow(root, asked)) throw new Error(`${given} is not below ${root}. Start \`winnow mcp\` with the folder that holds it.`);
      if ([named, asked].some((each) => isHidden(root, each)) || closed.some((each) => isBelow(each, asked)) || isOfDataDir(root, asked))
        throw new Error(`${given} is not offered: files and folders that begin with a dot, and Winnow's own data, are never read.`);
      if (file === null) throw new Error(`There is no file ${given} below ${root}.`);
      return readRegular(file, given);
    },
  };
}

function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
}

const isHidden = (root: string, file: string): boolean =>
  path
    .relative(root, file)
    .split(path.sep)
    .some((part) => part.startsWith(".") && part !== "..");

/** Data dirs of other servers, and backups, are recognised by their database. */
function isOfDataDir(root: string, file: string): boolean {
  const parts = path.relative(root, path.dirname(file)).split(path.sep);
  const folders = parts.map((_, i) => path.join(root, ...parts.slice(0, i + 1)));
  return [root, ...folders].some((folder) => ["PG_VERSION", "postgres/PG_VERSION"].some((name) => existsSync(path.join(folder, name))));
}

/** Regular files only, as a pipe would block the reader; at most the size of a document. */
async function readRegular(file: string, given: string): Promise<Buffer> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = await handle.stat();
  if (!stats.isFile()) throw new Error(`${given} is not a regular file.`);
  if (stats.size > LIMITS.documentBytesMax) throw new TaskFailure("document_too_large");
  if (stats.size === 0) throw new TaskFailure("empty_document", { message: EMPTY_FILE });
  return handle.readFile();
}
