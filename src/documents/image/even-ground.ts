/**
 * Evens out coloured backgrounds ("grounds"): text on a tinted band, or white text on a dark sidebar, becomes dark text on white, which OCR
 * reads best. Pages on white stay as they are, byte for byte.
 */
import { largest } from "#documents/long-lists.ts";
import type { Grey } from "./slant.ts";

/** A ground at least this bright (0..255) is white paper. */
const PAPER_MIN = 236;
/** Grey values to either side that still belong to one ground: JPEG leaves about this much noise. */
const GROUND_SPREAD = 8;
/** A printed or drawn background is a single grey nearly everywhere; paper in a photograph varies with light and grain. */
const PURE_SPREAD = 2;
const PURE_SHARE_MIN = 0.85;
/** Minimum share of the picture that a coloured ground must cover to be processed. */
const GROUND_SHARE_MIN = 0.01;
const GROUNDS_MAX = 6;
/** Half the width of what is filled in as part of a ground: large type. In shares of the picture's width. */
const CLOSING_SHARE = 0.02;
/** Half the width of what is too narrow to be a ground: strokes of letters, rulings. */
const OPENING_SHARE = 0.005;
/** Pixels of the picture's edge. */
const FRAME_PX = 4;
/**
 * A ground is wider than the strokes of the largest type: `CORE_OF_GROUND_MIN` of it must remain when everything narrower than twice
 * `CORE_SHARE` is dropped.
 */
const CORE_SHARE = 0.016;
const CORE_OF_GROUND_MIN = 0.3;
/** Contrast below this is grain, not writing. */
const CONTRAST_MIN = 40;
/** Share of a ground that its text covers. */
const INKED = { min: 0.0005, max: 0.4 };
/** Contrast of text is raised by this factor at most. */
const GAIN_MAX = 4;

export function withEvenGround(grey: Grey): Grey {
  const grounds = groundsOf(grey);
  if (grounds.length === 0) return grey;
  const pixels = (part: number) => Math.max(3, Math.round(grey.width * part));
  let data: Buffer | null = null;
  for (const ground of grounds) {
    const area = opened(maskOf(grey, ground), grey, pixels(OPENING_SHARE));
    if (share(area) < GROUND_SHARE_MIN || share(opened(area, grey, pixels(CORE_SHARE))) < CORE_OF_GROUND_MIN * share(area)) continue;
    const region = closed(area, grey, pixels(CLOSING_SHARE));
    const gain = gainOn(grey.data, region, ground);
    if (gain === null) continue;
    data ??= Buffer.from(grey.data);
    spread(grey.data, data, region, ground, gain);
  }
  if (data) whitenFrame(data, grey);
  return data ? { ...grey, data } : grey;
}

/** Whitens the picture's own edge, which contrasts where the ground reached it. */
function whitenFrame(data: Buffer, { width, height }: Size): void {
  for (let ring = 0; ring < FRAME_PX; ring += 1) {
    data.fill(255, ring * width, (ring + 1) * width).fill(255, (height - 1 - ring) * width, (height - ring) * width);
    for (let y = 0; y < height; y += 1) for (const x of [ring, width - 1 - ring]) data[y * width + x] = 255;
  }
}

/** Greys of flat coloured areas, most common first: peaks of the histogram that are flat in the picture too. */
function groundsOf({ data, width, height }: Grey): number[] {
  const counts = new Uint32Array(256);
  for (let y = 1; y < height; y += 1) {
    for (let x = 1; x < width; x += 1) {
      const at = y * width + x;
      const value = data[at] ?? 0;
      if (value < PAPER_MIN && Math.abs(value - (data[at - 1] ?? 0)) <= 2 && Math.abs(value - (data[at - width] ?? 0)) <= 2) {
        counts[value] = (counts[value] ?? 0) + 1;
      }
    }
  }
  const grounds: number[] = [];
  const least = GROUND_SHARE_MIN * width * height;
  for (let looked = 0; looked < GROUNDS_MAX; looked += 1) {
    const peak = counts.indexOf(largest(counts));
    const most = within(counts, peak, GROUND_SPREAD);
    if (most < least) break;
    if (within(counts, peak, PURE_SPREAD) >= PURE_SHARE_MIN * most) grounds.push(peak);
    counts.fill(0, Math.max(0, peak - 2 * GROUND_SPREAD), peak + 2 * GROUND_SPREAD + 1);
  }
  return grounds;
}

