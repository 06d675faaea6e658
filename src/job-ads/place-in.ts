/** Finds words that a model named in the ad. */

import { WORD_END, WORD_START } from "#language/phrases.ts";
import { wordsPattern } from "#language/words-pattern.ts";
import type { Unglued } from "./unglued.ts";

/** `words`: the ad's own, in its own case. `printed`: the same as printed, where that differs by more than white space. */
export type Place = { words: string; printed: string };

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whatever their case and white space; words that are glued in print are found too. Null when the ad does not have them. */
export function placeIn({ text, printed }: Unglued, words: string): Place | null {
  const parts = words.trim().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return null;
  const before = /^[\p{L}\p{N}]/u.test(parts[0] ?? "") ? WORD_START : "";
  const after = /[\p{L}\p{N}]$/u.test(parts.at(-1) ?? "") ? WORD_END : "";
  const found = wordsPattern(parts, SPACELESS.test(words) ? {} : { before, after }).exec(text);
  if (found === null) return null;
  const [whole] = found;
  return { words: plain(whole), printed: plain(printed(found.index, found.index + whole.length)) };
}

const plain = (words: string): string => words.replace(/\s+/g, " ");
