/** Finds pen strokes in a grey picture: connected over more than a letter, and neither print nor straight lines. */
import type { Box } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Pixels } from "#documents/ocr/picture.ts";

/** All in pixels. `places`: where to look; `print`: boxes of words, which are not strokes; `line`: the usual height of a word. */
export type Where = { places: readonly Box[]; print: readonly Box[]; line: number };

/** Ink is darker than the paper by this many greys; thin blue strokes in a small picture differ by 60. */
const DARKER = 50;
/** Straight runs of ink, in heights of a word: lines of a form, and what its frames are made of. */
const STRAIGHT = { ruling: 4, frame: 1 };
/** Size of one stroke, in word heights: letters of print are connected over one at most. */
const STROKE = { width: 1.6, height: 0.7, fillMax: 0.55, pixels: 0.6, straightMax: 0.4 };
/** Strokes closer than this, in word heights, are one signature. */
const TOGETHER = 1.5;
/** Largest strokes looked at; a page with more is a drawing. */
const STROKES_MAX = 300;
/** Margin around a word's box where its letters leave traces, in word heights. */
const BLEED = 0.12;

export function strokesIn(picture: Pixels, { places, print, line }: Where): Box[] {
  const ink = inkIn(picture);
  const runs = straightOf(ink, picture, { ruling: STRAIGHT.ruling * line, frame: STRAIGHT.frame * line });
  for (let at = 0; at < ink.length; at++) if (runs[at] === RULING) ink[at] = 0;
  for (const box of print) erase(ink, picture, grown(box, BLEED * line));
  keepOnly(ink, picture, places);
  const strokes = connected(ink, runs, picture).filter((part) => isStroke(part, line));
  const largest = strokes.sort((a, b) => b.pixels - a.pixels).slice(0, STROKES_MAX);
  return joined(
    largest.map(({ box }) => box),
    TOGETHER * line,
  ).sort((a, b) => a.top - b.top || a.left - b.left);
}

const grown = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

function within(box: Box, { width, height }: Pixels): Box {
  return {
    left: Math.max(0, Math.floor(box.left)),
    top: Math.max(0, Math.floor(box.top)),
    right: Math.min(width, Math.ceil(box.right)),
    bottom: Math.min(height, Math.ceil(box.bottom)),
  };
}

/** 1 where ink is. */
function inkIn({ data }: Pixels): Uint8Array {
  const limit = paperOf(data) - DARKER;
  return Uint8Array.from(data, (value) => (value < limit ? 1 : 0));
}

function keepOnly(ink: Uint8Array, picture: Pixels, places: readonly Box[]): void {
  const kept = new Uint8Array(ink.length);
  for (const place of places) {
    const { left, top, right, bottom } = within(place, picture);
    for (let y = top; y < bottom; y++) kept.fill(1, y * picture.width + left, y * picture.width + Math.max(left, right));
  }
  for (let at = 0; at < ink.length; at++) if (kept[at] === 0) ink[at] = 0;
}

/** The most frequent grey. */
function paperOf(data: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  return counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0));
}

function erase(ink: Uint8Array, picture: Pixels, box: Box): void {
  const { left, top, right, bottom } = within(box, picture);
  if (right > left) for (let y = top; y < bottom; y++) ink.fill(0, y * picture.width + left, y * picture.width + right);
}

const FRAME = 1;
const RULING = 2;

/** For each ink pixel whether it belongs to a straight run along its row or column, and how long that run is. */
function straightOf(ink: Uint8Array, { width, height }: Pixels, long: { ruling: number; frame: number }): Uint8Array {
  const straight = new Uint8Array(ink.length);
  const scan = (lanes: number, length: number, step: number, stride: number) => {
    for (let lane = 0; lane < lanes; lane++) {
      let run = 0;
      for (let i = 0; i <= length; i++) {
        const at = lane * stride + i * step;
        if (i < length && ink[at] === 1) {
          run++;
          continue;
        }
        const kind = run >= long.ruling ? RULING : run >= long.frame ? FRAME : 0;
        if (kind > 0) for (let back = 1; back <= run; back++) straight[at - back * step] = Math.max(kind, straight[at - back * step] ?? 0);
        run = 0;
      }
    }
  };
  scan(height, width, 1, width);
  scan(width, height, width, 1);
  return straight;
}

/** `straight`: how many of the pixels belong to a straight run. */
type Part = { box: Box; pixels: number; straight: number };

/** Connected components, also across a gap of one pixel, as an erased line leaves it. */
function connected(ink: Uint8Array, runs: Uint8Array, { width, height }: Pixels): Part[] {
  const parts: Part[] = [];
  const open: number[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== 1) continue;
    const box = { left: width, top: height, right: 0, bottom: 0 };
    let [pixels, straight] = [0, 0];
    ink[start] = 2;
    open.push(start);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      pixels++;
      if (runs[at] === FRAME) straight++;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
      for (let ny = Math.max(0, y - 2); ny <= Math.min(height - 1, y + 2); ny++)
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx;
          if (ink[next] !== 1) continue;
          ink[next] = 2;
          open.push(next);
        }
    }
    parts.push({ box, pixels, straight });
  }
  return parts;
}

function isStroke({ box, pixels, straight }: Part, line: number): boolean {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const long = width >= STROKE.width * line || height >= STROKE.width * line;
  return (
    long &&
    straight <= STROKE.straightMax * pixels &&
    Math.min(width, height) >= STROKE.height * line &&
    pixels / (width * height) <= STROKE.fillMax &&
    pixels >= STROKE.pixels * line * STROKE.width
  );
}

/** Merges boxes that are close to each other. */
function joined(boxes: readonly Box[], near: number): Box[] {
  const all: Box[] = [];
  for (const box of boxes) {
    let whole = box;
    for (let at = all.findIndex((each) => isNear(each, whole, near)); at >= 0; at = all.findIndex((each) => isNear(each, whole, near))) {
      const [other] = all.splice(at, 1);
      if (other) whole = boxAround([{ box: whole }, { box: other }]);
    }
    all.push(whole);
  }
  return all;
}

const isNear = (a: Box, b: Box, near: number): boolean =>
  a.left - b.right <= near && b.left - a.right <= near && a.top - b.bottom <= near && b.top - a.bottom <= near;
