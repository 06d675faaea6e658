/** OCR of one PDF page: draws it, recognises it, and converts boxes back to points. */
import sharp from "sharp";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import type { Recognised } from "#documents/ocr/ocr-engine.ts";
import { type Engines, recognise } from "#documents/ocr/recognise.ts";
import type { ParsedPage } from "./parser.ts";
import { drawPage } from "./render.ts";

/** 200 dots per inch for A4 and Letter; smaller pages are drawn at a higher resolution, so that they get at least as many pixels. */
const OCR_DPI = 200;
const OCR_WIDTH_MIN_PX = 1000;
const OCR_WIDTH_MAX_PX = 2600;

/** `picture`: the PNG of the page that was recognised. */
export async function ocrPage(
  page: ParsedPage,
  context: { pdf: Buffer; password: string | null; engines: Engines },
): Promise<Recognised & { picture: Buffer }> {
  const widthPx = Math.min(OCR_WIDTH_MAX_PX, Math.max(OCR_WIDTH_MIN_PX, (page.width / 72) * OCR_DPI));
  const drawn = { number: page.pageNum, width: page.width, height: page.height };
  const png = await drawPage(context.pdf, drawn, { widthPx, password: context.password });
  const { width, height } = await sharp(png).metadata();
  const pixels = () => sharp(png).flatten({ background: "#ffffff" });
  const { words, quality } = await recognise({ pixels, width, height }, context.engines);
  return { quality, words: words.map((placed) => inPoints(placed, page.width / width)), picture: png };
}

function inPoints(placed: PlacedWord, scale: number): PlacedWord {
  const { box, fontSize } = placed.word;
  const to = (value: number) => Math.round(value * scale * 100) / 100;
  const inPoint = { left: to(box.left), top: to(box.top), right: to(box.right), bottom: to(box.bottom) };
  return { ...placed, word: { ...placed.word, box: inPoint, fontSize: to(fontSize) } };
}
