import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { fieldsOf, messageOf } from "#documents/ocr/ppocr/onnx/wire.ts";
import { openReader } from "#documents/read-document.ts";
import { networksVersion, readsWith } from "#documents/reading-version.ts";
import { pngOf } from "#documents/testing/draw-picture.ts";
import { checkedNetworks } from "./check.ts";
import { networksIn } from "./folder.ts";
import { weightsOf, weightsVersion } from "./weights.ts";

const shipped = path.dirname(fileURLToPath(import.meta.resolve("#ppocr/en_dict.txt")));
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="200"><rect width="900" height="200" fill="#fff"/>
<text x="40" y="110" font-family="sans-serif" font-size="36">Invoice number 4711 of Villa Sol Ltd</text></svg>`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "networks-"));
  chmodSync(folder, 0o755);
});

afterEach(() => {
  readsWith(null);
  rmSync(folder, { recursive: true, force: true });
});

function put(from: string, to: string): void {
  mkdirSync(path.dirname(path.join(folder, to)), { recursive: true });
  copyFileSync(path.join(shipped, from), path.join(folder, to));
}

/** The same network without what RapidOCR wrote into its file: its letters. */
function putBare(from: string, to: string): void {
  put(from, to);
  const fields = fieldsOf(readFileSync(path.join(folder, to)));
  writeFileSync(path.join(folder, to), messageOf(fields.filter(({ number }) => number !== METADATA)));
}
const METADATA = 14;

describe("a folder of published networks", () => {
  test("is read with, under the names of PP-OCRv5", async () => {
    put("ch_PP-OCRv4_det_infer.onnx", "PP-OCRv5_mobile_det.onnx");
    put("en_PP-OCRv4_rec_infer.onnx", "en_PP-OCRv5_mobile_rec.onnx");
    put("en_dict.txt", "ppocrv5_en_dict.txt");
    putBare("latin_PP-OCRv3_rec_infer.onnx", "latin_PP-OCRv5_mobile_rec.onnx");
    put("latin_dict.txt", "ppocrv5_latin_dict.txt");
    expect(await checkedNetworks(folder)).toEqual([
      "lines are found by PP-OCRv5_mobile_det.onnx",
      "plain letters are read by en_PP-OCRv5_mobile_rec.onnx (95 letters)",
      "letters with diacritics are read by latin_PP-OCRv5_mobile_rec.onnx (185 letters)",
    ]);
    await using reader = openReader({
      tessdataDir: inject("tessdataDir"),
      tempDir: path.join(folder, "temp"),
      ocrModelsDir: folder,
      size: 1,
    });
    const picture = await pngOf(PICTURE);
    const { pages } = await reader.read(picture, {}, AbortSignal.timeout(30_000));
    expect(pages[0]?.lines.map(({ text }) => text)).toEqual(["Invoice number 4711 of Villa Sol Ltd"]);
  });

  test("may have PaddleOCR's folders, each with its settings", async () => {
    const letters = readFileSync(path.join(shipped, "en_dict.txt"), "utf8").replace(/\n$/, "").split("\n");
    putBare("en_PP-OCRv4_rec_infer.onnx", "en_PP-OCRv5_mobile_rec_onnx/inference.onnx");
    const listed = letters.map((letter) => `  - ${JSON.stringify(letter)}`).join("\n");
    writeFileSync(
      path.join(folder, "en_PP-OCRv5_mobile_rec_onnx/inference.yml"),
      `PostProcess:\n  name: CTCLabelDecode\n  character_dict:\n${listed}\n`,
    );
    expect(await weightsOf(folder).readers.english.letters()).toEqual(letters);
    expect(await checkedNetworks(folder)).toHaveLength(1);
  });

  test("may have one reader for all letters, and no finder", () => {
    put("ch_PP-OCRv4_rec_infer.onnx", "PP-OCRv6_rec_small.onnx");
    put("japan_PP-OCRv3_rec_infer.onnx", "japan_PP-OCRv5_rec_mobile.onnx");
    const network = path.join(folder, "PP-OCRv6_rec_small.onnx");
    expect(networksIn(folder)).toEqual({ finder: null, readers: { english: network, latin: network } });
  });

  test("gives readings another version than the networks that come with Winnow", () => {
    put("ch_PP-OCRv4_det_infer.onnx", "PP-OCRv5_mobile_det.onnx");
    expect(networksVersion()).toBe("");
    readsWith(folder);
    expect(networksVersion()).toBe(weightsVersion(folder));
    expect(networksVersion()).toMatch(/^[0-9a-f]{12}$/);
  });
});

describe("what is wrong with a folder is said", () => {
  test("a dictionary of another network", async () => {
    putBare("en_PP-OCRv4_rec_infer.onnx", "en_PP-OCRv5_mobile_rec.onnx");
    put("latin_dict.txt", "en_dict.txt");
    await expect(checkedNetworks(folder)).rejects.toThrow(
      /en_PP-OCRv5_mobile_rec.onnx tells 97 classes apart, and its dictionary has 185 letters/,
    );
  });

  test("no dictionary, and several", async () => {
    putBare("latin_PP-OCRv3_rec_infer.onnx", "latin_PP-OCRv5_mobile_rec.onnx");
    await expect(checkedNetworks(folder)).rejects.toThrow(/has no letters: put its dictionary/);
    put("latin_dict.txt", "latin_dict.txt");
    put("latin_dict.txt", "ppocrv5_latin_dict.txt");
    await expect(checkedNetworks(folder)).rejects.toThrow(/leave one there/);
  });

  test.runIf(process.getuid?.() === 0)("a folder that readers may not enter, as they run as another user", async () => {
    put("ch_PP-OCRv4_det_infer.onnx", "PP-OCRv5_mobile_det.onnx");
    chmodSync(folder, 0o700);
    await expect(checkedNetworks(folder)).rejects.toThrow(/chmod -R o\+rX/);
  });

  test("several finders, nothing at all, and a network that is no network", async () => {
    await expect(checkedNetworks(folder)).rejects.toThrow(/has no network of PP-OCR/);
    put("en_dict.txt", "PP-OCRv5_mobile_det.onnx");
    await expect(checkedNetworks(folder)).rejects.toThrow(/PP-OCRv5_mobile_det.onnx: /);
    put("ch_PP-OCRv4_det_infer.onnx", "PP-OCRv5_server_det.onnx");
    await expect(checkedNetworks(folder)).rejects.toThrow(/several finders of lines/);
  });
});
