/** Notices text in Latin letters that no language has, as fonts with a wrong table of letters produce: every letter is sound, no word is. */
import { LANGUAGES } from "#language/words.ts";

const bare = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[^\p{L}]/gu, "")
    .toLowerCase();
/** Shorter words are found in letters of any kind by chance. */
const LENGTH_MIN = 3;
/** Small words of all languages that are known, and what business documents print beside values and above columns. */
const KNOWN: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ frequent_words = [], stop_words = [], ocr, labels = {}, columns = {}, months = [] }) => [
    ...frequent_words,
    ...stop_words,
    ...(ocr?.frequent_words ?? []),
    ...[labels, columns].flatMap((lists) => Object.values(lists).flat()),
    ...months.flat(),
  ])
    .flatMap((text) => text.split(/\s+/))
    .map(bare)
    .filter((word) => word.length >= LENGTH_MIN),
);
const LATIN_WORD = /^[\p{Script=Latin}\p{M}]{3,}[,.;:]?$/u;
/** With fewer words nothing is said. */
const WORDS_MIN = 20;
/** Share of known words below which a page is doubtful: of 1,000 pages with sound text, lists and tables among them, two have less. */
const KNOWN_SHARE_MIN = 0.02;
/** Known words that wrong letters form by chance on a page. */
const CHANCE = 1;
/** Words looked at: the first of a page tell. */
const WORDS_MAX = 2_000;

export function isUnlikeLanguage(texts: readonly string[]): boolean {
  let words = 0;
  let known = 0;
  for (const text of texts) {
    for (const word of text.split(/\s+/)) {
      if (!LATIN_WORD.test(word)) continue;
      words += 1;
      if (KNOWN.has(bare(word))) known += 1;
    }
    if (known >= KNOWN_SHARE_MIN * WORDS_MAX || words >= WORDS_MAX) break;
  }
  return words >= WORDS_MIN && known <= Math.max(CHANCE, KNOWN_SHARE_MIN * words);
}
