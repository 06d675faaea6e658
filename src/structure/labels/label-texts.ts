/** Printed words as a label: units of meaning, and the parts that each may name a value by itself. */
import { BoundedMap, memo } from "#contract/memo.ts";
import type { Word } from "#documents/document.ts";
import { digitsIn, lettersIn } from "#language/counts.ts";
import { fold } from "#language/fold.ts";
import { unitsOf } from "#language/thesaurus.ts";
import type { Cell } from "#structure/sheet.ts";
import { listedIn } from "./listed-labels.ts";
import { typeOf } from "./types-of-values.ts";

/**
 * `id`: equal for the same words. `parts`: of a text of several sentences or languages, such as "Home address. If you have a P.O. box, see
 * instructions" or "Place of birth / Lieu de naissance", and of one that lists values, "Name and address"; none for another. `bilingual`: the
 * same is said in two scripts, as in "Date / 日期". Every text has all keys, so that V8 reads them fast.
 */
export type LabelText = { id: string; units: readonly string[]; colon: boolean; parts: readonly LabelPart[]; bilingual: boolean };
export const NO_TEXT: LabelText = { id: "", units: [], colon: false, parts: [], bilingual: false };
type LabelPart = { id: string; units: readonly string[] };

const LABEL_WORDS_MAX = 14;
const BEFORE_WORDS_MAX = 8;
const TAIL_WORDS_MAX = 24;
const PARTS_MAX = 6;
const PART_END = /(?<=\p{L}{3})[.?!;] |[/|()[\]–—·]|: /u;

/** The first words of a cell. */
export const labelOf = memo((cell: Cell) => wordsAs(cell), new WeakMap());

/** All words of a cell. */
export const wholeOf = (cell: Cell): LabelText =>
  cell.words.length > LABEL_WORDS_MAX ? wordsAs(cell, 0, cell.words.length) : labelOf(cell);

export function wordsAs(cell: Pick<Cell, "words">, from = 0, to = LABEL_WORDS_MAX): LabelText {
  return textOf(printed(cell.words, from, to));
}

/** Words of several cells as one text. */
export const textOfWords = (words: readonly Word[]): LabelText => textOf(printed(words, 0, words.length));

/** The texts of several cells as one. */
export function textOfCells(cells: readonly Cell[]): LabelText {
  return textOf(cells.map(({ words }) => printed(words, 0, TAIL_WORDS_MAX)).join(WORD_END));
}

/** Between words, none of which has it. */
const WORD_END = "\u0000";

function printed(words: readonly Word[], from: number, to: number): string {
  let joined = "";
  for (let i = from; i < Math.min(to, words.length); i++) joined += (i === from ? "" : WORD_END) + (words[i]?.text ?? "");
  return joined;
}

/** The same words are asked for as label of what stands right of them, below, and after. */
const TEXTS_KEPT_MAX = 20_000;
const textOf = memo((joined: string): LabelText => {
  const id = foldedWords(joined);
  const units = unitsFor(id);
  const sentences = partsOf(joined.replaceAll(WORD_END, " "));
  const listed = listedIn(units).map((each) => ({ id: each.join(" "), units: each }));
  const parts = sentences.length > 1 ? [...sentences, ...listed] : listed;
  return { id, units, colon: /[:：#]$/.test(joined), parts, bilingual: parts.length > 0 && isBilingual(sentences) };
}, new BoundedMap(TEXTS_KEPT_MAX));

/** The tokens of all words, with spaces between. */
function foldedWords(joined: string): string {
  let folded = "";
  for (const word of joined.split(WORD_END)) {
    const own = fold(word);
    if (own !== "") folded += folded === "" ? own : ` ${own}`;
  }
  return folded;
}

const LATIN = /\p{Script=Latin}/u;

/** Whether one part is in Latin letters and another one in none. */
const isBilingual = (parts: readonly LabelPart[]): boolean =>
  parts.some(({ id }) => LATIN.test(id)) && parts.some(({ id }) => !LATIN.test(id));

const unitsFor = memo((folded: string) => unitsOf(folded === "" ? [] : folded.split(" ")), new BoundedMap(TEXTS_KEPT_MAX));

function partsOf(text: string): LabelPart[] {
  if (!PART_END.test(text)) return [];
  const ids = text.split(PART_END).slice(0, PARTS_MAX).map(fold);
  return ids.filter((id) => /\p{L}{2}/u.test(id)).map((id) => ({ id, units: unitsFor(id) }));
}

/**
 * The words directly before, back to an earlier colon that ends a label of its own, and those of one type in front of a value in another. The words behind
 * an earlier value or sentence are a part of their own.
 */
export function wordsBefore(cell: Pick<Cell, "words">, from: number, most = BEFORE_WORDS_MAX): LabelText {
  let start = Math.max(0, from - most);
  for (let i = start; i < from - 1; i++) if (/[:：]$/.test(cell.words[i]?.text ?? "")) start = Math.min(from - 1, i + 1);
  const [last, next] = [cell.words[from - 1], cell.words[from]];
  if (last && next && typeOf(last) !== typeOf(next)) {
    let first = from - 1;
    while (first > start && typeOf(cell.words[first - 1] ?? last) === typeOf(last)) first--;
    start = first;
  }
  const text = wordsAs(cell, start, from);
  const near = nearest(cell, start, from);
  return near === start ? text : { ...text, parts: [...text.parts, wordsAs(cell, near, from)] };
}

/** A sign between texts, one at the end of a word, or figures of a value, behind which a label begins. */
const ENDS = /^[·•|–—-]$|[,;.)]$|\d[.,:/-]?\d/u;

/** Where the words right before `to` begin: behind the last word from `from` on that ends a text or is a value. */
function nearest({ words }: Pick<Cell, "words">, from: number, to: number): number {
  const end = words.slice(from, to - 1).findLastIndex(({ text }) => ENDS.test(text));
  return end < 0 ? from : from + end + 1;
}

/** The last words of a cell, from its last colon but the one at its end: `Order 17 Date:` is announced by its end. */
export function tailOf(cell: Cell): LabelText {
  return wordsBefore(cell, cell.words.length, TAIL_WORDS_MAX);
}

/** Words rather than figures. */
export const isLabelLike = memo(({ text }: Cell): boolean => {
  const letters = lettersIn(text);
  const digits = digitsIn(text);
  return letters >= 2 && digits <= letters / 3;
}, new WeakMap());
