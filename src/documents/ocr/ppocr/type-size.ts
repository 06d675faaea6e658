/** Measures how large the small type of a picture is, before its lines are found: by the heights of its connected pieces of ink. */
import type { Pixels } from "#documents/ocr/picture.ts";

/** The picture is looked at in half its size, which is enough to know large type and takes a quarter of the time. */
const HALF = 2;
/** Ink is darker than the mean of the square around it, of this many pixels to each side, by so much. */
const AROUND = 8;
const DARKER = 25;
/** Heights of pieces that may be letters, in pixels, and their longest shape; smaller ones are specks, others rulings and pictures. */
const HEIGHT = { min: 3, max: 30 };
const LONG_SHAPE = 4;
const INK_MIN = 4;
/** Share of its box that the ink of a letter fills at most. */
const FILLED_MAX = 0.9;
/** With fewer pieces the size of the type is not known. */
const PIECES_MIN = 100;
/** Lower-case letters without ascenders are among the smallest quarter. */
const SMALL = 0.25;

/** Height of small letters in pixels, null when it is not known. */
export function smallTypePx(picture: Pixels): number | null {
  const half = halved(picture);
  const heights = letterHeights(inkOf(half), half).sort((a, b) => a - b);
  const height = heights[Math.floor(SMALL * heights.length)];
  return heights.length < PIECES_MIN || height === undefined ? null : HALF * height;
}

function halved({ data, width: across, height: down }: Pixels): Pixels {
  const [width, height] = [across >> 1, down >> 1];
  const half = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = HALF * (y * across + x);
      half[y * width + x] = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + across] ?? 0) + (data[at + across + 1] ?? 0)) >> 2;
    }
  return { data: half, width, height };
}

/** 1 for pixels of ink. The sums over squares move along with them. */
function inkOf({ data, width, height }: Pixels): Uint8Array {
  const ink = new Uint8Array(width * height);
  const columns = new Uint32Array(width);
  const addRow = (y: number, sign: 1 | -1) => {
    if (y < 0 || y >= height) return;
    for (let x = 0; x < width; x += 1) columns[x] = (columns[x] ?? 0) + sign * (data[y * width + x] ?? 0);
  };
  for (let y = 0; y < AROUND; y += 1) addRow(y, 1);
  for (let y = 0; y < height; y += 1) {
    addRow(y + AROUND, 1);
    addRow(y - AROUND - 1, -1);
    const rows = Math.min(height - 1, y + AROUND) - Math.max(0, y - AROUND) + 1;
    let sum = 0;
    for (let x = 0; x < AROUND; x += 1) sum += columns[x] ?? 0;
    for (let x = 0; x < width; x += 1) {
      sum += (columns[x + AROUND] ?? 0) - (columns[x - AROUND - 1] ?? 0);
      const around = rows * (Math.min(width - 1, x + AROUND) - Math.max(0, x - AROUND) + 1);
      if (((data[y * width + x] ?? 0) + DARKER) * around < sum) ink[y * width + x] = 1;
    }
  }
  return ink;
}

/** Heights of the pieces of ink that may be letters. Clears the ink. */
function letterHeights(ink: Uint8Array, { width, height }: Pixels): number[] {
  const heights: number[] = [];
  for (let start = ink.indexOf(1); start >= 0; start = ink.indexOf(1, start + 1)) {
    const piece = pieceFrom(start, ink, width, height);
    const [across, down] = [piece.right - piece.left + 1, piece.bottom - piece.top + 1];
    const isLetter = down >= HEIGHT.min && down <= HEIGHT.max && across < LONG_SHAPE * down && piece.pixels >= INK_MIN;
    if (isLetter && piece.pixels < FILLED_MAX * across * down) heights.push(down);
  }
  return heights;
}

function pieceFrom(start: number, ink: Uint8Array, width: number, height: number) {
  const open = [start];
  const piece = { left: width, right: 0, top: height, bottom: 0, pixels: 0 };
  ink[start] = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    piece.left = Math.min(piece.left, x);
    piece.right = Math.max(piece.right, x);
    piece.top = Math.min(piece.top, y);
    piece.bottom = Math.max(piece.bottom, y);
    piece.pixels += 1;
    for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY += 1)
      for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX += 1) {
        const next = nextY * width + nextX;
        if (ink[next] !== 1) continue;
        ink[next] = 0;
        open.push(next);
      }
  }
  return piece;
}