function within(counts: Uint32Array, value: number, spread: number): number {
  let sum = 0;
  for (let near = value - spread; near <= value + spread; near += 1) sum += counts[near] ?? 0;
  return sum;
}

function maskOf({ data }: Grey, ground: number): Uint8Array {
  const mask = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) mask[at] = Math.abs((data[at] ?? 0) - ground) <= GROUND_SPREAD ? 1 : 0;
  return mask;
}

const share = (mask: Uint8Array) => mask.reduce((sum, value) => sum + value, 0) / Math.max(1, mask.length);

/** Fills what is narrower than twice `radius`. */
function closed(mask: Uint8Array, size: Size, radius: number): Uint8Array {
  return shrunk(grown(mask, size, radius), mask, size, radius);
}

/** Drops what is narrower than twice `radius`. */
function opened(mask: Uint8Array, size: Size, radius: number): Uint8Array {
  return grown(shrunk(mask, mask, size, radius), size, radius);
}

type Size = { width: number; height: number };
function grown(mask: Uint8Array, size: Size, radius: number): Uint8Array {
  const across = along(mask, mask, size, radius, 1, false);
  return along(across, across, size, radius, 1, true);
}
/** `edge` says what lies beyond the picture: ground wherever it touched the edge before it was grown. */
function shrunk(mask: Uint8Array, edge: Uint8Array, size: Size, radius: number): Uint8Array {
  return along(along(mask, edge, size, radius, 2 * radius + 1, false), edge, size, radius, 2 * radius + 1, true);
}

/** 1 where at least `least` of the `2 * radius + 1` neighbours in a row (or column) are 1. */
function along(mask: Uint8Array, edge: Uint8Array, { width, height }: Size, radius: number, least: number, down: boolean): Uint8Array {
  const out = new Uint8Array(mask.length);
  const [lines, length, step, next] = down ? [width, height, width, 1] : [height, width, 1, width];
  for (let line = 0; line < lines; line += 1) {
    const start = line * next;
    // A screenshot often has a line of another colour along its edge.
    const [before = 0, after = 0] = [edge[start + FRAME_PX * step], edge[start + (length - 1 - FRAME_PX) * step]];
    const value = (i: number) => (i < 0 ? before : i >= length ? after : (mask[start + i * step] ?? 0));
    let count = 0;
    for (let i = -radius; i <= radius; i += 1) count += value(i);
    for (let i = 0; i < length; i += 1) {
      out[start + i * step] = count >= least ? 1 : 0;
      count += value(i + radius + 1) - value(i - radius);
    }
  }
  return out;
}

/** The factor by which the text on a ground is to be amplified; null when it has no text, such as the letters of large type. */
function gainOn(from: Uint8Array, region: Uint8Array, ground: number): number | null {
  const counts = new Uint32Array(256);
  let inked = 0;
  let area = 0;
  for (let at = 0; at < from.length; at += 1) {
    const contrast = Math.abs((from[at] ?? 0) - ground);
    area += region[at] ?? 0;
    if (region[at] && contrast >= CONTRAST_MIN) {
      counts[contrast] = (counts[contrast] ?? 0) + 1;
      inked += 1;
    }
  }
  if (inked < INKED.min * area || inked > INKED.max * area) return null;
  let strong = 255;
  for (let seen = counts[255] ?? 0; strong > CONTRAST_MIN && seen < inked * 0.1; seen += counts[strong] ?? 0) strong -= 1;
  return Math.min(GAIN_MAX, 255 / strong);
}

/** Rewrites the region's pixels by their distance from the ground: the ground white, the strongest text black. */
function spread(from: Uint8Array, to: Buffer, region: Uint8Array, ground: number, gain: number): void {
  for (let at = 0; at < from.length; at += 1) {
    if (region[at]) to[at] = 255 - Math.min(255, Math.round(Math.abs((from[at] ?? 0) - ground) * gain));
  }
}
