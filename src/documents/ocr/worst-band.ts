/** Finds the part of a picture with the most badly read text: the part worth reading in other scripts. */
import type { Box } from "#documents/document.ts";
import type { OcrWord } from "./ocr-engine.ts";
import { isEdge, type Pixels } from "./picture.ts";
import { usualHeight } from "./word-measures.ts";

/** Words from this certainty on are well read. */
const WELL_READ = 0.8;
/** Height of a band: this share of the picture's height, or so many lines if that is more; and its maximum width. */
const BAND_SHARE = 0.08;
const BAND_LINES = 5;
const BAND_HEIGHT_MAX_PX = 180;
const BAND_WIDTH_MAX_PX = 1240;
/** How far a band may grow to end between lines. */
const SNAP_MAX_PX = 48;

/** The part of the picture with the most badly read strokes: a few lines, of a bounded number of pixels, or `times` as high. */
export function worstBand(words: readonly OcrWord[], picture: Pixels, times = 1): Box {
  const line = usualHeight(words);
  const read = words.filter(({ text, certainty }) => certainty >= WELL_READ && [...text].length > 2).map(({ box }) => box);
  const { rows, anyEdges, columns } = edgesOf(picture, read, line);
  const tall = Math.min(
    picture.height,
    Math.round(times * Math.max(Math.min(BAND_SHARE * picture.height, BAND_HEIGHT_MAX_PX), BAND_LINES * line)),
  );
  const wide = Math.min(picture.width, BAND_WIDTH_MAX_PX);
  const from = fullest(rows, tall);
  // A line of text that is cut in two makes the engine drop the neighbouring lines.
  let top = from;
  while (top > 0 && from - top < SNAP_MAX_PX && anyEdges[top]) top -= 1;
  let bottom = from + tall;
  while (bottom < picture.height && bottom - from - tall < SNAP_MAX_PX && anyEdges[bottom - 1]) bottom += 1;
  const left = fullest(columns(top, bottom), wide);
  return { left, top, right: left + wide, bottom };
}

/** Stroke edges outside of what was read, by row, and by column within some rows. */
function edgesOf({ data, width, height }: Pixels, read: readonly Box[], line: number) {
  const rows = new Float64Array(height);
  const anyEdges = new Uint8Array(height);
  for (let y = 0; y < height; y += 1) {
    const spans = read.filter(({ top, bottom }) => y >= top - line / 4 && y <= bottom + line / 4);
    for (let x = 1; x < width; x += 1) {
      if (!isEdge(data, y * width + x)) continue;
      anyEdges[y] = 1;
      if (!spans.some(({ left, right }) => x >= left - line && x <= right + line)) rows[y] = (rows[y] ?? 0) + 1;
    }
  }
  const columns = (from: number, to: number) =>
    Float64Array.from({ length: width }, (_, x) => {
      let edges = 0;
      for (let y = from; y < to; y += 1) if (x > 0 && isEdge(data, y * width + x)) edges += 1;
      return edges;
    });
  return { rows, anyEdges, columns };
}

/** Start of the stretch of this length with the greatest sum. */
function fullest(values: Float64Array, length: number): number {
  let sum = 0;
  let most = -1;
  let best = 0;
  values.forEach((value, i) => {
    sum += value - (i >= length ? (values[i - length] ?? 0) : 0);
    if (i >= length - 1 && sum > most) {
      most = sum;
      best = i - length + 1;
    }
  });
  return best;
}
