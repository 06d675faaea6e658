/** Reads parts of a picture on their own, in another size, with one call of the engine. */

import sharp from "sharp";
import type { Box } from "#documents/document.ts";
import { largest } from "#documents/long-lists.ts";
import type { OcrEngine, OcrWord } from "./ocr-engine.ts";
import { type Picture, pictureOf } from "./picture.ts";

/** White gap between the parts, which keeps the engine from joining them. */
const GAP_PX = 14;

/** `enlarge`: the factor; `across`, `down`: margins in pixels of the picture beside and above each part. */
type How = { enlarge: number; across: number; down: number };

/** A part of the picture, and its rows in the strip. */
type Crop = { left: number; top: number; width: number; height: number; from: number; to: number };

/** The words in each of the boxes, in pixels of the picture. Words that span several boxes are left out. */
export async function readStrip(boxes: readonly Box[], picture: Picture, engine: OcrEngine, how: How): Promise<OcrWord[][]> {
  const crops = boxes.map((box) => cropOf(box, picture, how));
  const read = await engine.recognise(await stripOf(crops, picture, how.enlarge));
  return crops.map((crop) => read.filter(({ box }) => isWithin(box, crop)).map((word) => ({ ...word, box: back(word.box, crop, how) })));
}

function cropOf(box: Box, picture: Picture, { across, down }: How): Crop {
  const left = Math.max(0, Math.floor(box.left - across));
  const top = Math.max(0, Math.floor(box.top - down));
  const width = Math.min(picture.width, Math.ceil(box.right + across)) - left;
  const height = Math.min(picture.height, Math.ceil(box.bottom + down)) - top;
  return { left, top, width, height, from: 0, to: 0 };
}

/** All crops one below the other, enlarged, on white. */
async function stripOf(crops: Crop[], picture: Picture, enlarge: number): Promise<Picture> {
  let height = GAP_PX;
  const width = largest(crops.map((crop) => Math.max(1, Math.round(crop.width * enlarge)))) + 2 * GAP_PX;
  const layers: { input: Buffer; left: number; top: number }[] = [];
  for (const crop of crops) {
    const { left, top, width: across, height: down } = crop;
    const enlarged = sharp(picture.png).extract({ left, top, width: across, height: down });
    const { data, info } = await enlarged
      .resize({ width: Math.max(1, Math.round(across * enlarge)), kernel: "lanczos3" })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    layers.push({ input: data, left: GAP_PX, top: height });
    crop.from = height;
    crop.to = height + info.height;
    height = crop.to + GAP_PX;
  }
  const paper = { width, height, channels: 3 as const, background: "#ffffff" };
  return pictureOf(sharp({ create: paper }).composite(layers).greyscale());
}

function isWithin({ top, bottom }: Box, { from, to }: Crop): boolean {
  const middle = (top + bottom) / 2;
  return middle >= from && middle <= to && bottom - top <= (to - from) * 1.2;
}

function back({ left, top, right, bottom }: Box, crop: Crop, { enlarge }: How): Box {
  const x = (value: number) => (value - GAP_PX) / enlarge + crop.left;
  const y = (value: number) => (value - crop.from) / enlarge + crop.top;
  return { left: x(left), top: y(top), right: x(right), bottom: y(bottom) };
}
