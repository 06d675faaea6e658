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

/** The grey pixels of a picture on white. */
export const pixelsOnWhite = (png: Buffer): Promise<Pixels> => greyPixels(sharp(png).flatten({ background: "#ffffff" }));

export async function greyPixels(pipeline: Sharp): Promise<Pixels> {
  const { data, info } = await pipeline.greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A difference between neighbouring pixels from which on they are the edge of a stroke. */
const EDGE = 56;

/** Whether a stroke begins or ends between this pixel and the one before it in its row. */
export const isEdge = (data: Uint8Array, at: number): boolean => Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0)) >= EDGE;
