/** Where a grey picture is darker than the paper around, with fast counts along rows and columns. */
import type { Pixels } from "#documents/ocr/picture.ts";

export type InkMap = {
  width: number;
  height: number;
  /** 1 where ink is, row by row. */
  ink: Uint8Array;
  /** Share of the columns `from` to `to` (exclusive) with ink in row `y` or the next one, 0..1: a slightly turned line changes rows. */
  across(y: number, from: number, to: number): number;
  /** Likewise of the rows `from` to `to` in column `x` or the next one. */
  down(x: number, from: number, to: number): number;
};

/** Side of the squares whose paper is measured, in pixels. */
const TILE = 48;
/** Ink is darker than the paper by this share of it: a hairline that falls between two pixels loses half of its darkness. */
const DARKER = 0.18;
/** Share of a square's pixels that are darker than its paper at most; shaded areas are paper too. */
const PAPER_QUANTILE = 0.75;

export function inkMapOf(picture: Pixels): InkMap {
  const { width, height } = picture;
  const ink = inkIn(picture);
  const rows = countsAlong(ink, { lanes: height, length: width, step: 1, stride: width });
  const columns = countsAlong(ink, { lanes: width, length: height, step: width, stride: 1 });
  return {
    width,
    height,
    ink,
    across: (y, from, to) => shareOf(rows, { lanes: height, length: width }, y, from, to),
    down: (x, from, to) => shareOf(columns, { lanes: width, length: height }, x, from, to),
  };
}

function inkIn({ data, width, height }: Pixels): Uint8Array {
  const ink = new Uint8Array(width * height);
  const across = Math.ceil(width / TILE);
  const papers = papersOf({ data, width, height }, across);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / TILE) * across;
    for (let x = 0; x < width; x++) {
      const limit = papers[row + Math.floor(x / TILE)] ?? 0;
      if ((data[y * width + x] ?? 255) < limit) ink[y * width + x] = 1;
    }
  }
  return ink;
}

/** For each square the grey below which ink begins. */
function papersOf({ data, width, height }: Pixels, across: number): number[] {
  const limits: number[] = [];
  const counts = new Uint32Array(256);
  for (let top = 0; top < height; top += TILE)
    for (let left = 0; left < width; left += TILE) {
      const [right, bottom] = [Math.min(width, left + TILE), Math.min(height, top + TILE)];
      counts.fill(0);
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) {
          const grey = data[y * width + x] ?? 0;
          counts[grey] = (counts[grey] ?? 0) + 1;
        }
      let rest = (right - left) * (bottom - top) * PAPER_QUANTILE;
      let paper = 0;
      while (paper < 255 && rest - (counts[paper] ?? 0) > 0) rest -= counts[paper++] ?? 0;
      limits[Math.floor(top / TILE) * across + left / TILE] = paper * (1 - DARKER);
    }
  return limits;
}

type Lanes = { lanes: number; length: number; step: number; stride: number };

/** Running counts of the places of each lane that have ink there or in the next lane. */
function countsAlong(ink: Uint8Array, { lanes, length, step, stride }: Lanes): Uint16Array {
  const counts = new Uint16Array(lanes * (length + 1));
  for (let lane = 0; lane < lanes; lane++) {
    const next = lane + 1 < lanes ? stride : 0;
    let sum = 0;
    for (let i = 0; i < length; i++) {
      const at = lane * stride + i * step;
      sum += (ink[at] ?? 0) | (ink[at + next] ?? 0);
      counts[lane * (length + 1) + i + 1] = sum;
    }
  }
  return counts;
}

function shareOf(counts: Uint16Array, { lanes, length }: Pick<Lanes, "lanes" | "length">, lane: number, from: number, to: number): number {
  const [start, end] = [Math.max(0, from), Math.min(length, to)];
  if (lane < 0 || lane >= lanes || end <= start) return 0;
  const base = lane * (length + 1);
  return ((counts[base + end] ?? 0) - (counts[base + start] ?? 0)) / (to - from);
}
