/** Repairs what PDF writers do to words: drawn twice for bold, cut in pieces, spaced out letter by letter. */

import type { Ruling, Word } from "#documents/document.ts";
import { append, largest, smallest } from "#documents/long-lists.ts";
import { boxAround } from "./assemble.ts";
import type { PlacedWord } from "./placed-word.ts";
import { rulingBetween, sizeOf } from "./segments.ts";

/** Share of width and of height that two drawings of the same word have in common. */
const SAME_PLACE_MIN = 0.6;
/** Earlier occurrences of a text that are compared: the second drawing follows soon. */
const TWINS_LOOKED_AT = 8;
/** Gaps between pieces of one word, in font sizes: kerning overlaps by less, and every space is wider. */
const GLUE_GAP_MIN = -0.25;
const GLUE_GAP_MAX = 0.06;
/** Largest ratio of the sizes of two pieces of one word, and of a capital before small capitals, which have seven tenths of its height. */
const SAME_SIZE_MAX = 1.3;
const SMALL_CAPITALS_MAX = 1.5;
/** Single letters in a row from which on they are taken for one spaced-out word. */
const SPACED_LETTERS_MIN = 3;
const SPACED_CODE_MIN = 8;
const SPACED_GAP_MAX = 1.2;
const UNSPACED = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}ー々・]";
const UNSPACED_START = new RegExp(`^${UNSPACED}`, "u");
const UNSPACED_END = new RegExp(`${UNSPACED}$`, "u");
/** In heights of the row: less than half of a space. */
const UNSPACED_GAP_MAX = 0.16;
/** A gap this many times the usual one between spaced letters separates words. */
const SPACED_WORD_GAP = 1.8;
/** A gap up to this many times the usual one is no wider than between spaced letters. */
const SPACED_SLACK = 1.2;

/** Removes second drawings of the same word at the same place, with which some writers print bold. */
export function withoutDoubles(words: readonly PlacedWord[]): PlacedWord[] {
  const kept: PlacedWord[] = [];
  const byText = new Map<string, number[]>();
  for (const placed of words) {
    const places = byText.get(placed.word.text) ?? [];
    const at = places.slice(-TWINS_LOOKED_AT).find((index) => samePlace(kept[index]?.word, placed.word));
    const other = at === undefined ? undefined : kept[at];
    if (at !== undefined && other) {
      kept[at] = { ...other, word: { ...other.word, bold: true } };
      continue;
    }
    byText.set(placed.word.text, [...places.slice(-TWINS_LOOKED_AT), kept.push(placed) - 1]);
  }
  return kept;
}

/** The words of one row, left to right, repaired; words of the text layer may be joined or dropped. */
export function repaired(row: readonly PlacedWord[], rulings: readonly Ruling[]): PlacedWord[] {
  return unspaced(glued(row, rulings));
}

function samePlace(a: Word | undefined, b: Word): boolean {
  if (!a) return false;
  const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
  const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
  return width > SAME_PLACE_MIN * (b.box.right - b.box.left) && height > SAME_PLACE_MIN * (b.box.bottom - b.box.top);
}

function glued(row: readonly PlacedWord[], rulings: readonly Ruling[]): PlacedWord[] {
  const out: PlacedWord[] = [];
  const tall = Math.max(0, largest(row.filter(({ word }) => word.source === "ocr").map(({ word: { box } }) => box.bottom - box.top)));
  for (const placed of row) {
    const before = out.at(-1);
    if (before && (arePieces(before, placed, rulings) || areUnspaced(before, placed, tall))) out[out.length - 1] = joined([before, placed]);
    else if (before && areUnjoined(before, placed, tall)) out[out.length - 1] = { ...joined([placed, before]), run: placed.run };
    else out.push(placed);
  }
  return out;
}

/** Both in page units. */
export const isGapInWord = (gap: number, fontSize: number) => gap >= fontSize * GLUE_GAP_MIN && gap <= fontSize * GLUE_GAP_MAX;

function arePieces(left: PlacedWord, right: PlacedWord, rulings: readonly Ruling[]): boolean {
  if (left.word.source === "ocr" || right.word.source === "ocr") return false;
  // Words of one upright run agree with its text (pdf/words.ts); of turned runs PDFium gives letters instead of words.
  if (left.run === right.run && left.turn === 0) return false;
  const size = Math.min(sizeOf(left), sizeOf(right));
  if (Math.max(sizeOf(left), sizeOf(right)) > size * (beginsSmallCapitals(left, right) ? SMALL_CAPITALS_MAX : SAME_SIZE_MAX)) return false;
  const gap = right.word.box.left - left.word.box.right;
  return isGapInWord(gap, size) && !rulings.some((ruling) => rulingBetween(ruling, left, right));
}

/** A capital before letters of smaller type: "S" and "ALAL" are one word in small capitals. */
const beginsSmallCapitals = (left: PlacedWord, right: PlacedWord): boolean =>
  sizeOf(left) > sizeOf(right) && /^\p{Lu}$/u.test(left.word.text) && /^\p{L}{2}/u.test(right.word.text);

