/**
 * Splits a line into words. PP-OCR's networks omit a fifth of the spaces of narrow type; the probability they gave to a space, the distance
 * of both letters and the blank between them predict nearly all. The weights are a logistic regression over pairs of neighbouring letters
 * of scanned receipts.
 */
import { LINE_HEIGHT_PX } from "./cut-line.ts";
import type { Letter, LetterPair } from "./decode.ts";
import weights from "./space-weights.json" with { type: "json" };

export const SPACE_FEATURES = ["bias", "reader", "pitch", "blank", "letters", "digits", "mixed", "joint"] as const;
export type SpaceFeatures = Record<(typeof SPACE_FEATURES)[number], number>;

/** No word begins with one of these. */
export const CLOSING = /[,;)]/;

/** The number of steps a line was read in, and its columns without ink. */
type Line = { blank: readonly boolean[]; steps: number };

/** The letters of each word. */
export function spacedWords(letters: readonly Letter[], pairs: readonly LetterPair[], line: Line): Letter[][] {
  const words: Letter[][] = [];
  const features = featuresOf(pairs, line);
  letters.forEach((letter, i) => {
    const gap = features[i - 1];
    const odds = gap === undefined ? 1 : SPACE_FEATURES.reduce((sum, name) => sum + weights[name] * gap[name], 0);
    const isGap = gap === undefined || (odds > 0 && !CLOSING.test(letter.text) && !isInNumber(pairs, features, i - 1));
    if (isGap) words.push([letter]);
    else words.at(-1)?.push(letter);
  });
  return words;
}

/**
 * Ratio of the blanks on both sides of the comma or point of a number: about 1, more in monospaced type; with a space on one side it is 2.4
 * to 3.3, measured on monospaced faces with and without serifs.
 */
const UNEQUAL_MIN = 1.8;

/** Whether the pair is a digit and the comma or point of its number, or that and the digit after it, as close as in one number. */
function isInNumber(pairs: readonly LetterPair[], features: readonly SpaceFeatures[], at: number): boolean {
  const other = isMarkOfNumber(pairs, at) ? at + 1 : isMarkOfNumber(pairs, at - 1) ? at - 1 : null;
  if (other === null) return false;
  const [here, there] = [features[at]?.blank ?? 0, features[other]?.blank ?? 0];
  return here < UNEQUAL_MIN * there;
}

/** Whether a comma or point ends the pair, with digits on both sides: three digits after four or more are another number. */
function isMarkOfNumber(pairs: readonly LetterPair[], at: number): boolean {
  if (!/^[.,]$/.test(pairs[at]?.after.text ?? "")) return false;
  const digits = (from: number, step: 1 | -1, side: "before" | "after"): number => {
    let count = 0;
    while (count < 4 && /^\d$/.test(pairs[from + step * count]?.[side].text ?? "")) count++;
    return count;
  };
  const [before, after] = [digits(at, -1, "before"), digits(at + 1, 1, "after")];
  return before > 0 && after > 0 && (before < 4 || after < 3);
}

/** Features that predict a space, for each pair of neighbours. */
export function featuresOf(pairs: readonly LetterPair[], { blank, steps }: Line): SpaceFeatures[] {
  const pitches = pairs.map(({ before, after }) => (after.from + after.to - before.from - before.to) / 2);
  const usual = pitches.toSorted((a, b) => a - b)[pitches.length >> 1] ?? 1;
  return pairs.map(({ before, after, space }, i) => {
    const from = Math.floor(((before.from + 0.5) * blank.length) / steps);
    const to = Math.ceil(((after.to + 0.5) * blank.length) / steps);
    const kinds = kindOf(before.text) + kindOf(after.text);
    const likely = Math.min(0.9999, Math.max(0.0001, space));
    return {
      bias: 1,
      reader: Math.log(likely / (1 - likely)),
      pitch: (pitches[i] ?? usual) / usual,
      blank: longestRun(blank, from, to) / LINE_HEIGHT_PX,
      letters: kinds === "ll" ? 1 : 0,
      digits: kinds === "dd" ? 1 : 0,
      mixed: kinds === "ld" || kinds === "dl" ? 1 : 0,
      joint: /[-/(]/.test(before.text) || /[-/)]/.test(after.text) ? 1 : 0,
    };
  });
}

const kindOf = (text: string): string => (/\d/.test(text) ? "d" : /\p{L}/u.test(text) ? "l" : "p");

function longestRun(values: readonly boolean[], from: number, to: number): number {
  let run = 0;
  let longest = 0;
  for (let i = from; i < to; i += 1) {
    run = values[i] ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
