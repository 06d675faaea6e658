/** Finds bright paper on a darker table: the surroundings disturb OCR and the measurement of slant. */
import type { Grey } from "./slant.ts";

/** Pixels of the picture; `right` and `bottom` are exclusive. */
export type Region = { left: number; top: number; right: number; bottom: number };

/** Share of the picture that paper fills: more is read with its surroundings, less is not taken for paper. */
const SHARE_MAX = 0.9;
const SHARE_MIN = 0.15;
/** The surroundings are darker than this share of the paper's brightness. */
const DARKNESS_MAX = 0.6;
/** A row or column belongs to the paper when it has this share of the bright pixels of the fullest ones. */
const FULLNESS_MIN = 0.5;
/** Quantile: this share of all rows or columns is fuller than the one taken as full. */
const FULLEST = 0.1;
/** Number of sides that must show the background; a single one is a rail or banner of the page itself. */
const SIDES_MIN = 2;
/** Something lies beside the paper from this share of the picture's width or height on. */
const BESIDE_MIN = 0.02;
/** The edge of a stroke is a step of at least this share of the surrounding brightness and at least this many greys. */
const STEP = { share: 0.2, greys: 12 };
/** Surroundings with this share of the paper's strokes are text: part of the page in shadow. Tables have 0.1, shadows 0.8. */
const WRITTEN_MIN = { ofPaper: 0.4, share: 0.01 };
/** Added on every side, as a share of the picture: slanted paper has protruding corners. */
const MARGIN = 0.015;

/** Null when the picture shows no paper on a clearly darker ground. */
export function paperOf(grey: Grey): Region | null {
  const { data, width, height } = grey;
  const threshold = thresholdOf(data);
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) <= threshold) continue;
      rows[y] = (rows[y] ?? 0) + 1;
      columns[x] = (columns[x] ?? 0) + 1;
    }
  const [top, bottom] = spanOf(rows);
  const [left, right] = spanOf(columns);
  const region = { left, top, right, bottom };
  const share = ((right - left) * (bottom - top)) / data.length;
  if (share > SHARE_MAX || share < SHARE_MIN || sidesAround(region, grey) < SIDES_MIN || !standsOut(grey, region)) return null;
  if (isWritten(grey, region)) return null;
  const [acrossMargin, downMargin] = [Math.ceil(MARGIN * width), Math.ceil(MARGIN * height)];
  return {
    left: Math.max(0, left - acrossMargin),
    top: Math.max(0, top - downMargin),
    right: Math.min(width, right + acrossMargin),
    bottom: Math.min(height, bottom + downMargin),
  };
}

function sidesAround({ left, top, right, bottom }: Region, { width, height }: Grey): number {
  const [across, down] = [BESIDE_MIN * width, BESIDE_MIN * height];
  return [left > across, width - right > across, top > down, height - bottom > down].filter(Boolean).length;
}

/** Otsu's threshold: the grey value that separates dark and bright pixels with the greatest variance between them. */
function thresholdOf(data: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 1) {
    const value = data[at] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const sum = counts.reduce((all, count, value) => all + count * value, 0);
  let best = { threshold: 127, variance: 0 };
  let dark = 0;
  let darkSum = 0;
  counts.forEach((count, threshold) => {
    dark += count;
    darkSum += count * threshold;
    if (dark === 0 || dark === data.length) return;
    const apart = darkSum / dark - (sum - darkSum) / (data.length - dark);
    const variance = dark * (data.length - dark) * apart ** 2;
    if (variance > best.variance) best = { threshold, variance };
  });
  return best.threshold;
}

function spanOf(bright: Uint32Array): [from: number, to: number] {
  const full = bright.toSorted().at(-1 - Math.floor(bright.length * FULLEST)) ?? 0;
  const fills = (count: number) => count >= FULLNESS_MIN * full;
  return [bright.findIndex(fills), bright.findLastIndex(fills) + 1];
}

function standsOut({ data, width }: Grey, { left, top, right, bottom }: Region): boolean {
  const sums = { inside: 0, outside: 0 };
  data.forEach((value, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    sums[x >= left && x < right && y >= top && y < bottom ? "inside" : "outside"] += value;
  });
  const area = (right - left) * (bottom - top);
  return sums.outside / (data.length - area) < DARKNESS_MAX * (sums.inside / area);
}

/** Whether the surroundings have nearly as many strokes as the region. */
function isWritten(grey: Grey, { left, top, right, bottom }: Region): boolean {
  const isIn = (x: number, y: number) => x >= left && x < right && y >= top && y < bottom;
  const around = strokeShare(grey, (x, y) => !isIn(x, y));
  return around > WRITTEN_MIN.share && around > WRITTEN_MIN.ofPaper * strokeShare(grey, isIn);
}

function strokeShare({ data, width }: Grey, belongs: (x: number, y: number) => boolean): number {
  const own = Array.from(data.keys()).filter((at) => belongs(at % width, Math.floor(at / width)));
  const mean = own.reduce((sum, at) => sum + (data[at] ?? 0), 0) / Math.max(1, own.length);
  const step = Math.max(STEP.greys, STEP.share * mean);
  const isEdge = (at: number) => at % width > 0 && Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0)) > step;
  return own.filter(isEdge).length / Math.max(1, own.length);
}
