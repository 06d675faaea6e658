/**
 * Normalises text for comparison: without case, accents, ligatures, punctuation. Used for labels and options, never for values that are
 * shown.
 */
import { BoundedMap, memo } from "#contract/memo.ts";

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Letters that are no letter with a mark for Unicode, as they are written where they are not at hand. */
const WRITTEN_AS: Readonly<Record<string, string>> = { ß: "ss", ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i" };

/** Lower case without accents; every run of anything but letters and digits becomes one space. */
export function fold(text: string): string {
  let first = -1;
  let last = -1;
  let hasGap = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > LAST_ASCII) return foldedByRules(text);
    if (!isLetterOrDigit(code)) continue;
    if (first < 0) first = i;
    else if (last < i - 1) hasGap = true;
    last = i;
  }
  const inside = text.slice(Math.max(0, first), last + 1).toLowerCase();
  return hasGap ? inside.replace(/[^a-z0-9]+/g, " ") : inside;
}

/** Text of ASCII characters has no accents or letters of other scripts: most does, and is folded many times faster. */
const LAST_ASCII = 0x7f;
/** Makes a capital letter of ASCII a small one. */
const SMALL = 0x20;

function isLetterOrDigit(code: number): boolean {
  const small = code | SMALL;
  return (small >= 97 && small <= 122) || (code >= 48 && code <= 57);
}

function foldedByRules(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(INVISIBLE, "")
    .toLowerCase()
    .replace(/[ßłøđðþæœı]/g, (letter) => WRITTEN_AS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The letters and digits alone: equal for a number however its groups, case and punctuation are printed. */
export const plainKey = (text: string): string => fold(text).replaceAll(" ", "");

export function tokensOf(text: string): string[] {
  const folded = fold(text);
  if (folded === "") return [];
  return folded.includes(" ") ? folded.split(" ") : [folded];
}

/** A capital letter behind another letter, as in `invoiceNo`. */
const JOINED = /\p{L}\p{Lu}/u;

/** Words of an identifier such as `invoiceNo`, `bill_to_name` or `Line 1a`. */
export function nameTokens(name: string): string[] {
  if (!JOINED.test(name)) return tokensOf(name);
  return tokensOf(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2"));
}

/** Dice coefficient of letter trigrams, 0..1; tolerant of endings and of single misread letters. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const left = trigrams(a);
  const right = trigrams(b);
  if (left.size === 0 || right.size === 0) return 0;
  let shared = 0;
  for (const gram of left) if (right.has(gram)) shared++;
  return (2 * shared) / (left.size + right.size);
}

/** Words are compared with many others, longer texts with few. */
const WORD_LETTERS_MAX = 30;
const WORDS_KEPT_MAX = 2_000;
const trigramsOfWord = memo(trigramsOf, new BoundedMap<string, ReadonlySet<string>>(WORDS_KEPT_MAX));
const trigrams = (text: string) => (text.length > WORD_LETTERS_MAX ? trigramsOf(text) : trigramsOfWord(text));

function trigramsOf(text: string): ReadonlySet<string> {
  const padded = ` ${text} `;
  const grams = new Set<string>();
  for (let i = 0; i + 3 <= padded.length; i++) grams.add(padded.slice(i, i + 3));
  return grams;
}

/** Levenshtein distance; gives `limit + 1` as soon as it must exceed `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const swap = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, swap);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}
