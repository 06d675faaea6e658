/** Finds regions of a grey picture whose ink is like text: rows of small connected pieces, in any colour on any even ground. */
import type { Box } from "#documents/document.ts";
import { type Piece, piecesOf } from "#documents/image/pieces.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { append } from "#documents/long-lists.ts";
import type { Pixels } from "#documents/ocr/picture.ts";

/** A row of letters. `pieces`: connected parts of its ink, about one for each letter or short word. */
export type Row = { box: Box; pieces: number };
export type Region = { box: Box; pieces: number };

/** Ink differs from the mean grey around it by this much at least. */
const CONTRAST = 36;
/** Height of one letter in points, capitals of type from 5 to 50 points. */
const LETTER_PT = { min: 2.6, max: 38 };
/** A piece of letters that touch is at most this many times as wide as high. */
const WIDE_MAX = 9;
/** Neighbours in a row: gap and difference in height in heights of the taller, and share of the lower one's height that both have. */
const NEIGHBOURS = { gapMax: 1.4, heightRatioMax: 2.4, sharedMin: 0.5 };
/** A row has so many pieces at least, and is so many times as wide as high. */
const ROW = { pieces: 3, wide: 1.8 };
/** Rows whose distance is below so many heights are one region. */
const LEADING = 1.6;
/** A page of small print has 10,000 pieces; one with more than this is a screened picture. */
const PIECES_MAX = 20_000;

/** `explained`: parts of the picture that are not looked at; `scale`: pixels to a point. Boxes are in pixels, from the top. */
export function textLikeRegions(picture: Pixels, explained: readonly Box[], scale: number): Region[] {
  const pieces = [...piecesOf(picture, CONTRAST, explained)].filter(({ box }) => isLikeLetters(box, scale));
  if (pieces.length > PIECES_MAX) return [];
  return regionsOf(rowsOf(pieces));
}

const heightOf = ({ top, bottom }: Box): number => bottom - top;
const widthOf = ({ left, right }: Box): number => right - left;

function isLikeLetters(box: Box, scale: number): boolean {
  const height = heightOf(box);
  return height >= LETTER_PT.min * scale && height <= LETTER_PT.max * scale && widthOf(box) <= WIDE_MAX * height;
}

/** Pieces from left to right, each put behind the nearest row that it continues. */
function rowsOf(pieces: readonly Piece[]): Row[] {
  const open: { last: Box; box: Box; pieces: number }[] = [];
  const done: Row[] = [];
  for (const { box } of pieces.toSorted((a, b) => a.box.left - b.box.left)) {
    for (let i = open.length - 1; i >= 0; i -= 1) {
      const row = open[i];
      if (row && box.left - row.box.right > NEIGHBOURS.gapMax * LETTERS_TALL * heightOf(row.last)) append(done, open.splice(i, 1));
    }
    const near = open.filter(({ last }) => areNeighbours(last, box)).sort((a, b) => b.box.right - a.box.right)[0];
    if (near) Object.assign(near, { last: box, box: boxAround([near, { box }]), pieces: near.pieces + 1 });
    else open.push({ last: box, box, pieces: 1 });
  }
  const rows = [...done, ...open].filter(({ box, pieces }) => pieces >= ROW.pieces && widthOf(box) >= ROW.wide * heightOf(box));
  return rows.map(({ box, pieces }) => ({ box, pieces }));
}

/** A row ends when nothing continues it within the gap of its tallest possible neighbour. */
const LETTERS_TALL = NEIGHBOURS.heightRatioMax;

function areNeighbours(a: Box, b: Box): boolean {
  const [low, tall] = [Math.min(heightOf(a), heightOf(b)), Math.max(heightOf(a), heightOf(b))];
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return tall <= NEIGHBOURS.heightRatioMax * low && shared >= NEIGHBOURS.sharedMin * low && b.left - a.right <= NEIGHBOURS.gapMax * tall;
}

/** Rows near each other become one region; regions that touch are joined. */
function regionsOf(rows: readonly Row[]): Region[] {
  const regions: Region[] = [];
  for (const row of rows.toSorted((a, b) => a.box.top - b.box.top)) {
    const reach = LEADING * heightOf(row.box);
    let whole: Region = row;
    for (let at = indexOfNear(regions, whole, reach); at >= 0; at = indexOfNear(regions, whole, reach)) {
      const [other] = regions.splice(at, 1);
      if (other) whole = { box: boxAround([whole, other]), pieces: whole.pieces + other.pieces };
    }
    regions.push(whole);
  }
  return regions;
}

function indexOfNear(regions: readonly Region[], { box }: Region, reach: number): number {
  return regions.findIndex(
    ({ box: other }) =>
      other.left - reach < box.right && other.right + reach > box.left && other.top - reach < box.bottom && other.bottom + reach > box.top,
  );
}
