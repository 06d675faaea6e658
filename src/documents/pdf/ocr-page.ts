/** OCR of one PDF page, or of parts of it: draws it, recognises it, and converts boxes back to points. */
import sharp from "sharp";
import type { Box } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import { readLatin } from "#documents/ocr/latin-reading.ts";
import type { Recognised } from "#documents/ocr/ocr-engine.ts";
import { type Pixels, pictureOf, pixelsOnWhite } from "#documents/ocr/picture.ts";
import { type Engines, recognise } from "#documents/ocr/recognise.ts";
import { movedBy, scaledBox } from "#documents/ocr/turned-box.ts";
import type { ParsedPage } from "./parser.ts";
import { drawPage } from "./render.ts";

/** 200 dots per inch for A4 and Letter; smaller pages are drawn at a higher resolution, so that they get at least as many pixels. */
const OCR_DPI = 200;
const OCR_WIDTH_MIN_PX = 1000;
const OCR_WIDTH_MAX_PX = 2600;
const WHITE = 255;

type Context = { pdf: Buffer; password: string | null; engines: Engines };

/** `picture`: the PNG of the page that was recognised. */
export async function ocrPage(page: ParsedPage, context: Context): Promise<Recognised & { picture: Buffer }> {
  const png = await drawnForOcr(page, context);
  const { width, height } = await sharp(png).metadata();
  const pixels = () => sharp(png).flatten({ background: "#ffffff" });
  const { words, quality } = await recognise({ pixels, width, height }, context.engines);
  return { quality, words: words.map((placed) => inPoints(placed, page.width / width)), picture: png };
}

/**
 * Words in the `regions` of a page (in points); everything else on it is blank for the engines. `isLatin`: read as Latin letters only, which
 * takes a tenth of the time where pictures show little or no text.
 */
export async function ocrRegions(page: ParsedPage, regions: readonly Box[], isLatin: boolean, context: Context): Promise<PlacedWord[]> {
  const whole = await pixelsOnWhite(await drawnForOcr(page, context));
  const scale = whole.width / page.width;
  const { left, top, pixels } = onlyIn(
    whole,
    regions.map((box) => scaledBox(box, scale)),
  );
  const words = isLatin ? ((await readLatin(pixels, context.engines.ppocr))?.words ?? []) : await readAny(pixels, context);
  return words.map((placed) => inPoints({ ...placed, word: { ...placed.word, box: movedBy(placed.word.box, left, top) } }, 1 / scale));
}

/** Words of a page that is known to be in the script of one of OCR's languages: one reading instead of trials. */
export async function ocrInScript(page: ParsedPage, language: string, context: Context): Promise<PlacedWord[]> {
  const picture = await pictureOf(
    sharp(await drawnForOcr(page, context))
      .flatten({ background: "#ffffff" })
      .greyscale(),
  );
  const { ppocr, tesseract } = context.engines;
  await ppocr.rest();
  const reader = tesseract.inLanguages?.([language, "eng"]) ?? tesseract;
  return (await reader.recognise(picture)).map(({ run, ...word }) => {
    const placed = { ...word, source: "ocr" as const, fontSize: word.box.bottom - word.box.top, bold: false };
    return inPoints({ word: placed, turn: 0, run }, page.width / picture.width);
  });
}

async function readAny({ data, width, height }: Pixels, { engines }: Context): Promise<PlacedWord[]> {
  const raw = { width, height, channels: 1 as const };
  return (await recognise({ pixels: () => sharp(data, { raw }), width, height }, engines)).words;
}

/** The PNG of a page at the resolution that OCR reads best. */
export function drawnForOcr(page: ParsedPage, { pdf, password }: Omit<Context, "engines">): Promise<Buffer> {
  const widthPx = Math.min(OCR_WIDTH_MAX_PX, Math.max(OCR_WIDTH_MIN_PX, (page.width / 72) * OCR_DPI));
  return drawPage(pdf, { number: page.pageNum, width: page.width, height: page.height }, { widthPx, password });
}

/** The part of a picture that has all regions, with nothing but them on it, and where it lies in the picture. */
function onlyIn({ data, width, height }: Pixels, regions: readonly Box[]): { left: number; top: number; pixels: Pixels } {
  const around = boxAround(regions.map((box) => ({ box })));
  const [left, top] = [Math.max(0, Math.floor(around.left)), Math.max(0, Math.floor(around.top))];
  const size = { width: Math.min(width, Math.ceil(around.right)) - left, height: Math.min(height, Math.ceil(around.bottom)) - top };
  const part = new Uint8Array(size.width * size.height).fill(WHITE);
  for (const region of regions) {
    const [from, to] = [Math.max(left, Math.floor(region.left)), Math.min(left + size.width, Math.ceil(region.right))];
    for (let y = Math.max(top, Math.floor(region.top)); y < Math.min(top + size.height, Math.ceil(region.bottom)); y += 1)
      part.set(data.subarray(y * width + from, y * width + to), (y - top) * size.width + from - left);
  }
  return { left, top, pixels: { data: part, ...size } };
}

function inPoints(placed: PlacedWord, scale: number): PlacedWord {
  const { box, fontSize } = placed.word;
  const to = (value: number) => Math.round(value * scale * 100) / 100;
  const inPoint = { left: to(box.left), top: to(box.top), right: to(box.right), bottom: to(box.bottom) };
  return { ...placed, word: { ...placed.word, box: inPoint, fontSize: to(fontSize) } };
}
