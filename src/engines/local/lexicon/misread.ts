/** Words of labels as OCR misreads them: "Tota1", "lncl", "Payabie". Only labels are repaired this way, never values. */
import { once } from "#contract/memo.ts";
import { editDistance } from "#language/fold.ts";
import { columnPhrases, type PhraseIndex, valuePhrases } from "./lexicon.ts";

/** Maps letters and digits that OCR confuses to one of them. */
const LOOKALIKES: Readonly<Record<string, string>> = { "0": "o", "1": "l", i: "l", "5": "s", "8": "b", j: "l" };
const SAME_SHAPE_MIN = 4;
const ONE_WRONG_MIN = 5;
/** Longer than any word of a label. */
const TOKEN_CHARACTERS_MAX = 40;

type Vocabulary = {
  known: ReadonlySet<string>;
  byShape: ReadonlyMap<string, readonly string[]>;
  byGap: ReadonlyMap<string, readonly string[]>;
};
/** Built with the first picture: most documents have none. */
const words = once(() => vocabularyOf([valuePhrases(), columnPhrases()]));

/** The word of a label that was printed, if exactly one fits; else the token unchanged. */
export function repairedToken(token: string): string {
  if (token.length < SAME_SHAPE_MIN || token.length > TOKEN_CHARACTERS_MAX || !/[a-z]/.test(token) || isLabelToken(token)) return token;
  return printedAs(shapeOf(token), words()) ?? token;
}

/** Whether any label has this word. */
export const isLabelToken = (token: string): boolean => words().known.has(token);

function printedAs(shape: string, { byShape, byGap }: Vocabulary): string | null {
  const same = byShape.get(shape);
  if (same !== undefined || shape.length < ONE_WRONG_MIN) return same?.length === 1 ? (same[0] ?? null) : null;
  const near = new Set([shape, ...withoutOne(shape)].flatMap((gap) => byGap.get(gap) ?? []));
  const found = [...near].filter((other) => editDistance(shape, other, 1) === 1).flatMap((other) => byShape.get(other) ?? []);
  return found.length === 1 ? (found[0] ?? null) : null;
}

function vocabularyOf(indexes: readonly PhraseIndex[]): Vocabulary {
  const known = new Set(indexes.flatMap((index) => [...index.values()].flatMap((phrases) => phrases.flatMap(({ tokens }) => tokens))));
  const byShape = Map.groupBy(
    [...known].filter((token) => token.length >= SAME_SHAPE_MIN),
    shapeOf,
  );
  return { known, byShape, byGap: gapsOf([...byShape.keys()].filter((shape) => shape.length >= ONE_WRONG_MIN)) };
}

function shapeOf(token: string): string {
  return [...token].map((letter) => LOOKALIKES[letter] ?? letter).join("");
}

/** Each shape, and each shape with one letter missing, mapped to its words: two words one letter apart share one of these. */
function gapsOf(shapes: readonly string[]): Map<string, string[]> {
  const gaps = new Map<string, string[]>();
  for (const shape of shapes) {
    for (const gap of new Set([shape, ...withoutOne(shape)])) gaps.set(gap, [...(gaps.get(gap) ?? []), shape]);
  }
  return gaps;
}

function withoutOne(text: string): string[] {
  return Array.from(text, (_, i) => text.slice(0, i) + text.slice(i + 1));
}
