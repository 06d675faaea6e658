/**
 * Finds lines of text in a picture: PP-OCR's detector (differentiable binarisation, arXiv 1911.08947) and the post-processing of its
 * output.
 */
import sharp from "sharp";
import { largest } from "#documents/long-lists.ts";
import type { Pixels } from "#documents/ocr/picture.ts";
import type { OcrModels, Planes } from "./models.ts";
import { type Rectangle, smallestAround } from "./rectangle.ts";
import { smallTypePx } from "./type-size.ts";

/** The detector's input sides are multiples of this. */
const SIDE_STEP = 32;
/** Maximum long side of the detector's input: measured on receipts and scans, 1280 finds small type that 960 loses. */
const LONG_SIDE_MAX = 1280;
/**
 * Height of small letters to which large type is scaled down for the detector, in pixels, and the share to which it is scaled at least and at
 * most: on receipts it finds as much so as in the full size.
 */
const SMALL_TYPE_PX = 12;
const SHRINK = { min: 0.7, max: 0.92 };
/**
 * Pixels that the detector gets at once at most; a larger picture is split into bands that overlap by a number of rows: a whole page at
 * once takes 420 MB of memory, in bands 290 MB, and bands of half the size take an eighth more time.
 */
const BAND_PIXELS_MAX = 400_000;
const OVERLAP = 64;
/** Difference of neighbouring pixels from which on the detector may see something: fainter writing than it finds. */
const FAINT_EDGE = 12;
/**
 * Minimum probability of a pixel, and minimum mean of a region, to be text. PaddleOCR's defaults (db_postprocess), the mean a little lower.
 */
const LIKELY = 0.3;
const MEAN_MIN = 0.5;
/** The detector marks the core of a line: it is grown by its area over its circumference, times this. */
const WIDEN = 1.6;
const SHORT_SIDE_MIN = 5;
const PIXELS_MIN = 10;
/** Mean and deviation of ImageNet's colours, with which the detector was trained. */
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

/** Rectangles of lines and parts of lines in pixels of the picture, in any order. */
export async function findLines(picture: Pixels, models: OcrModels): Promise<Rectangle[]> {
  const whole = await sizedByType(picture);
  const { left, top: above, part: seen } = withoutBlankEdges(whole);
  const likely = new Float32Array(seen.width * seen.height);
  const bands = bandsOf(seen);
  const room = new Float32Array(3 * seen.width * largest(bands.map(({ from, to }) => to - from)));
  for (const { from, to, top, bottom } of bands) {
    const part = { ...seen, data: seen.data.subarray(from * seen.width, to * seen.width), height: to - from };
    const band = await models.find(planesOf(part, room));
    likely.set(band.subarray((top - from) * seen.width, (bottom - from) * seen.width), top * seen.width);
  }
  return rectanglesIn(likely, seen, picture.width / whole.width, picture.height / whole.height).map((line) => ({
    ...line,
    x: line.x + (left * picture.width) / whole.width,
    y: line.y + (above * picture.height) / whole.height,
  }));
}

/** The part of a picture that has all its edges of strokes, with a margin of `SIDE_STEP`; its sides are multiples of that too. */
function withoutBlankEdges(picture: Pixels): { left: number; top: number; part: Pixels } {
  const { data, width, height } = picture;
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  for (let y = 0; y < height; y += 1)
    for (let x = 1; x < width; x += 1) {
      if (Math.abs((data[y * width + x] ?? 0) - (data[y * width + x - 1] ?? 0)) < FAINT_EDGE) continue;
      rows[y] = (rows[y] ?? 0) + 1;
      columns[x] = (columns[x] ?? 0) + 1;
    }
  const [top, bottom] = extentOf(rows);
  const [left, right] = extentOf(columns);
  const size = { width: right - left, height: bottom - top };
  const part = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y += 1) part.set(data.subarray((top + y) * width + left, (top + y) * width + right), y * size.width);
  return { left, top, part: { data: part, ...size } };
}

/** From the first to the last place with an edge. */
function extentOf(edges: Uint32Array): [from: number, to: number] {
  const first = edges.findIndex((count) => count > 0);
  if (first === -1) return [0, Math.min(SIDE_STEP, edges.length)];
  const from = Math.max(0, first - SIDE_STEP);
  const last = Math.min(edges.length, edges.findLastIndex((count) => count > 0) + 1 + SIDE_STEP);
  const to = Math.min(edges.length, from + Math.ceil((last - from) / SIDE_STEP) * SIDE_STEP);
  // At the end of the picture the multiple is reached towards its beginning; its own sides are multiples.
  return [to - Math.ceil((to - from) / SIDE_STEP) * SIDE_STEP, to];
}

