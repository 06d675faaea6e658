/** Tries the networks of a folder, for somebody who put them there. */
import { statSync } from "node:fs";
import path from "node:path";
import { LINE_HEIGHT_PX } from "#documents/ocr/ppocr/cut-line.ts";
import { openOcrModels } from "#documents/ocr/ppocr/models.ts";
import { filesBelow, networksIn } from "./folder.ts";
import { ALPHABETS, weightsOf } from "./weights.ts";

/** Side of a blank picture for the finder, and length of a blank line: multiples of what both divide by. */
const SIDE_PX = 64;

/** What each network is used for, in words. Throws an Error that says which file is wrong, and why. */
export async function checkedNetworks(folder: string): Promise<string[]> {
  const given = networksIn(folder);
  // Readers started by root run as nobody.
  if (
    process.getuid?.() === 0 &&
    filesBelow(folder)
      .concat(folder)
      .some((file) => (statSync(file).mode & 0o004) === 0)
  )
    throw new Error(`${folder} is not readable for the readers, which run as another user: chmod -R o+rX ${folder}`);
  const { finder, readers } = weightsOf(folder);
  const models = openOcrModels(folder);
  const found: string[] = [];
  const planes = (height: number) => ({ data: new Float32Array(3 * SIDE_PX * height).fill(1), width: SIDE_PX, height });
  const named = (file: string) => path.relative(folder, file);
  try {
    if (given.finder !== null) {
      const { length } = await tried(finder, () => models.find(planes(SIDE_PX)));
      if (length !== SIDE_PX ** 2)
        throw new Error(`${finder} is no finder of lines: it answers ${length} numbers for ${SIDE_PX ** 2} pixels`);
      found.push(`lines are found by ${named(finder)}`);
    }
    for (const alphabet of ALPHABETS) {
      if (given.readers[alphabet] === undefined) continue;
      const { network, letters } = readers[alphabet];
      await tried(network, () => models.read(planes(LINE_HEIGHT_PX), alphabet));
      found.push(`${NAMES[alphabet]} are read by ${named(network)} (${(await letters()).length} letters)`);
    }
  } finally {
    await models.close();
  }
  return found;
}

const NAMES = { english: "plain letters", latin: "letters with diacritics" } as const;

async function tried<Answer>(file: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(why.includes(file) ? why : `${file}: ${why}`);
  }
}
