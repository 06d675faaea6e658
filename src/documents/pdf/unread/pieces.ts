/** Connected pieces of ink in a grey picture. */
import type { Box } from "#documents/document.ts";
import type { Pixels } from "#documents/ocr/picture.ts";

/** `ink`: number of its pixels. */
export type Piece = { box: Box; ink: number };

/** Ink differs from the mean grey around it by this much at least. */
const CONTRAST = 36;
/** Half the side of the square whose mean grey is the ground, in pixels: more than a letter of usual size at 100 dots per inch. */
const GROUND_PX = 14;

/** Pieces outside the `explained` boxes, in any order. Ink is darker than its surroundings, or lighter. */
export function piecesOf(picture: Pixels, explained: readonly Box[]): Piece[] {
  const ink = inkOf(picture);
  for (const box of explained) erase(ink, picture, box);
  const pieces: Piece[] = [];
  for (let start = 0; start < ink.length; start += 1) {
    const kind = ink[start];
    if (kind === DARK || kind === LIGHT) pieces.push(pieceFrom(start, kind, ink, picture));
  }
  return pieces;
}

const GROUND = 0;
const DARK = 1;
const LIGHT = 2;

function inkOf({ data, width, height }: Pixels): Uint8Array {
  const sums = sumsOf({ data, width, height });
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - GROUND_PX), Math.min(height, y + GROUND_PX + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - GROUND_PX), Math.min(width, x + GROUND_PX + 1)];
      const sum = at(sums, bottom, right) - at(sums, top, right) - at(sums, bottom, left) + at(sums, top, left);
      const differs = (data[y * width + x] ?? 0) - sum / ((bottom - top) * (right - left));
      if (differs <= -CONTRAST) ink[y * width + x] = DARK;
      else if (differs >= CONTRAST) ink[y * width + x] = LIGHT;
    }
  }
  return ink;
}

type Sums = { data: Float64Array; across: number };
const at = ({ data, across }: Sums, y: number, x: number): number => data[y * across + x] ?? 0;

/** Sums of all pixels above and left of each corner. */
function sumsOf({ data, width, height }: Pixels): Sums {
  const across = width + 1;
  const sums = new Float64Array(across * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * across + x + 1] = row + (sums[y * across + x + 1] ?? 0);
    }
  }
  return { data: sums, across };
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
