/** Yes and no in words, in all languages. */
import { fold } from "./fold.ts";
import { wordsOfAll } from "./words.ts";

const YES: ReadonlySet<string> = new Set(wordsOfAll(({ yes }) => yes).map(fold));
const NO: ReadonlySet<string> = new Set(wordsOfAll(({ no }) => no).map(fold));

/** Null for other words. */
export function yesOrNo(words: string): boolean | null {
  const folded = fold(words);
  return YES.has(folded) ? true : NO.has(folded) ? false : null;
}
