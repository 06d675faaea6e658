/** Connected pieces of ink in a grey picture. */
import type { Box } from "#documents/document.ts";
import type { Pixels } from "#documents/ocr/picture.ts";

/** `ink`: number of its pixels. */
export type Piece = { box: Box; ink: number };

/** Half the side of the square whose mean grey is the ground, in pixels: more than a letter of usual size at 100 dots per inch. */
const GROUND_PX = 14;

/**
 * Pieces outside the `explained` boxes, by the row in which they begin. Ink is darker than its surroundings, or lighter: it differs from the mean
 * grey around it by `contrast` at least.
 */
export function* piecesOf(picture: Pixels, contrast: number, explained: readonly Box[] = []): Generator<Piece, void> {
  const ink = inkOf(picture, contrast);
  for (const box of explained) erase(ink, picture, box);
  for (let start = nextInk(ink, 0); start < ink.length; start = nextInk(ink, start + 1)) {
    yield pieceFrom(start, ink[start] ?? GROUND, ink, picture);
  }
}

/** The length of `ink` where no more is left. */
function nextInk(ink: Uint8Array, from: number): number {
  let at = from;
  while (at < ink.length && ink[at] === GROUND) at += 1;
  return at;
}

const GROUND = 0;
const DARK = 1;
const LIGHT = 2;

/** Of the rows above each pixel only the sums of their columns are kept, with columns of zeros on both sides. */
function inkOf({ data, width, height }: Pixels, contrast: number): Uint8Array {
  const ink = new Uint8Array(width * height);
  const columns = new Int32Array(width + 2 * GROUND_PX + 1);
  const wide = Int32Array.from({ length: width }, (_, x) => Math.min(width, x + GROUND_PX + 1) - Math.max(0, x - GROUND_PX));
  const none = new Uint8Array(width);
  const rowAt = (y: number) => (y >= 0 && y < height ? data.subarray(y * width, (y + 1) * width) : none);
  for (let y = 0; y < GROUND_PX; y += 1) slide(columns, rowAt(y), none);
  for (let y = 0; y < height; y += 1) {
    slide(columns, rowAt(y + GROUND_PX), rowAt(y - GROUND_PX - 1));
    const high = Math.min(height, y + GROUND_PX + 1) - Math.max(0, y - GROUND_PX);
    markRow(ink, data, y * width, { columns, wide, high, contrast });
  }
  return ink;
}

type Ground = { columns: Int32Array; wide: Int32Array; high: number; contrast: number };

/** The sum of the square goes along with each pixel. Whole numbers, as a page has a million pixels. */
function markRow(ink: Uint8Array, data: Uint8Array, from: number, { columns, wide, high, contrast }: Ground): void {
  let sum = 0;
  for (let x = 0; x < GROUND_PX; x += 1) sum += columns[BEFORE + x] ?? 0;
  for (let x = 0; x < wide.length; x += 1) {
    sum += (columns[BEFORE + GROUND_PX + x] ?? 0) - (columns[x] ?? 0);
    const area = high * (wide[x] ?? 0);
    const differs = (data[from + x] ?? 0) * area - sum;
    if (differs <= -contrast * area) ink[from + x] = DARK;
    else if (differs >= contrast * area) ink[from + x] = LIGHT;
  }
}

/** Columns of zeros before the first: the one that leaves the square of the first pixel is as far away. */
const BEFORE = GROUND_PX + 1;

/** A row of pixels comes to the sums, and another one leaves them. */
function slide(columns: Int32Array, comes: Uint8Array, leaves: Uint8Array): void {
  for (let x = 0; x < comes.length; x += 1) columns[BEFORE + x] = (columns[BEFORE + x] ?? 0) + (comes[x] ?? 0) - (leaves[x] ?? 0);
}

function erase(ink: Uint8Array, { width, height }: Pixels, box: Box): void {
  const [left, right] = [Math.max(0, Math.floor(box.left)), Math.min(width, Math.ceil(box.right))];
  if (right <= left) return;
  for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(height, Math.ceil(box.bottom)); y += 1)
    ink.fill(GROUND, y * width + left, y * width + right);
}

function pieceFrom(start: number, kind: number, ink: Uint8Array, { width, height }: Pixels): Piece {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  const open = [start];
  ink[start] = GROUND;
  let count = 0;
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const x = from % width;
    const y = (from - x) / width;
    count += 1;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
    for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY += 1)
      for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX += 1) {
        const next = nextY * width + nextX;
        if (ink[next] !== kind) continue;
        ink[next] = GROUND;
        open.push(next);
      }
  }
  return { box, ink: count };
}
