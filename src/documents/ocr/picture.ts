/** Pictures in the form that OCR engines take, and their pixels. */
import sharp, { type Sharp } from "sharp";
import { memo } from "#contract/memo.ts";

/** A greyscale PNG, upright as far as known. */
export type Picture = { png: Buffer; width: number; height: number };
/** A grey picture of 8 bits a pixel. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** A picture to be read: a new pipeline of its pixels, and its size in pixels. */
export type OpenPicture = { pixels: () => Sharp; width: number; height: number };

/** The grey pixels of a picture, scaled down to so many at most. */
export type Grey = (pixelsMax: number) => Promise<Pixels>;

/** Opens the picture once for each size. */
export function greyOf({ pixels, width, height }: OpenPicture): Grey {
  const drawn = memo((wide: number) => greyPixels(pixels().greyscale().resize({ width: wide })));
  return (pixelsMax) => drawn(Math.max(1, Math.round(width * Math.min(1, Math.sqrt(pixelsMax / (width * height))))));
}

/** Pictures have this density, and LiteParse renders at it: one pixel of the picture is one pixel for Tesseract. */
export const PICTURE_DPI = 150;

export async function pictureOf(pipeline: Sharp): Promise<Picture> {
  const { data, info } = await pipeline
    .toColourspace("b-w")
    .withMetadata({ density: PICTURE_DPI })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

export const pixelsOf = ({ png }: Picture): Promise<Pixels> => greyPixels(sharp(png));

/** The grey pixels of a drawn page on white: as `greyPixels`, and in a fraction of its time, as most of them are white or like the one before. */
export async function pixelsOnWhite(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).toColourspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: greysOnWhite(data), width: info.width, height: info.height };
}

function greysOnWhite(data: Uint8Array): Uint8Array {
  const colours = new Int32Array(data.buffer, data.byteOffset, data.length / 4);
  const greys = new Uint8Array(colours.length).fill(255);
  let last = WHITE;
  let grey = 255;
  for (let at = 0; at < greys.length; at += 1) {
    const colour = colours[at] ?? WHITE;
    if (colour === WHITE) continue;
    if (colour !== last) {
      last = colour;
      grey = greyOnWhite(data, 4 * at);
    }
    greys[at] = grey;
  }
  return greys;
}

/** All four bytes of an opaque white pixel. */
const WHITE = -1;

function greyOnWhite(data: Uint8Array, from: number): number {
  const red = data[from] ?? 0;
  const green = data[from + 1] ?? 0;
  const blue = data[from + 2] ?? 0;
  const alpha = data[from + 3] ?? 0;
  const value = red === green && green === blue ? red : luminanceOf(red, green, blue);
  return alpha === 255 ? value : Math.round(255 + ((value - 255) * alpha) / 255);
}

/** The transfer function of sRGB (IEC 61966-2-1), 0..255 to 0..1 and back from so many steps. */
const STEPS = 4096;
const LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
const ENCODED = Uint8Array.from({ length: STEPS }, (_, step) => {
  const share = step / (STEPS - 1);
  return Math.round(255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055));
});

/** Relative luminance (ITU-R BT.709) as a grey of 8 bits. */
function luminanceOf(red: number, green: number, blue: number): number {
  const light = 0.2126 * (LINEAR[red] ?? 0) + 0.7152 * (LINEAR[green] ?? 0) + 0.0722 * (LINEAR[blue] ?? 0);
  return ENCODED[Math.round(light * (STEPS - 1))] ?? 0;
}

export async function greyPixels(pipeline: Sharp): Promise<Pixels> {
  const { data, info } = await pipeline.greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A difference between neighbouring pixels from which on they are the edge of a stroke. */
const EDGE = 56;

/** Whether a stroke begins or ends between this pixel and the one before it in its row. */
export const isEdge = (data: Uint8Array, at: number): boolean => Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0)) >= EDGE;
