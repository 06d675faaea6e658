/** Finds check boxes in a grey picture of a page, and whether each is ticked. */
import type { Box, Mark, Word } from "#documents/document.ts";
import { centreInside } from "#documents/layout/assemble.ts";
import type { Pixels } from "#documents/ocr/picture.ts";
import { circlesIn } from "./circles.ts";
import { type InkMap, inkMapOf } from "./ink-map.ts";
import { type Square, squaresIn } from "./squares.ts";

type Printed = Pick<Word, "text" | "box" | "certainty" | "source">;

/** Sides of boxes in heights of a word, and in pixels: smaller ones cannot be told from letters. */
const SIDE = { min: 0.55, max: 2.5, minPx: 7 };
/** Share of the inside from which on a box is ticked: a thin tick at 100 dpi has 0.08, the noise of a JPEG 0.02. */
const TICKED_MIN = 0.045;
/** The inside begins this share of the side behind the line, where a turned line ends. */
const MARGIN = 0.1;
/** The inside of a filled box, whose line cannot be told from what fills it, begins at this share of its side. */
const INSIDE_FROM_MAX = 0.35;
/** From this share on the box is filled. */
const SOLID_MIN = 0.8;
/** Boxes of one size that make another shape of that size a box. */
const ALIKE_MIN = 2;
/** Boxes side by side in a row from this number on are cells for letters. */
const COMB_MIN = 3;
/** Gap between such cells, as a share of their width. */
const COMB_GAP_MAX = 0.6;
/** OCR takes a radio button for one sign or two. */
const SIGN_LETTERS_MAX = 2;
/** Boxes kept per page, and signs looked at. */
const MARKS_MAX = 500;

/** `words`: those of the page in pixels of the picture; `height`: their usual height there. Top to bottom, left to right. */
export function marksIn(picture: Pixels, words: readonly Printed[], height: number): Mark[] {
  const sides = { min: Math.max(SIDE.minPx, Math.round(SIDE.min * height)), max: Math.round(SIDE.max * height) };
  if (sides.max <= sides.min) return [];
  const map = inkMapOf(picture);
  const squares = withoutCombs(outermost(withoutRulings(squaresIn(map, sides))));
  const signs = words.filter(({ text, source }) => source === "ocr" && text.length <= SIGN_LETTERS_MAX).map(({ box }) => box);
  const rings = circlesIn(map, sides, signs.slice(0, MARKS_MAX)).filter(
    ({ box }) => !squares.some((square) => centreInside(box, square.box)),
  );
  const seen = [...squares, ...rings]
    .filter((square) => !isLettered(map, square, words))
    .map((square) => ({ ...square, ink: insideOf(map, square) }));
  const sure = seen.filter((each) => each.ink < SOLID_MIN && !isCell(map, each));
  // A filled box may be a bullet, and a cell of a table has the shape of a box: others of the same size tell.
  const found = seen.filter((each) => sure.includes(each) || sure.filter((other) => isSameSize(each, other)).length >= ALIKE_MIN);
  return found
    .slice(0, MARKS_MAX)
    .map(({ box, ink }) => ({ box, checked: ink >= TICKED_MIN, certainty: certaintyOf(ink) }))
    .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
}

const sideOf = ({ left, right, top, bottom }: Box): number => Math.max(right - left, bottom - top);

const isSameSize = ({ box: a }: Square, { box: b }: Square): boolean => Math.abs(sideOf(a) - sideOf(b)) <= 0.25 * sideOf(b);

/** Without squares with gaps that share three edges with one without: a ruling near a box is taken for its fourth edge. */
function withoutRulings(squares: readonly Square[]): Square[] {
  const edgesShared = (a: Box, b: Box) =>
    (["left", "right", "top", "bottom"] as const).filter((edge) => Math.abs(a[edge] - b[edge]) <= 1).length;
  const firm = squares.filter((square) => square.firm);
  return squares.filter(({ box, firm: isFirm }) => isFirm || !firm.some((other) => edgesShared(box, other.box) === 3));
}

/** Of squares over each other the largest that is nearly square: two boxes below each other look like a high one. */
function outermost(squares: readonly Square[]): Square[] {
  const kept: Square[] = [];
  const isHigh = ({ box }: Square) => (sideOf(box) > HIGH_MIN * Math.min(box.right - box.left, box.bottom - box.top) ? 1 : 0);
  const best = squares.toSorted((a, b) => isHigh(a) - isHigh(b) || sideOf(b.box) - sideOf(a.box));
  for (const square of best) if (!kept.some(({ box }) => overlapOf(square.box, box) > OVERLAP_MIN)) kept.push(square);
  return kept;
}
/** Longer side divided by the shorter one. */
const HIGH_MIN = 1.25;

