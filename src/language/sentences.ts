/** Where sentences end within a line. */

/** A word of some letters, a number or a blank to fill in, with a full stop, which is no abbreviation, before a word that begins anew. */
const LAST_WORD = /(?:\p{L}{4}|[\d)%_])\.$/u;
const FIRST_WORD = /^[\p{Lu}\d]/u;

/** Whether the word at `i` ends a sentence and another one follows. */
export const endsSentence = (words: readonly { text: string }[], i: number): boolean =>
  LAST_WORD.test(words[i]?.text ?? "") && FIRST_WORD.test(words[i + 1]?.text ?? "");
