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
  for (let start = 0; start < ink.length; start += 1) {
    const kind = ink[start];
    if (kind === DARK || kind === LIGHT) yield pieceFrom(start, kind, ink, picture);
  }
}

const GROUND = 0;
const DARK = 1;
const LIGHT = 2;

/** The sum of the square goes along with each pixel; of the rows above only the sums of their columns are kept. Whole numbers, as a page has a million pixels. */
function inkOf({ data, width, height }: Pixels, contrast: number): Uint8Array {
  const ink = new Uint8Array(width * height);
  const columns = new Int32Array(width);
  let top = 0;
  let bottom = 0;
  for (let y = 0; y < height; y += 1) {
    for (; bottom < Math.min(height, y + GROUND_PX + 1); bottom += 1) addRow(columns, data, bottom * width, 1);
    for (; top < y - GROUND_PX; top += 1) addRow(columns, data, top * width, -1);
    let sum = 0;
    for (let x = 0; x < Math.min(GROUND_PX, width); x += 1) sum += columns[x] ?? 0;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      if (x + GROUND_PX < width) sum += columns[x + GROUND_PX] ?? 0;
      if (x > GROUND_PX) sum -= columns[x - GROUND_PX - 1] ?? 0;
      const area = (bottom - top) * (Math.min(width, x + GROUND_PX + 1) - Math.max(0, x - GROUND_PX));
      const differs = (data[at] ?? 0) * area - sum;
      if (differs <= -contrast * area) ink[at] = DARK;
      else if (differs >= contrast * area) ink[at] = LIGHT;
    }
  }
  return ink;
}

function addRow(columns: Int32Array, data: Uint8Array, from: number, sign: 1 | -1): void {
  for (let x = 0, at = from; x < columns.length; x += 1, at += 1) columns[x] = (columns[x] ?? 0) + sign * (data[at] ?? 0);
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
