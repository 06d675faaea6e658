/** Pages as pictures, drawn by PDFium without running scripts of the document. */
import sharp from "sharp";
import { noSuchPage } from "#documents/asked-pages.ts";
import { fromHeader, parsePdf, screenshot } from "./parser.ts";

const POINTS_PER_INCH = 72;
/** Pixels of one rendered page at most: bounds memory. */
const RENDER_PIXELS_MAX = 20_000_000;

/** A PNG of one page, `widthPx` wide unless that would exceed the bound on pixels. */
export async function renderPdfPage(bytes: Buffer, ask: { page: number; widthPx: number; password: string | null }): Promise<Buffer> {
  const pdf = fromHeader(bytes);
  const size = await pageSize(pdf, ask.page, ask.password);
  const png = await drawPage(pdf, { ...size, number: ask.page }, { widthPx: ask.widthPx, password: ask.password });
  return sharp(png).resize({ width: ask.widthPx, withoutEnlargement: true }).png({ compressionLevel: 3 }).toBuffer();
}

/** The page drawn about `widthPx` wide. Pages of extreme size come out smaller. */
export async function drawPage(
  pdf: Buffer,
  page: { number: number; width: number; height: number },
  ask: { widthPx: number; password: string | null },
): Promise<Buffer> {
  const wanted = (ask.widthPx * POINTS_PER_INCH) / Math.max(1, page.width);
  const most = POINTS_PER_INCH * Math.sqrt(RENDER_PIXELS_MAX / Math.max(1, page.width * page.height));
  return screenshot(pdf, page.number, Math.min(wanted, most), ask.password);
}

/** Throws TaskFailure, as reading does. */
export async function countPdfPages(bytes: Buffer, password: string | null): Promise<number> {
  const more = { extractVectorGraphics: false, emitWordBoxes: false };
  for await (const { totalPages } of parsePdf(fromHeader(bytes), { pages: [1], password, more })) return totalPages;
  return 0;
}

async function pageSize(pdf: Buffer, page: number, password: string | null): Promise<{ width: number; height: number }> {
  let pageCount = 0;
  for await (const batch of parsePdf(pdf, { pages: [page], password, more: { extractVectorGraphics: false, emitWordBoxes: false } })) {
    pageCount = batch.totalPages;
    const found = batch.pages[0];
    if (found) return found;
  }
  throw noSuchPage(pageCount);
}
