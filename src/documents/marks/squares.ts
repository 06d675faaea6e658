/** Finds small squares drawn with four straight lines: empty, ticked, crossed or filled. */
import type { Box } from "#documents/document.ts";
import type { InkMap } from "./ink-map.ts";

/**
 * In pixels. `line`: thickness of its lines; half of its side for a filled one. `firm`: without a gap or an open corner, as letters hardly
 * are.
 */
export type Square = { box: Box; line: number; firm: boolean };
/** Side of the squares, in pixels. */
export type Sides = { min: number; max: number };

/** Share of an edge that must be ink: corners may be open, and scanners drop pixels. */
const EDGE_MIN = 0.84;
/** Likewise of its first pixels, which an open corner is a greater share of. */
const START_MIN = 0.7;
/** Beyond an edge at most this share is ink: ticks that stick out, rulings that go on. */
const OUTSIDE_MAX = 0.5;
/** Height of a square divided by its width. */
const ASPECT = { min: 0.6, max: 1.85 };
/** Size of a corner as a share of the side. Letters are round there: of a box one corner at most is open. */
const CORNER = 0.12;
const CORNERS_MIN = 3;
/** A line is thinner than this share of the side; a thicker one is a bar above or beside a box, unless all of the box is filled. */
const LINE_MAX = 0.3;
/** Squares looked at; drawings and codes have many. */
const SQUARES_MAX = 4_000;

export function squaresIn(map: InkMap, sides: Sides): Square[] {
  const squares: Square[] = [];
  for (let y = 0; y + sides.min < map.height; y++)
    for (let x = 0; x + sides.min < map.width; x++) {
      if (!isTopEdge(map, y, x, x + sides.min, START_MIN) || !isLeftEdge(map, x, y, y + sides.min, START_MIN)) continue;
      const square = squareAt(map, x, y, sides);
      if (square) squares.push(square);
      if (squares.length === SQUARES_MAX) return squares;
    }
  return squares;
}

const isTopEdge = (map: InkMap, y: number, from: number, to: number, min = EDGE_MIN) =>
  map.across(y, from, to) >= min && map.across(y - 2, from, to) <= OUTSIDE_MAX;
const isLeftEdge = (map: InkMap, x: number, from: number, to: number, min = EDGE_MIN) =>
  map.down(x, from, to) >= min && map.down(x - 2, from, to) <= OUTSIDE_MAX;
const isBottomEdge = (map: InkMap, y: number, from: number, to: number) =>
  map.across(y - 1, from, to) >= EDGE_MIN && map.across(y + 1, from, to) <= OUTSIDE_MAX;
const isRightEdge = (map: InkMap, x: number, from: number, to: number, min = EDGE_MIN) =>
  map.down(x - 1, from, to) >= min && map.down(x + 1, from, to) <= OUTSIDE_MAX;

/** The smallest square whose top left corner is there. */
function squareAt(map: InkMap, left: number, top: number, { min, max }: Sides): Square | null {
  for (let right = left + min; right <= left + max; right++) {
    if (map.across(top, left, right) < START_MIN) return null;
    if (!isRightEdge(map, right, top, top + min, START_MIN)) continue;
    const width = right - left;
    const last = top + Math.min(max, Math.floor(width * ASPECT.max));
    for (let bottom = top + Math.max(min, Math.ceil(width * ASPECT.min)); bottom <= last; bottom++) {
      if (map.down(left, top, bottom) < START_MIN) break;
      if (!isBottomEdge(map, bottom, left, right)) continue;
      const box = { left, top, right, bottom };
      const line = isWhole(map, box) ? lineOf(map, box) : null;
      if (line !== null) return { box, line, firm: isFirm(map, box) };
    }
  }
  return null;
}

const isWhole = (map: InkMap, box: Box): boolean => {
  const { left, top, right, bottom } = box;
  return (
    isTopEdge(map, top, left, right) &&
    isLeftEdge(map, left, top, bottom) &&
    isRightEdge(map, right, top, bottom) &&
    cornersOf(map, box) >= CORNERS_MIN
  );
};

/** Share of an edge of a box without gaps. */
const FIRM_MIN = 0.95;

const isFirm = (map: InkMap, box: Box): boolean => {
  const { left, top, right, bottom } = box;
  const edges = [
    map.across(top, left, right),
    map.across(bottom - 1, left, right),
    map.down(left, top, bottom),
    map.down(right - 1, top, bottom),
  ];
  return edges.every((edge) => edge >= FIRM_MIN) && cornersOf(map, box) === 4;
};

/** How many corners have ink. */
function cornersOf({ ink, width }: InkMap, { left, top, right, bottom }: Box): number {
  const size = Math.max(2, Math.round(CORNER * Math.max(right - left, bottom - top)));
  const isInked = (x: number, y: number) => {
    for (let dy = 0; dy < size; dy++) for (let dx = 0; dx < size; dx++) if (ink[(y + dy) * width + x + dx] === 1) return true;
    return false;
  };
  const corners = [isInked(left, top), isInked(right - size, top), isInked(left, bottom - size), isInked(right - size, bottom - size)];
  return corners.filter(Boolean).length;
}

/** The thickness of its lines: of the third, as a tick may touch one or two. Null when one is a bar. */
function lineOf(map: InkMap, { left, top, right, bottom }: Box): number | null {
  const [width, height] = [right - left, bottom - top];
  const [x0, x1] = [left + Math.round(width / 5), right - Math.round(width / 5)];
  const [y0, y1] = [top + Math.round(height / 5), bottom - Math.round(height / 5)];
  const depth = (most: number, isLine: (at: number) => boolean) => {
    let at = 1;
    while (at < most && isLine(at)) at++;
    return at;
  };
  const lines = [
    depth(height / 2, (at) => map.across(top + at, x0, x1) > BAR_MIN),
    depth(height / 2, (at) => map.across(bottom - 1 - at, x0, x1) > BAR_MIN),
    depth(width / 2, (at) => map.down(left + at, y0, y1) > BAR_MIN),
    depth(width / 2, (at) => map.down(right - 1 - at, y0, y1) > BAR_MIN),
  ];
  const [thinnest = 0, , third = 0, thickest = 0] = lines.sort((a, b) => a - b);
  const side = Math.min(width, height);
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const isFilled = map.across(y, x0, x1) > BAR_MIN && map.down(x, y0, y1) > BAR_MIN;
  return !isFilled && thickest > Math.max(3, LINE_MAX * side) && thinnest < LINE_MAX * side ? null : third;
}
/** Share of a row or column inside the box that is ink where the line still is. */
const BAR_MIN = 0.75;
