/** A row: the text on one line of one column, with properties of its type that show its role in the résumé. */

import type { Box, Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { anyOf } from "#language/phrases.ts";
import { type Piece, pieceOf, stripped } from "./piece.ts";

export type Row = {
  page: number;
  /** Number of its block in the reading order. */
  block: number;
  /** The whole row without its bullet mark. */
  piece: Piece;
  /** Its parts between wide gaps. */
  cells: Piece[];
  box: Box;
  /** Height of the type in page units. */
  size: number;
  bold: boolean;
  /** Has letters, all of them capitals. */
  caps: boolean;
  bullet: boolean;
  /** White space above it in font heights; Infinity at the top of a block. */
  gap: number;
};

/** Bullets of list items, and how OCR reads them. */
const BULLET = /^(?:[•●○◦▪■□◆◇❖➢➤►▶‣⁃∙·✓✔*«»¢+–—-]|[-*•●▪➢·]\t?)$/u;
const GLUED_BULLET = /^[•●○◦▪■□◆❖➢➤►▶‣⁃∙✓✔](?=\S)/u;

/** Text about the page, not the person. */
const PAGE_NUMBER = new RegExp(
  `^\\W*(?:${anyOf("resumes", "page_words")}\\s*\\d{1,2}(?:\\s*(?:${anyOf("resumes", "of_pages")}|/)\\s*\\d{1,2})?|\\d{1,2}\\s*/\\s*\\d{1,2}|[-–]\\s*\\d{1,2}\\s*[-–])\\W*$`,
  "iu",
);

/** `cells` are the words of the row between wide gaps, left to right. Null for a row of marks only. */
export function rowOf(cells: readonly Word[][], page: number, block: number, above: Box | null): Row | null {
  const all = cells.flat();
  const bullet = isBullet(all);
  const [head, ...rest] = cells.filter((words) => words.length > 0);
  if (!head) return null;
  const own = bullet && BULLET.test(head[0]?.text ?? "") ? [head.slice(1), ...rest] : [head, ...rest];
  const pieces = own.filter((words) => words.length > 0).map((words) => pieceOf(words, page));
  const clean = pieces.flatMap((piece) => stripped(piece, GLUED_BULLET) ?? []);
  const words = clean.flatMap((piece) => piece.words);
  if (words.length === 0) return null;
  const box = boxAround(words);
  const whole = stripped(pieceOf(words, page), GLUED_BULLET);
  if (!whole) return null;
  if (PAGE_NUMBER.test(whole.text)) return null;
  const size = typeSizeOf(words);
  return {
    page,
    block,
    piece: whole,
    cells: clean,
    box,
    size,
    bold: isBold(words),
    caps: isCaps(whole.text),
    bullet,
    gap: above ? (box.top - above.bottom) / Math.max(1, size) : Infinity,
  };
}

export function isBullet(words: readonly Word[]): boolean {
  const first = words[0]?.text ?? "";
  return words.length > 1 ? BULLET.test(first) || GLUED_BULLET.test(first) : GLUED_BULLET.test(first);
}

export function isCaps(text: string): boolean {
  return /\p{Lu}\P{L}*\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** The size of most letters, from the boxes when the file does not give it. */
export function typeSizeOf(words: readonly Word[]): number {
  const sizes = words.map(({ fontSize, box, text }) => ({
    size: fontSize > 0 ? fontSize : (box.bottom - box.top) * 0.83,
    letters: Math.min(8, text.length),
  }));
  const [first] = sizes;
  if (sizes.every(({ size }) => size === first?.size)) return first?.size ?? 0;
  let before = sizes.reduce((sum, { letters }) => sum + letters, 0) >> 1;
  for (const { size, letters } of sizes.sort((a, b) => a.size - b.size)) {
    before -= letters;
    if (before < 0) return size;
  }
  return 0;
}

function isBold(words: readonly Word[]): boolean {
  const letters = (some: readonly Word[]) => some.reduce((sum, word) => sum + word.text.length, 0);
  return letters(words.filter((word) => word.bold)) * 2 > letters(words);
}