/** OCR gives the signs of scripts without spaces one by one. `tall`: the height of the row's tallest word. */
function areUnspaced(left: PlacedWord, right: PlacedWord, tall: number): boolean {
  if (left.word.source !== "ocr" || right.word.source !== "ocr") return false;
  if (!UNSPACED_END.test(left.word.text) || !UNSPACED_START.test(right.word.text)) return false;
  return gapOf(left, right) <= UNSPACED_GAP_MAX * tall;
}

/** Letters that are never joined to the next one: inside a word a gap follows them. */
const UNJOINED_END = /[اأإآٱدذرزوؤىةء]\p{M}*$/u;
const ARABIC_START = /^\p{Script=Arabic}/u;
/** In heights of the row: measured, 0.05 to 0.1 inside words and from 0.25 on between them. */
const UNJOINED_GAP_MAX = 0.13;

/** OCR splits Arabic words where one letter is not joined to the next. */
function areUnjoined(left: PlacedWord, right: PlacedWord, tall: number): boolean {
  if (left.word.source !== "ocr" || right.word.source !== "ocr") return false;
  if (!UNJOINED_END.test(right.word.text) || !ARABIC_START.test(left.word.text)) return false;
  return gapOf(left, right) <= UNJOINED_GAP_MAX * tall;
}

function unspaced(row: readonly PlacedWord[]): PlacedWord[] {
  const out: PlacedWord[] = [];
  let letters: PlacedWord[] = [];
  let spacing = 0;
  const finish = () => {
    const isSpaced = isSpacedOut(letters);
    if (isSpaced) spacing = Math.max(spacing, usualGap(letters));
    append(out, isSpaced ? spacedWords(letters) : letters);
    letters = [];
  };
  for (const placed of row) {
    const before = letters.at(-1);
    const single = placed.word.source === "native" && [...placed.word.text].length === 1;
    if (before && (!single || gapOf(before, placed) > sizeOf(placed) * SPACED_GAP_MAX)) finish();
    if (single) letters.push(placed);
    else out.push(placed);
  }
  finish();
  return spacing > 0 ? closedUp(out, spacing) : out;
}

/**
 * In a row of spaced-out words, joins a single letter with pieces whose gaps are no wider than those between the letters: "J r." beside
 * "O ' N e i l l". Whole words are left apart: in typescript every space is as wide as those of a heading in the same line.
 */
function closedUp(row: PlacedWord[], spacing: number): PlacedWord[] {
  if (!row.slice(1).some((word, index) => gapOf(row[index] ?? word, word) > spacing * SPACED_WORD_GAP)) return row;
  const out: PlacedWord[] = [];
  for (const placed of row) {
    const before = out.at(-1);
    const isInWord = before?.word.source === "native" && /\p{L}$/u.test(before.word.text) && /^\p{L}/u.test(placed.word.text);
    const isLetter = before && [before, placed].some(({ word }) => /^\p{L}$/u.test(word.text));
    const isSame = before && Math.abs(sizeOf(before) - sizeOf(placed)) < 0.1 * sizeOf(placed);
    if (isInWord && isLetter && isSame && gapOf(before, placed) <= spacing * SPACED_SLACK) out[out.length - 1] = joined([before, placed]);
    else out.push(placed);
  }
  return out;
}

/** Letters of a word or digits of a number; both together only in long codes, as "2 × 1 l" is not a word. */
function isSpacedOut(letters: readonly PlacedWord[]): boolean {
  const all = (sign: RegExp) => letters.every(({ word }) => sign.test(word.text));
  if (letters.length >= SPACED_CODE_MIN) return all(/[\p{L}\p{N}\p{P}]/u);
  return letters.length >= SPACED_LETTERS_MIN && (all(/[\p{L}\p{P}]/u) || all(/[\p{N}\p{P}]/u));
}

function spacedWords(letters: readonly PlacedWord[]): PlacedWord[] {
  const usual = usualGap(letters);
  const words: PlacedWord[][] = [];
  letters.forEach((letter, index) => {
    const before = letters[index - 1];
    if (!before || gapOf(before, letter) > usual * SPACED_WORD_GAP + 0.1) words.push([letter]);
    else words.at(-1)?.push(letter);
  });
  return words.map(joined);
}

function usualGap(letters: readonly PlacedWord[]): number {
  const gaps = letters.slice(1).map((letter, index) => gapOf(letters[index] ?? letter, letter));
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}

function gapOf(left: PlacedWord, right: PlacedWord): number {
  return right.word.box.left - left.word.box.right;
}

function joined(pieces: readonly PlacedWord[]): PlacedWord {
  const words = pieces.map(({ word }) => word);
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) throw new RangeError("no pieces");
  const certainty = smallest(words.map((word) => word.certainty));
  const text = words.map((word) => word.text).join("");
  return { ...first, run: last.run, word: { ...first.word, text, certainty, box: boxAround(words) } };
}