/** Whether its upper and lower line go on to one side: a cell of a table. */
function isCell(map: InkMap, { box: { left, top, right, bottom } }: Square): boolean {
  const width = right - left;
  const goesOn = (from: number, to: number) =>
    [top, bottom].every((edge) => [-2, -1, 0].some((by) => map.across(edge + by, from, to) > 0.9));
  return goesOn(right, right + width) || goesOn(left - width, left);
}

/** Without rows of boxes that touch or nearly do: cells in which one letter each is written. */
function withoutCombs(squares: readonly Square[]): Square[] {
  const combed = new Set<Square>();
  for (const first of squares) {
    const row = [first];
    for (let next = rightOf(first, squares); next !== undefined && row.length < squares.length; next = rightOf(next, squares))
      row.push(next);
    if (row.length >= COMB_MIN) for (const each of row) combed.add(each);
  }
  return squares.filter((square) => !combed.has(square));
}

function rightOf({ box, line }: Square, squares: readonly Square[]): Square | undefined {
  const near = Math.max(3, line + 1);
  const gapMax = COMB_GAP_MAX * (box.right - box.left);
  return squares.find(
    ({ box: other }) =>
      other.left >= box.right - near &&
      other.left - box.right <= gapMax &&
      Math.abs(other.top - box.top) <= near &&
      Math.abs(other.bottom - box.bottom) <= near,
  );
}

/** OCR takes boxes for letters, alone or several: of one that is as large as the box it is then less sure than this. */
const SURE = 0.9;
/** A word that the box is in is wider than the box by this factor; OCR is as sure of one at least. */
const PART = { widths: 1.7, certainty: 0.4 };
/** Share of the smaller one from which on a word and a box overlap. */
const OVERLAP_MIN = 0.4;

/** Whether letters make its shape, or are printed in it: a word, the key of a keyboard, the number of a section. */
function isLettered(map: InkMap, { box, firm }: Square, words: readonly Printed[]): boolean {
  return words.some(({ text, box: word, source, certainty }) => {
    if (overlapOf(box, word) < OVERLAP_MIN || TICK.test(text)) return false;
    const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    if (source === "native") return letters > 0 || /\p{Sc}/u.test(text);
    if (letters === 0) return false;
    if (word.right - word.left > PART.widths * (box.right - box.left)) return certainty >= PART.certainty && !isApart(map, box, word);
    if (certainty < SURE) return false;
    return !firm || (/\p{N}/u.test(text) && sideOf(word) < 0.75 * sideOf(box));
  });
}

/** Gap between a box and its label as a share of its side; letters of a word are closer. */
const APART_MIN = 0.28;

/** Whether white parts the box from the other letters of a word: OCR reads a box and its label as one. Ticks stick out above. */
function isApart({ down }: InkMap, { left, top, right, bottom }: Box, word: Box): boolean {
  const gap = Math.round(APART_MIN * (right - left));
  const middle = Math.round((top + bottom) / 2);
  const isWhite = (from: number) => {
    for (let x = from; x < from + gap; x++) if (down(x, middle, Math.round(bottom)) > 0) return false;
    return true;
  };
  const [before, after] = [Math.round(left) - 2 - gap, Math.round(right) + 2];
  return (word.left > before || isWhite(before)) && (word.right < after + gap || isWhite(after));
}

/** Letters that people and symbol fonts tick boxes with. */
const TICK = /^[xXvV×✓✔✗✘✕✖☑☒☐□■●○◯❏❑❒❍⬜lnoqru4üûþýïð¨o]$/u;

function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width <= 0 || height <= 0 ? 0 : (width * height) / Math.max(1, Math.min(areaOf(a), areaOf(b)));
}

const areaOf = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);

/** Share of the inside that is ink, 0..1. */
function insideOf({ ink, width }: InkMap, { box, line }: Square): number {
  const side = Math.min(box.right - box.left, box.bottom - box.top);
  const by = Math.min(line + Math.max(1, MARGIN * side), INSIDE_FROM_MAX * side);
  const [left, right] = [Math.round(box.left + by), Math.round(box.right - by)];
  const [top, bottom] = [Math.round(box.top + by), Math.round(box.bottom - by)];
  let count = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) count += ink[y * width + x] ?? 0;
  return count / Math.max(1, (right - left) * (bottom - top));
}

/** 0.5 at the limit, 0.99 for an empty box and for one with twice as much ink as the limit. */
function certaintyOf(ink: number): number {
  const far = Math.min(1, Math.abs(ink - TICKED_MIN) / TICKED_MIN);
  return Math.round((0.5 + 0.49 * far) * 100) / 100;
}
