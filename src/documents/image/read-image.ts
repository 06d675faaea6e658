/** Reads a PNG or JPEG: one page whose units are the pixels of the picture as a viewer shows it. */
import type { Page } from "#documents/document.ts";
import { linesOf, mainTurn } from "#documents/layout/lines.ts";
import type { OcrEngine } from "#documents/ocr/ocr-engine.ts";
import { recognise } from "#documents/ocr/recognise.ts";
import { decode, openImage } from "./open-image.ts";

/** Throws TaskFailure `corrupt_document` when the picture cannot be opened or has too many pixels. */
export async function readImage(bytes: Buffer, engine: OcrEngine): Promise<Page> {
  const image = await openImage(bytes);
  const { words, quality } = await decode(recognise(image, engine));
  return {
    number: 1,
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
}

/** The picture as a viewer shows it, as a PNG of the given width. */
export async function renderImage(bytes: Buffer, widthPx: number): Promise<Buffer> {
  const image = await openImage(bytes);
  return decode(image.pixels().resize({ width: widthPx }).png({ compressionLevel: 3 }).toBuffer());
}
