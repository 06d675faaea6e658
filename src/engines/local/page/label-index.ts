/** Indexes the label-like beginnings of all cells by their words, so that many fields on many pages stay fast. */

import { memo } from "#contract/memo.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { anyOf } from "#language/phrases.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { labelTokensOf } from "./label-tokens.ts";
import type { LabelHit } from "./labels-on-page.ts";

export type Lookalike = { label: LabelHit; sheet: Sheet; likeness: number };
export type LabelIndex = {
  /** Labels that have most of these words or similar ones, most similar first. */
  like(words: readonly string[]): Lookalike[];
};

type Head = { label: LabelHit; sheet: Sheet; words: number };

const LABEL_WORDS_MAX = 8;
const LIKENESS_MIN = 0.5;
const FOUND_MAX = 40;
/** Dice coefficient of letter trigrams from which on two words are the same word, misread or inflected. */
const SAME_WORD_MIN = 0.7;
const SHORT_WORD = 3;
const NO_CONCEPTS: ReadonlySet<string> = new Set();

export function labelIndexOf(sheets: readonly Sheet[]): LabelIndex {
  const heads = sheets.flatMap((sheet) => sheet.cells.flatMap((cell) => headOf(cell, sheet) ?? []));
  const byToken = new Map<string, number[]>();
  heads.forEach((head, i) => {
    for (const token of new Set(head.label.tokens)) add(byToken, token, i);
  });
  const similar = similarTokens([...byToken.keys()]);
  return {
    like(words) {
      const shared = new Map<number, number>();
      for (const word of words) {
        const hits = new Set(similar(word).flatMap((token) => byToken.get(token) ?? []));
        for (const i of hits) shared.set(i, (shared.get(i) ?? 0) + 1);
      }
      return [...shared]
        .flatMap(([i, count]) => {
          const head = heads[i];
          const likeness = head ? (2 * count) / (words.length + head.words) : 0;
          return head && likeness >= LIKENESS_MIN ? [{ label: head.label, sheet: head.sheet, likeness }] : [];
        })
        .sort((a, b) => b.likeness - a.likeness)
        .slice(0, FOUND_MAX);
    },
  };
}

/** Words that end a label when a number follows: `Claim No. C-99`. */
const NUMBER_WORD = new RegExp(`^(?:${anyOf("engines", "before_numbers")}|#)\\.?$`, "iu");

/** The leading words of a cell, up to a colon or a word such as "No." before a number. */
function headOf(cell: Cell, sheet: Sheet): Head | null {
  const colon = cell.words.findIndex((word) => /[:：]$/.test(word.text));
  const announced = cell.words.findIndex((word, i) => i > 0 && NUMBER_WORD.test(word.text) && /\d/.test(cell.words[i + 1]?.text ?? ""));
  const end = colon >= 0 ? colon : announced;
  const to = end >= 0 ? end + 1 : Math.min(cell.words.length, LABEL_WORDS_MAX);
  const tokens = labelTokensOf(cell)
    .filter((token) => token.word < to && /\p{L}/u.test(token.token))
    .map((token) => token.token);
  if (to > LABEL_WORDS_MAX || tokens.length === 0) return null;
  const box = boxAround(cell.words.slice(0, to));
  return { label: { concepts: NO_CONCEPTS, cell, from: 0, to, box, tokens, colon: colon >= 0 }, sheet, words: tokens.length };
}

/** For a word, the known tokens that equal or resemble it, found by shared trigrams. */
function similarTokens(tokens: readonly string[]): (word: string) => string[] {
  const byGram = new Map<string, string[]>();
  /** How many trigrams each token has. */
  const known = new Map<string, number>();
  for (const token of tokens) {
    const grams = gramsOf(token);
    known.set(token, grams.size);
    for (const gram of grams) add(byGram, gram, token);
  }
  return memo((word) => {
    const found = known.has(word) ? [word] : [];
    if (word.length > SHORT_WORD) {
      const grams = gramsOf(word);
      const counts = new Map<string, number>();
      for (const gram of grams) for (const token of byGram.get(gram) ?? []) counts.set(token, (counts.get(token) ?? 0) + 1);
      for (const [token, count] of counts) {
        if (token !== word && (2 * count) / (grams.size + (known.get(token) ?? 0)) > SAME_WORD_MIN) found.push(token);
      }
    }
    return found;
  });
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function gramsOf(token: string): Set<string> {
  const padded = ` ${token} `;
  const grams = new Set<string>();
  for (let i = 0; i + 3 <= padded.length; i++) grams.add(padded.slice(i, i + 3));
  return grams;
}
