/**
 * Reads e-mail addresses a second time, larger: no dictionary mends a wrong letter in one, and small type is where letters
 * are taken for each other.
 */
import sharp from "sharp";
import type { OcrEngine, OcrWord } from "./ocr-engine.ts";

const ADDRESS = /[\p{L}\p{N}._%+-]@[\p{L}\p{N}]/u;
/** An address read this surely is not read again. */
const SURE = 0.95;
const ADDRESSES_MAX = 8;
const ENLARGE = 1.5;
/** Pixels of the strip's crops around the word: white is what sets it off. */
const MARGIN = 14;

/** What an engine gets. */
export type Picture = { png: Buffer; width: number; height: number };

/** The same words, an address in the reading that was surer. `picture` is what they were read from. */
export async function secondLook(words: OcrWord[], picture: Picture, engine: OcrEngine): Promise<OcrWord[]> {
  const doubtful = words.filter(({ text, certainty }) => ADDRESS.test(text) && certainty < SURE).slice(0, ADDRESSES_MAX);
  if (doubtful.length === 0) return words;
  const crops = doubtful.map((word) => cropOf(word, picture));
  const strip = await stripOf(crops, picture);
  const again = await engine.recognise(strip);
  const better = new Map<OcrWord, OcrWord>();
  for (const [i, word] of doubtful.entries()) {
    const crop = crops[i];
    const seen = again.filter(({ text, box }) => crop && ADDRESS.test(text) && isWithin(box.top, box.bottom, crop));
    const [best] = seen;
    if (best && seen.length === 1 && best.certainty > word.certainty)
      better.set(word, { ...word, text: best.text, certainty: best.certainty });
  }
  return words.map((word) => better.get(word) ?? word);
}

/** Where a crop lies in the picture, and from where to where it lies in the strip. */
type Crop = { left: number; top: number; width: number; height: number; from: number; to: number };

function cropOf({ box }: OcrWord, picture: Picture): Crop {
  const left = Math.max(0, Math.floor(box.left) - MARGIN);
  const top = Math.max(0, Math.floor(box.top) - MARGIN);
  const width = Math.min(picture.width, Math.ceil(box.right) + MARGIN) - left;
  const height = Math.min(picture.height, Math.ceil(box.bottom) + MARGIN) - top;
  return { left, top, width, height, from: 0, to: 0 };
}

/** All crops below each other, enlarged, on white. */
async function stripOf(crops: Crop[], picture: Picture): Promise<Picture> {
  let height = MARGIN;
  const width = Math.ceil(Math.max(...crops.map((crop) => crop.width)) * ENLARGE) + 2 * MARGIN;
  const layers: { input: Buffer; left: number; top: number }[] = [];
  for (const crop of crops) {
    const { left, top, width: across, height: down } = crop;
    const enlarged = sharp(picture.png).extract({ left, top, width: across, height: down });
    const { data, info } = await enlarged
      .resize({ width: Math.round(across * ENLARGE), kernel: "lanczos3" })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    layers.push({ input: data, left: MARGIN, top: height });
    crop.from = height;
    crop.to = height + info.height;
    height = crop.to + MARGIN;
  }
  const paper = { width, height, channels: 3 as const, background: "#ffffff" };
  const png = await sharp({ create: paper })
    .composite(layers)
    .greyscale()
    .toColourspace("b-w")
    .withMetadata({ density: 150 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { png, width, height };
}

function isWithin(top: number, bottom: number, { from, to }: Crop): boolean {
  const middle = (top + bottom) / 2;
  return middle >= from && middle <= to;
}
