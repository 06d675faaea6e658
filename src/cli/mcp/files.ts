/** Which files a model's client may have read: those below one folder, wherever links point. */
import { readFile, realpath } from "node:fs/promises";
import path from "node:path";

export type Files = {
  /** A path from the folder, or an absolute one. Throws Error for a file outside it, or none. */
  read(given: string): Promise<Buffer>;
};

export async function filesBelow(folder: string): Promise<Files> {
  const root = await realpath(folder).catch(() => {
    throw new Error(`${folder} is not a folder that can be read.`);
  });
  return {
    async read(given) {
      const file = await realpath(path.resolve(root, given)).catch(() => null);
      // Outside, what is there and what is not are told alike.
      const asked = file ?? path.resolve(root, given);
      const relative = path.relative(root, asked);
      if (relative.split(path.sep)[0] === ".." || path.isAbsolute(relative))
        throw new Error(`${given} is not below ${root}. Start \`winnow mcp\` with the folder that holds it.`);
      if (file === null) throw new Error(`There is no file ${given} below ${root}.`);
      return readFile(file);
    },
  };
}
