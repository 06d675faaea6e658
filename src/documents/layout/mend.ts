/** Mends what writers of PDFs do to words: drawn twice for bold, cut in pieces, spaced out letter by letter. */
import type { Ruling, Word } from "#documents/document.ts";
import { boxAround } from "./assemble.ts";
import type { PlacedWord } from "./placed-word.ts";
import { rulingBetween, sizeOf } from "./segments.ts";

/** Share of the width that two drawings of the same word have in common. */
const SAME_PLACE_MIN = 0.6;
/** Gaps of pieces of one word, in sizes of the type. */
const GLUE_GAP_MIN = -0.25;
const GLUE_GAP_MAX = 0.06;
/** Letters that stand alone in a row before they are taken for one spaced-out word. */
const SPACED_LETTERS_MIN = 4;
const SPACED_GAP_MAX = 1.2;
/** A gap this many times the usual one between spaced letters is a space between words. */
const SPACED_WORD_GAP = 1.8;

/** Words of one row, left to right, of which native ones may be joined or dropped. */
export function mended(row: readonly PlacedWord[], rulings: readonly Ruling[]): PlacedWord[] {
  return unspaced(glued(withoutDoubles(row), rulings));
}

function withoutDoubles(row: readonly PlacedWord[]): PlacedWord[] {
  const kept: PlacedWord[] = [];
  for (const placed of row) {
    const twin = kept.slice(-3).findIndex((other) => other.word.text === placed.word.text && samePlace(other.word, placed.word));
    if (twin < 0) {
      kept.push(placed);
      continue;
    }
    const at = kept.length - Math.min(3, kept.length) + twin;
    const other = kept[at];
    if (other) kept[at] = { ...other, word: { ...other.word, bold: true } };
  }
  return kept;
}

function samePlace(a: Word, b: Word): boolean {
  const common = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
  return common > SAME_PLACE_MIN * Math.min(a.box.right - a.box.left, b.box.right - b.box.left);
}

function glued(row: readonly PlacedWord[], rulings: readonly Ruling[]): PlacedWord[] {
  const out: PlacedWord[] = [];
  for (const placed of row) {
    const before = out.at(-1);
    if (before && arePieces(before, placed, rulings)) out[out.length - 1] = joined([before, placed]);
    else out.push(placed);
  }
  return out;
}

function arePieces(left: PlacedWord, right: PlacedWord, rulings: readonly Ruling[]): boolean {
  if (left.run === right.run || left.word.source === "ocr" || right.word.source === "ocr") return false;
  const size = Math.min(sizeOf(left), sizeOf(right));
  if (Math.max(sizeOf(left), sizeOf(right)) > size * 1.3) return false;
  const gap = right.word.box.left - left.word.box.right;
  return gap >= size * GLUE_GAP_MIN && gap <= size * GLUE_GAP_MAX && !rulings.some((ruling) => rulingBetween(ruling, left, right));
}

function unspaced(row: readonly PlacedWord[]): PlacedWord[] {
  const out: PlacedWord[] = [];
  let letters: PlacedWord[] = [];
  const finish = () => {
    out.push(...(letters.length >= SPACED_LETTERS_MIN ? spacedWords(letters) : letters));
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
  return out;
}

function spacedWords(letters: readonly PlacedWord[]): PlacedWord[] {
  const gaps = letters.slice(1).map((letter, index) => gapOf(letters[index] ?? letter, letter));
  const usual = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const words: PlacedWord[][] = [];
  letters.forEach((letter, index) => {
    const gap = index === 0 ? Number.POSITIVE_INFINITY : (gaps[index - 1] ?? 0);
    if (gap > usual * SPACED_WORD_GAP + 0.1) words.push([letter]);
    else words.at(-1)?.push(letter);
  });
  return words.map(joined);
}

function gapOf(left: PlacedWord, right: PlacedWord): number {
  return right.word.box.left - left.word.box.right;
}

function joined(pieces: readonly PlacedWord[]): PlacedWord {
  const words = pieces.map(({ word }) => word);
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) throw new RangeError("no pieces");
  const certainty = Math.min(...words.map((word) => word.certainty));
  const text = words.map((word) => word.text).join("");
  return { ...first, run: last.run, word: { ...first.word, text, certainty, box: boxAround(words) } };
}
