/** Reads a picture, or a page of a TIFF: one page whose units are the pixels of the picture as a viewer shows it. */
import type { Page } from "#documents/document.ts";
import { inkOf } from "#documents/ink/ink.ts";
import { signingPlaces } from "#documents/ink/signing-places.ts";
import { linesOf, mainTurn } from "#documents/layout/lines.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import { withMarksOf } from "#documents/marks/marks-of.ts";
import type { Pixels } from "#documents/ocr/picture.ts";
import { type Engines, recognise } from "#documents/ocr/recognise.ts";
import { decode, type OpenImage, openImage } from "./open-image.ts";
import { paperOf } from "./paper.ts";

/**
 * `ink`: look for signatures; `marks`: look for check boxes. `number`: of the page, from 1. Throws TaskFailure `corrupt_document` when the picture cannot be opened or has
 * too many pixels.
 */
export async function readImage(
  bytes: Buffer,
  engines: Engines,
  { ink: asked, marks }: { ink: boolean; marks: boolean } = { ink: false, marks: false },
  number = 1,
): Promise<Page> {
  const image = await openImage(bytes, number - 1);
  const { picture, left, top } = await decode(croppedToPaper(image));
  const { words: seen, quality } = await decode(recognise(picture, engines));
  const words = seen.map((placed) => moved(placed, left, top));
  const page: Page = {
    number,
    width: image.width,
    height: image.height,
    textSource: "ocr",
    quality: Math.round(quality * 100) / 100,
    turn: mainTurn(words),
    lines: linesOf(words, []),
    rulings: [],
    formFields: [],
    hidden: [],
  };
  const ink = !asked || signingPlaces(page).length === 0 ? [] : inkOf(page, await decode(smallerPicture(image)));
  const inked = ink.length === 0 ? page : { ...page, ink };
  return marks ? decode(withMarksOf(inked, image)) : inked;
}

/** Wide enough to distinguish pen strokes from print. */
const INK_WIDTH_PX = 1_200;

async function smallerPicture(image: OpenImage): Promise<Pixels> {
  const grey = image.pixels().greyscale().resize({ width: INK_WIDTH_PX, withoutEnlargement: true });
  const { data, info } = await grey.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Width of the thumbnail in which the paper is looked for, in pixels. */
const PAPER_WIDTH_PX = 500;

/** The paper alone when it lies on a darker background, with its offset in the picture; else the whole picture. */
async function croppedToPaper(image: OpenImage): Promise<{ picture: OpenImage; left: number; top: number }> {
  const small = image.pixels().greyscale().resize({ width: PAPER_WIDTH_PX }).toColourspace("b-w").raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  const paper = paperOf({ data, width: info.width, height: info.height });
  if (!paper) return { picture: image, left: 0, top: 0 };
  const [across, down] = [image.width / info.width, image.height / info.height];
  const [left, top] = [Math.floor(paper.left * across), Math.floor(paper.top * down)];
  const width = Math.min(image.width, Math.ceil(paper.right * across)) - left;
  const height = Math.min(image.height, Math.ceil(paper.bottom * down)) - top;
  return { picture: { width, height, pixels: () => image.pixels().extract({ left, top, width, height }) }, left, top };
}

function moved({ word, ...placed }: PlacedWord, right: number, down: number): PlacedWord {
  const tenth = (value: number) => Math.round(value * 10) / 10;
  const { box } = word;
  const at = { left: box.left + right, top: box.top + down, right: box.right + right, bottom: box.bottom + down };
  const rounded = { left: tenth(at.left), top: tenth(at.top), right: tenth(at.right), bottom: tenth(at.bottom) };
  return { ...placed, word: { ...word, box: rounded } };
}

/** The picture as a viewer shows it, as a PNG of the given width. */
export async function renderImage(bytes: Buffer, widthPx: number, number = 1): Promise<Buffer> {
  const image = await openImage(bytes, number - 1);
  return decode(image.pixels().resize({ width: widthPx }).png({ compressionLevel: 3 }).toBuffer());
}
