/**
 * Removes what installed packages hold for other platforms, or in variants that are not used: some 340 MB. npm cannot leave parts of a package out.
 * Plain JavaScript, as it runs after an installation, under any Node.
 */
import { readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Of Chinese the older data are used too (src/documents/ocr/languages.ts, LARGER). */
const OLDER_DATA_USED = ["chi_sim"];

/** The folder of an installed package, seen from `from`; null where it is not installed. */
function folderOf(name, from) {
  try {
    return path.dirname(createRequire(path.join(from, "package.json")).resolve(`${name}/package.json`));
  } catch {
    return null;
  }
}

const foldersIn = async (folder) =>
  (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** The runtime's programs for other systems and processors; all of them stay where there is none for this one. */
async function otherPrograms(runtime, { platform, arch }) {
  const other = [];
  for (const napi of await foldersIn(path.join(runtime, "bin"))) {
    const systems = path.join(runtime, "bin", napi);
    const own = await foldersIn(path.join(systems, platform));
    if (!own.includes(arch)) continue;
    for (const system of await foldersIn(systems)) if (system !== platform) other.push(path.join(systems, system));
    for (const processor of own) if (processor !== arch) other.push(path.join(systems, platform, processor));
  }
  return other;
}

/** The older of the two variants of OCR data, where the newer one is there. `data`: the folder of the packages of all languages. */
async function olderData(data) {
  const older = [];
  for (const language of await foldersIn(data)) {
    const variants = await foldersIn(path.join(data, language));
    if (variants.includes("4.0.0") && variants.includes("4.0.0_best_int") && !OLDER_DATA_USED.includes(language))
      older.push(path.join(data, language, "4.0.0"));
  }
  return older;
}

/** The folder whose dependencies they are: this package's, unless another is given. */
const from = path.resolve(process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url)));
const [runtime, english] = [folderOf("onnxruntime-node", from), folderOf("@tesseract.js-data/eng", from)];
const gone = [
  ...(runtime === null ? [] : await otherPrograms(runtime, process)),
  ...(english === null ? [] : await olderData(path.dirname(english))),
];
for (const folder of gone) await rm(folder, { recursive: true, force: true });
