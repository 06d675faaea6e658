/**
 * `npm run train:spaces -- DIR`: learns `src/documents/ocr/ppocr/space-weights.json` from pictures with the text of their lines
 * (`DIR/ocr.jsonl`: id, file and lines of each) by logistic regression, and prints how many spaces are found and how many are inserted
 * wrongly, on pictures outside the training set.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { lettersOf } from "#documents/ocr/ppocr/decode.ts";
import { openPpOcr } from "#documents/ocr/ppocr/ppocr.ts";
import { CLOSING, featuresOf, SPACE_FEATURES, type SpaceFeatures } from "#documents/ocr/ppocr/spaces.ts";

type Truth = { id: string; file: string; lines: { text: string }[] };
/** A pair of neighbouring letters. `own`: the network itself predicted a space. */
type Pair = { id: string; features: SpaceFeatures; isSpace: boolean; own: boolean };
type Weights = Record<(typeof SPACE_FEATURES)[number], number>;

const OUT = new URL("../../src/documents/ocr/ppocr/space-weights.json", import.meta.url);
const FOLDS = 4;
const STEPS = 3000;
const RATE = 0.05;
const SHRINK = 1e-4;
const LETTERS_MIN = 4;

const [folder = ""] = process.argv.slice(2);
const truths: Truth[] = readFileSync(path.join(folder, "ocr.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const pairs: Pair[] = [];
// One after the other: each needs the memory of a page.
for (const truth of truths) pairs.push(...(await pairsOf(truth)));
const foldOf = new Map(truths.map(({ id }, i) => [id, i % FOLDS] as const));
tell("the reader's own", ({ own }) => own);
const folds = Array.from({ length: FOLDS }, (_, fold) => fitted(pairs.filter(({ id }) => foldOf.get(id) !== fold)));
tell("cross-validated", ({ id, features }) => oddsOf(folds[foldOf.get(id) ?? 0], features) > 0);
const learned = fitted(pairs);
const rounded = SPACE_FEATURES.map((name) => `"${name}": ${Math.round(100 * learned[name]) / 100}`);
writeFileSync(OUT, `{ ${rounded.join(", ")} }\n`);

/** Pairs from lines whose letters were read correctly. */
async function pairsOf({ id, file, lines }: Truth): Promise<Pair[]> {
  const grey = sharp(path.join(folder, file)).flatten({ background: "#ffffff" }).greyscale().toColourspace("b-w");
  const { data, info } = await grey.raw().toBuffer({ resolveWithObject: true });
  const picture = { data, width: info.width, height: info.height };
  const ppocr = openPpOcr();
  const printed = new Map(lines.map(({ text }) => [text.replaceAll(" ", "").toLowerCase(), text] as const));
  const seen = await ppocr.read(picture, await ppocr.find(picture), "english");
  await ppocr.rest();
  return seen.flatMap(({ reading, blank }) => {
    const { letters, pairs: neighbours } = lettersOf(reading);
    const text = printed.get(
      letters
        .map((letter) => letter.text)
        .join("")
        .toLowerCase(),
    );
    if (text === undefined || letters.length < LETTERS_MIN) return [];
    const spaces = spacesIn(text);
    return featuresOf(neighbours, { blank, steps: reading.steps }).flatMap((features, i) => {
      const pair = neighbours[i];
      return !pair || CLOSING.test(pair.after.text) ? [] : [{ id, features, isSpace: spaces.has(i + 1), own: pair.space > 0.5 }];
    });
  });
}

/** The letters that follow a space, as indices that do not count spaces. */
function spacesIn(text: string): Set<number> {
  const words = text.split(" ").map((word) => word.length);
  return new Set(words.map((_, i) => words.slice(0, i).reduce((sum, length) => sum + length, 0)).slice(1));
}

function oddsOf(weights: Weights | undefined, features: SpaceFeatures): number {
  return SPACE_FEATURES.reduce((sum, name) => sum + (weights?.[name] ?? 0) * features[name], 0);
}

/** Adam on all pairs in one batch. */
function fitted(from: readonly Pair[]): Weights {
  const zero = (): Weights => ({ bias: 0, reader: 0, pitch: 0, blank: 0, letters: 0, digits: 0, mixed: 0, joint: 0 });
  const [weights, mean, square] = [zero(), zero(), zero()];
  for (let step = 1; step <= STEPS; step++) {
    const slope = zero();
    for (const { features, isSpace } of from) {
      const off = (1 / (1 + Math.exp(-oddsOf(weights, features))) - Number(isSpace)) / from.length;
      for (const name of SPACE_FEATURES) slope[name] += off * features[name];
    }
    for (const name of SPACE_FEATURES) {
      const pull = slope[name] + SHRINK * weights[name];
      mean[name] = 0.9 * mean[name] + 0.1 * pull;
      square[name] = 0.999 * square[name] + 0.001 * pull ** 2;
      weights[name] -= (RATE * (mean[name] / (1 - 0.9 ** step))) / (Math.sqrt(square[name] / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights;
}

function tell(name: string, says: (pair: Pair) => boolean): void {
  const spaces = pairs.filter(({ isSpace }) => isSpace);
  const wrong = pairs.filter((pair) => !pair.isSpace && says(pair));
  console.log(`${name}: of ${spaces.length} spaces ${spaces.filter(says).length} found, ${wrong.length} put in wrongly`);
}
