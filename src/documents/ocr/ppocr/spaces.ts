/**
 * Where one word of a line ends and the next begins. PP-OCR's readers leave out a fifth of the spaces of narrow type; how likely they
 * held a space, how far both letters stand apart and how much blank is between them tells nearly all. The weights
 * are a logistic regression over pairs of neighbouring letters of scanned receipts.
 */
import { LINE_HEIGHT_PX } from "./cut-line.ts";
import type { Letter, LetterPair } from "./decode.ts";
import weights from "./space-weights.json" with { type: "json" };

export const FEATURES = ["bias", "reader", "pitch", "blank", "letters", "digits", "mixed", "joint"] as const;
export type Features = Record<(typeof FEATURES)[number], number>;

/** No word begins with one of these. */
export const CLOSING = /[,;)]/;

/** Steps a line was read in, and its columns without ink. */
type Line = { blank: readonly boolean[]; steps: number };

/** Letters of one word each. */
export function wordsOf(letters: readonly Letter[], pairs: readonly LetterPair[], line: Line): Letter[][] {
  const words: Letter[][] = [];
  const features = featuresOf(pairs, line);
  letters.forEach((letter, i) => {
    const gap = features[i - 1];
    const isGap =
      gap === undefined || (!CLOSING.test(letter.text) && FEATURES.reduce((sum, name) => sum + weights[name] * gap[name], 0) > 0);
    if (isGap && !isInNumber(pairs, i - 1)) words.push([letter]);
    else words.at(-1)?.push(letter);
  });
  return words;
}

/**
 * On either side of the comma or point of a number the digits stand equally far from it, in type of one width further than elsewhere: with a space
 * behind the comma they are 1.7 times as far (a space of a quarter, a comma of half a digit's width).
 */
const UNEQUAL_MIN = 1.4;

function isInNumber(pairs: readonly LetterPair[], at: number): boolean {
  const pitch = ({ before, after }: LetterPair) => after.from + after.to - before.from - before.to;
  for (const [first, second, mark] of [
    [pairs[at - 1], pairs[at], "second"],
    [pairs[at], pairs[at + 1], "first"],
  ] as const) {
    if (!first || !second || !/^[.,]$/.test(first.after.text) || !/\d/.test(first.before.text) || !/\d/.test(second.after.text)) continue;
    const ratio = pitch(second) / Math.max(1, pitch(first));
    return mark === "second" ? ratio < UNEQUAL_MIN : ratio > 1 / UNEQUAL_MIN;
  }
  return false;
}

/** What tells a gap from no gap, for each pair of neighbours. */
export function featuresOf(pairs: readonly LetterPair[], { blank, steps }: Line): Features[] {
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