/** The picture scaled for the detector, smaller where all its type is large. */
async function sizedByType(picture: Pixels): Promise<Pixels> {
  const full = await shrunk(picture, LONG_SIDE_MAX);
  const scale = Math.max(SHRINK.min, SMALL_TYPE_PX / (smallTypePx(full) ?? SMALL_TYPE_PX));
  return scale <= SHRINK.max ? shrunk(picture, scale * Math.max(full.width, full.height)) : full;
}

/** Sides are multiples of `SIDE_STEP`. */
async function shrunk({ data, width, height }: Pixels, longSideMax: number): Promise<Pixels> {
  const scale = Math.min(1, longSideMax / Math.max(width, height));
  const side = (length: number) => Math.max(SIDE_STEP, Math.round((length * scale) / SIDE_STEP) * SIDE_STEP);
  const size = { width: side(width), height: side(height) };
  const raw = { width, height, channels: 1 as const };
  return {
    data: await sharp(data, { raw }).resize(size.width, size.height, { fit: "fill" }).toColourspace("b-w").raw().toBuffer(),
    ...size,
  };
}

/** Overlapping bands from top to bottom: rows `from` to `to` are the input, and rows `top` to `bottom` of the output are used. */
function bandsOf({ width, height }: Size): { from: number; to: number; top: number; bottom: number }[] {
  const tall = Math.max(3 * OVERLAP, Math.floor(BAND_PIXELS_MAX / width / SIDE_STEP) * SIDE_STEP);
  const bands: { from: number; to: number; top: number; bottom: number }[] = [];
  for (let from = 0, top = 0; top < height; from = top - OVERLAP / 2) {
    const to = Math.min(height, from + tall);
    const bottom = to === height ? height : to - OVERLAP / 2;
    bands.push({ from, to, top, bottom });
    top = bottom;
  }
  return bands;
}

/** Written into `room`, and valid until it is used again. */
function planesOf({ data, width, height }: Pixels, room: Float32Array): Planes {
  const area = width * height;
  const planes = room.subarray(0, 3 * area);
  for (const channel of [0, 1, 2] as const) {
    const of = Float32Array.from({ length: 256 }, (_, value) => (value / 255 - MEAN[channel]) / DEVIATION[channel]);
    for (let at = 0; at < area; at += 1) planes[channel * area + at] = of[data[at] ?? 0] ?? 0;
  }
  return { data: planes, width, height };
}

type Size = { width: number; height: number };

function rectanglesIn(likely: Float32Array, { width, height }: Size, scaleX: number, scaleY: number): Rectangle[] {
  const seen = new Uint8Array(width * height);
  const found: Rectangle[] = [];
  for (let start = 0; start < likely.length; start += 1) {
    if (seen[start] === 1 || (likely[start] ?? 0) <= LIKELY) continue;
    const { rows, pixels, sum } = stretchFrom(start, likely, seen, { width, height });
    if (pixels < PIXELS_MIN || sum / pixels < MEAN_MIN) continue;
    const corners = [...rows].flatMap(([y, [left, right]]) =>
      [y, y + 1].flatMap((at) => [[left * scaleX, at * scaleY] as const, [(right + 1) * scaleX, at * scaleY] as const]),
    );
    const core = smallestAround(corners);
    const line = core && widened(core);
    if (line && Math.min(line.width, line.height) >= SHORT_SIDE_MIN) found.push(line);
  }
  return found;
}

/** A connected region of text pixels: the first and last of each row are enough for the rectangle around it. */
function stretchFrom(start: number, likely: Float32Array, seen: Uint8Array, { width, height }: Size) {
  const rows = new Map<number, [left: number, right: number]>();
  const open = [start];
  seen[start] = 1;
  let pixels = 0;
  let sum = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    pixels += 1;
    sum += likely[at] ?? 0;
    const row = rows.get(y);
    if (row === undefined) rows.set(y, [x, x]);
    else {
      row[0] = Math.min(row[0], x);
      row[1] = Math.max(row[1], x);
    }
    for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY += 1)
      for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX += 1) {
        const next = nextY * width + nextX;
        if (seen[next] === 1 || (likely[next] ?? 0) <= LIKELY) continue;
        seen[next] = 1;
        open.push(next);
      }
  }
  return { rows, pixels, sum };
}

function widened(core: Rectangle): Rectangle {
  const by = (core.width * core.height * WIDEN) / (core.width + core.height);
  return { ...core, width: core.width + by, height: core.height + by };
}
