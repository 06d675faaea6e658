/** Cuts a line out of a picture, straightened and scaled to the height that PP-OCR's networks take. */
import type { Pixels } from "#documents/ocr/picture.ts";
import type { Planes } from "./models.ts";
import type { Rectangle } from "./rectangle.ts";

export const LINE_HEIGHT_PX = 48;
/** A longer line would have hundreds of letters and is not a line of text. */
const LINE_WIDTH_MAX_PX = 4800;
const LINE_WIDTH_MIN_PX = 16;
/** Samples per pixel, across and down, at most, when a large line is scaled down. */
const POINTS_MAX = 3;

/** A buffer for one line, reused: a page has hundreds, and a new buffer each would fill the memory faster than it is freed. */
export const newRoom = (): Float32Array => new Float32Array(3 * LINE_HEIGHT_PX * LINE_WIDTH_MAX_PX);

/** Pixels range from -1, black, to 1. They are written into `room`, and valid until it is used again. */
export function cutLine(picture: Pixels, { x, y, width, height, angle }: Rectangle, room: Float32Array): Planes {
  const size = {
    width: Math.min(LINE_WIDTH_MAX_PX, Math.max(LINE_WIDTH_MIN_PX, Math.round((width / height) * LINE_HEIGHT_PX))),
    height: LINE_HEIGHT_PX,
  };
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const points = Math.max(1, Math.min(POINTS_MAX, Math.round(height / size.height)));
  const [across, down] = [pointsOf(width, size.width, points), pointsOf(height, size.height, points)];
  // A point (u, v) of the line is at (x + u cos - v sin, y + u sin + v cos), half a pixel before which the middle of a pixel lies.
  const [acrossX, acrossY] = [across.map((u) => x + u * cos), across.map((u) => y + u * sin)];
  const [downX, downY] = [down.map((v) => v * sin), down.map((v) => v * cos)];
  const area = size.width * size.height;
  const data = room.subarray(0, 3 * area);
  for (let row = 0; row < size.height; row += 1)
    for (let column = 0; column < size.width; column += 1) {
      let sum = 0;
      for (let j = row * points; j < (row + 1) * points; j += 1)
        for (let i = column * points; i < (column + 1) * points; i += 1)
          sum += greyAt(picture, (acrossX[i] ?? 0) - (downX[j] ?? 0) - 0.5, (acrossY[i] ?? 0) + (downY[j] ?? 0) - 0.5);
      data[row * size.width + column] = sum / (points * points * 127.5) - 1;
    }
  data.copyWithin(area, 0, area);
  data.copyWithin(2 * area, 0, area);
  return { data, ...size };
}

/** Distances from the middle of a side to the points that are looked at, so many for each of its `pixels`. */
function pointsOf(side: number, pixels: number, each: number): Float64Array {
  const step = side / pixels;
  return Float64Array.from({ length: pixels * each }, (_, at) => (Math.floor(at / each) + ((at % each) + 0.5) / each) * step - side / 2);
}

/** Interpolates between four pixels; beyond the picture its edge is repeated. */
function greyAt({ data, width, height }: Pixels, x: number, y: number): number {
  const inX = x < 0 ? 0 : x > width - 1 ? width - 1 : x;
  const inY = y < 0 ? 0 : y > height - 1 ? height - 1 : y;
  const left = Math.trunc(inX);
  const top = Math.trunc(inY);
  const shareX = inX - left;
  const shareY = inY - top;
  const at = top * width + left;
  const right = left + 1 < width ? 1 : 0;
  const below = top + 1 < height ? width : 0;
  const upper = (data[at] ?? 0) * (1 - shareX) + (data[at + right] ?? 0) * shareX;
  const lower = (data[at + below] ?? 0) * (1 - shareX) + (data[at + below + right] ?? 0) * shareX;
  return upper * (1 - shareY) + lower * shareY;
}

/** Columns without ink; the strips above and below are ignored, as neighbouring lines reach into them. */
export function blankColumns({ data, width, height }: Planes): boolean[] {
  const darkest = new Float32Array(width).fill(1);
  const margin = height >> 3;
  for (let row = margin; row < height - margin; row += 1)
    for (let column = 0; column < width; column += 1) darkest[column] = Math.min(darkest[column] ?? 1, data[row * width + column] ?? 1);
  const sorted = darkest.toSorted();
  const ink = sorted[Math.floor(0.1 * width)] ?? -1;
  const paper = sorted[Math.floor(0.95 * width)] ?? 1;
  return Array.from(darkest, (value) => value > ink + 0.6 * (paper - ink));
}
