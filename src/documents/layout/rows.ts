/** Groups words into rows: words whose boxes share most of their height, side by side and not above each other. */
import type { PlacedWord } from "./placed-word.ts";

/** Share of the smaller height two words of a row have in common; neighbouring lines of tight type share up to 0.4. */
const COMMON_HEIGHT_MIN = 0.55;
/** Share of the narrower width that two words of one row may overlap: with more, one is above the other. */
const COMMON_WIDTH_MAX = 0.4;
/** Rows compared with a new word: words come top down, so it can only fit one of the last few. */
const ROWS_LOOKED_AT = 24;

/** `right`: how far its words reach. */
type Row = { words: PlacedWord[]; top: number; bottom: number; right: number };

/** Rows from top to bottom, words of a row from left to right. */
export function rowsOf(words: readonly PlacedWord[]): PlacedWord[][] {
  const sorted = [...words].sort((a, b) => middle(a) - middle(b) || a.word.box.left - b.word.box.left);
  const rows: Row[] = [];
  for (const word of sorted) {
    const row = rowFor(word, rows);
    if (row) addTo(row, word);
    else rows.push({ words: [word], top: word.word.box.top, bottom: word.word.box.bottom, right: word.word.box.right });
  }
  rows.sort((a, b) => a.top + a.bottom - b.top - b.bottom);
  return rows.map((row) => row.words.sort((a, b) => a.word.box.left - b.word.box.left));
}

function middle({ word: { box } }: PlacedWord): number {
  return (box.top + box.bottom) / 2;
}

function rowFor(word: PlacedWord, rows: readonly Row[]): Row | null {
  const { top, bottom } = word.word.box;
  let best: Row | null = null;
  let bestShare = COMMON_HEIGHT_MIN;
  for (let index = rows.length - 1; index >= Math.max(0, rows.length - ROWS_LOOKED_AT); index -= 1) {
    const row = rows[index];
    if (!row) break;
    const common = Math.min(bottom, row.bottom) - Math.max(top, row.top);
    const share = common / Math.max(0.01, Math.min(bottom - top, row.bottom - row.top));
    if (share >= bestShare && !standsAbove(word, row)) {
      best = row;
      bestShare = share;
    }
  }
  return best;
}

function standsAbove({ word: { box } }: PlacedWord, row: Row): boolean {
  // Words usually come left to right, so a long row need not be searched.
  if (box.left >= row.right) return false;
  return row.words.some(({ word: { box: other } }) => {
    const common = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    return common > COMMON_WIDTH_MAX * Math.min(box.right - box.left, other.right - other.left);
  });
}

/** The row's height follows its largest type, so that a superscript that comes first does not set it. */
function addTo(row: Row, word: PlacedWord): void {
  row.words.push(word);
  const { top, bottom, right } = word.word.box;
  row.right = Math.max(row.right, right);
  if (bottom - top > row.bottom - row.top) {
    row.top = top;
    row.bottom = bottom;
  }
}
