/** Makes a clean picture of a sheet look like a hand-held photograph on a light wooden table. */
import sharp from "sharp";
import { chance, grain, hills } from "./noise.ts";
import { type Point, seenAt } from "./perspective.ts";

const WIDTH = 1200;
const HEIGHT = 1800;
/** The sheet's corners in the picture: rotated by almost a degree, the far end slightly smaller. */
const CORNERS: readonly [Point, Point, Point, Point] = [
  { x: 170, y: 92 },
  { x: 1020, y: 80 },
  { x: 1050, y: 1714 },
  { x: 132, y: 1726 },
];
/** Standard deviation of the sensor grain, in greys. */
const GRAIN = 4;

/** From a PNG of the sheet to a JPEG. */
export async function photograph(sheet: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(sheet).greyscale().raw().toBuffer({ resolveWithObject: true });
  const toSheet = seenAt(CORNERS, info.width, info.height);
  const inkAt = sampler(data, info.width, info.height);
  const lying = { toSheet, inkAt, width: info.width, height: info.height, dents: hills(11, 260, 340), curl: hills(5, 900, 420) };
  const picture = Buffer.alloc(WIDTH * HEIGHT * 3);
  const sensor = grain(chance(20260321));
  const wood = woodGrain();
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const light = 1.04 - 0.12 * ((x / WIDTH) * 0.45 + (y / HEIGHT) * 0.55);
      const colour = paperColour(lying, x, y) ?? darkened(wood(x, y), shadowOf(lying, x, y));
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (colour[channel] ?? 0) * light + sensor() * GRAIN;
        picture[(y * WIDTH + x) * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
  }
  return sharp(picture, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .blur(0.6)
    .jpeg({ quality: 76 })
    .toBuffer();
}

type Colour = readonly [number, number, number];
type Lying = {
  toSheet: (x: number, y: number) => Point;
  inkAt: (x: number, y: number) => number;
  width: number;
  height: number;
  dents: (x: number, y: number) => number;
  curl: (x: number, y: number) => number;
};

/** Thermal paper, uneven and a little warm; null beside the sheet. */
function paperColour({ toSheet, inkAt, width, height, dents, curl }: Lying, x: number, y: number): Colour | null {
  const { x: u, y: v } = toSheet(x, y);
  const wavy = u + 5 * curl(u, v);
  if (wavy < 0 || wavy >= width || v < tear(u) || v >= height - tear(u + 400)) return null;
  const fold = Math.exp(-(((v - 0.56 * height) / 9) ** 2));
  const shade = 1 + 0.045 * dents(u, v) - 0.06 * fold;
  const grey = (38 + (inkAt(wavy, v) / 255) * 196) * shade;
  return [grey, grey * 0.985, grey * 0.95];
}

/** The teeth of the cutter at both ends. */
const tear = (u: number) => 3 + 3 * Math.abs(((u / 7) % 2) - 1);

function shadowOf({ toSheet, width, height }: Lying, x: number, y: number): number {
  const { x: u, y: v } = toSheet(x - 16, y - 20);
  const outside = Math.max(0, -u, u - width, -v, v - height);
  return 0.32 * Math.exp(-((outside / 26) ** 2));
}

const darkened = ([r, g, b]: Colour, by: number): Colour => [r * (1 - by), g * (1 - by), b * (1 - by)];

/** Boards with long fibres along the picture. */
function woodGrain(): (x: number, y: number) => Colour {
  const broad = hills(3, 46, 900);
  const fine = hills(4, 5, 240);
  const bend = hills(9, 500, 260);
  return (x, y) => {
    const across = x + 22 * bend(x, y);
    const seam = Math.abs((across % 410) - 205) > 202.5 ? 0.88 : 1;
    const tone = (1 + 0.05 * broad(across, y) + 0.03 * fine(across, y)) * seam;
    return [222 * tone, 207 * tone, 186 * tone];
  };
}

/** Between pixels the grey is interpolated. */
function sampler(data: Buffer, width: number, height: number): (x: number, y: number) => number {
  const at = (x: number, y: number) => data[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] ?? 255;
  return (x, y) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const upper = at(left, top) + (at(left + 1, top) - at(left, top)) * (x - left);
    const lower = at(left, top + 1) + (at(left + 1, top + 1) - at(left, top + 1)) * (x - left);
    return upper + (lower - upper) * (y - top);
  };
}
