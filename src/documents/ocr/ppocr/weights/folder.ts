/**
 * Finds networks of PP-OCR in a folder by the names that they are published under: `PP-OCRv5_mobile_det_infer.onnx`,
 * `latin_PP-OCRv5_rec_mobile.onnx`, or `inference.onnx` in a folder of such a name.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** Networks; a reader of many scripts stands for each alphabet that has none of its own. */
export type GivenNetworks = { finder: string | null; readers: { english?: string; latin?: string } };

/** Parts of a name: detection or recognition, and whose letters a reader knows. */
const FINDER = /(?:^|[_.-])det(?:$|[_.-])/i;
const READER = /(?:^|[_.-])rec(?:$|[_.-])/i;
const ENGLISH = /(?:^|[_.-])en(?:$|[_.-])/i;
const LATIN = /(?:^|[_.-])latin(?:$|[_.-])/i;
/** Languages whose readers know no more of ours than Latin letters without diacritics. */
const OTHER_SCRIPT = /(?:^|[_.-])(?:japan|korean|arabic|cyrillic|eslav|th|el|ta|te|ka|devanagari|chinese_cht)(?:$|[_.-])/i;
/** File names that say nothing: the folder's name does. */
const PLAIN_NAME = /^(?:inference|model)\.onnx$/i;

/** Throws an Error that says what is missing or ambiguous. */
export function networksIn(folder: string): GivenNetworks {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
  const files = filesBelow(folder).filter((file) => /\.onnx$/i.test(file));
  const finder = onlyOne(
    folder,
    "finders of lines",
    files.filter((file) => FINDER.test(nameOf(file))),
  );
  const readers = files.filter((file) => READER.test(nameOf(file)) && !OTHER_SCRIPT.test(nameOf(file)));
  const readerOf = (letters: string, isOf: (name: string) => boolean) =>
    onlyOne(
      folder,
      `readers of ${letters}`,
      readers.filter((file) => isOf(nameOf(file))),
    );
  const all = readerOf("all letters", (name) => !ENGLISH.test(name) && !LATIN.test(name));
  const english = readerOf("English", (name) => ENGLISH.test(name)) ?? all;
  const latin = readerOf("Latin letters", (name) => LATIN.test(name)) ?? all;
  if (finder === undefined && english === undefined && latin === undefined)
    throw new Error(`${folder} has no network of PP-OCR: files such as PP-OCRv5_mobile_det.onnx and latin_PP-OCRv5_mobile_rec.onnx`);
  return { finder: finder ?? null, readers: { ...(english ? { english } : {}), ...(latin ? { latin } : {}) } };
}

function onlyOne(folder: string, what: string, files: readonly string[]): string | undefined {
  if (files.length > 1) {
    const names = files.map((file) => path.basename(file)).join(", ");
    throw new Error(`${folder} has several ${what}, which one is meant is not known: ${names}`);
  }
  return files[0];
}

/** The name that says what a network does. */
const nameOf = (file: string): string =>
  PLAIN_NAME.test(path.basename(file)) ? path.basename(path.dirname(file)) : path.basename(file, path.extname(file));

/** Files of the folder, and of those folders in it that have a network's name. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = path.join(folder, name);
      if (!statSync(file).isDirectory()) return [file];
      return FINDER.test(name) || READER.test(name) ? filesBelow(file) : [];
    });
}
