/** Labels of a form's boxes that run together in a line: `1 Wages, tips 2 Federal income tax withheld`. */
import type { Word } from "#documents/document.ts";

const NUMBER = /^(\d{1,2})([a-z]?)$/u;
const BEGINS_LABEL = /^\p{Lu}\p{L}+/u;
/** Numbers left out between two boxes of a line. */
const STEP_MAX = 2;

/** The words of each numbered label; all words in one where they do not begin with a number and go on with higher ones before words. */
export function partedAtNumbers(words: readonly Word[]): (readonly Word[])[] {
  let last = orderAt(words, 0);
  if (last === null) return [words];
  const starts = [0];
  for (let i = 2; i < words.length - 1; i++) {
    const order = orderAt(words, i);
    if (order === null || order <= last || order > last + 27 * STEP_MAX) continue;
    starts.push(i);
    last = order;
  }
  return starts.map((start, i) => words.slice(start, starts[i + 1]));
}

/** The order of a number before a capitalised word, with its letter: `2a` before `2b` before `3`; null for another word. */
function orderAt(words: readonly Word[], at: number): number | null {
  const [, digits, letter = ""] = NUMBER.exec(words[at]?.text ?? "") ?? [];
  if (digits === undefined || !BEGINS_LABEL.test(words[at + 1]?.text ?? "")) return null;
  return 27 * Number(digits) + (letter === "" ? 0 : letter.charCodeAt(0) - 96);
}
