/**
 * Writing whose letters a writer of PDFs has put down in the order of their shapes instead of the order they are read in (as
 * browsers do). Seen by words that cannot be: forms for the end of a word inside of one, lone consonants, doubled syllables.
 */

/** `shareMin`: of the words in this script; misprints and lists of letters stay below. */
const SCRIPTS: readonly { letters: RegExp; impossible: RegExp; shareMin: number }[] = [
  { letters: /\p{Script=Arabic}/u, impossible: /[ةى]\p{L}/u, shareMin: 0.05 },
  { letters: /\p{Script=Hebrew}/u, impossible: /[ךםןףץ]\p{L}/u, shareMin: 0.05 },
  // Lone न and व are words of Hindi.
  { letters: /\p{Script=Devanagari}/u, impossible: /^[क-धप-लश-ह][,.।]?$/u, shareMin: 0.05 },
  // Thai has no spaces between words, so that two like syllables in a row are found in some stretches.
  { letters: /\p{Script=Thai}/u, impossible: /([ก-ฮ]\p{M}+)[ก-ฮ]?\p{M}?\1/u, shareMin: 0.15 },
];
const WORDS_MIN = 8;

/** Letters of the scripts whose words are out of order, however few of all they are; null when none is. */
export function disorderedLetters(texts: readonly string[]): RegExp | null {
  const words = texts.flatMap((text) => text.split(/\s+/));
  const found = SCRIPTS.filter(({ letters, impossible, shareMin }) => {
    const own = words.filter((word) => letters.test(word));
    return own.length >= WORDS_MIN && own.filter((word) => impossible.test(word)).length >= shareMin * own.length;
  });
  return found.length === 0 ? null : new RegExp(found.map(({ letters }) => letters.source).join("|"), "u");
}
