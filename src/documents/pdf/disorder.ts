/**
 * Detects text whose letters a PDF writer stored in the order of their shapes instead of reading order, as browsers do. Recognised by words
 * that cannot exist: word-final forms inside a word, lone consonants, doubled syllables.
 */

/** `shareMin`: share of the words in this script; misprints and lists of letters stay below. */
const SCRIPTS: readonly { letters: RegExp; impossible: RegExp; shareMin: number }[] = [
  { letters: /\p{Script=Arabic}/u, impossible: /[ةى]\p{L}/u, shareMin: 0.05 },
  { letters: /\p{Script=Hebrew}/u, impossible: /[ךםןףץ]\p{L}/u, shareMin: 0.05 },
  // Lone न and व are words of Hindi.
  { letters: /\p{Script=Devanagari}/u, impossible: /^[क-धप-लश-ह][,.।]?$/u, shareMin: 0.05 },
  // Thai has no spaces between words, so some stretches have two equal syllables in a row.
  { letters: /\p{Script=Thai}/u, impossible: /([ก-ฮ]\p{M}+)[ก-ฮ]?\p{M}?\1/u, shareMin: 0.15 },
];
const WORDS_MIN = 8;

/** Matches the letters of the scripts that are out of order, even if few of all letters are; null when no script is. */
export function disorderedLetters(texts: readonly string[]): RegExp | null {
  const words = texts.flatMap((text) => text.split(/\s+/));
  const found = SCRIPTS.filter(({ letters, impossible, shareMin }) => {
    const own = words.filter((word) => letters.test(word));
    return own.length >= WORDS_MIN && own.filter((word) => impossible.test(word)).length >= shareMin * own.length;
  });
  return found.length === 0 ? null : new RegExp(found.map(({ letters }) => letters.source).join("|"), "u");
}
