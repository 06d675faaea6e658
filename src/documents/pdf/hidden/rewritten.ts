/**
 * Text that the parser leaves out: rewrites the file so that it becomes visible, and parses it again. Loaded only for pages that may have
 * such text.
 */
import { decodePDFRawStream, PDFArray, PDFDocument, type PDFPage, PDFRawStream, PDFStream } from "@cantoo/pdf-lib";
import type { HiddenText } from "#documents/document.ts";
import { type ParsedPage, parsePdf, type TextItem } from "#documents/pdf/parser.ts";
import { BLEED_PT, hiddenText, offPageMargin, type PdfFile } from "./left-out.ts";

type Found = { number: number; text: HiddenText };

/** A page may have 14,400 points to a side (ISO 32000-2, annex C.2); text further out is ignored. */
const MARGIN_PT_MAX = 6_000;

/** Text wholly outside its page. Empty when the file cannot be rewritten. */
export async function offPageTexts(file: PdfFile, pages: readonly ParsedPage[]): Promise<Found[]> {
  const marginOf = (page: ParsedPage) => Math.min(MARGIN_PT_MAX, offPageMargin(page) + BLEED_PT);
  const seen = await readAgain(file, pages, (sheet, page) => {
    const margin = marginOf(page);
    const { x, y, width, height } = sheet.getCropBox();
    sheet.setMediaBox(x - margin, y - margin, width + 2 * margin, height + 2 * margin);
    sheet.setCropBox(x - margin, y - margin, width + 2 * margin, height + 2 * margin);
  });
  return seen.flatMap(({ page, items }) =>
    items
      .map((item) => hiddenText({ ...item, x: item.x - marginOf(page), y: item.y - marginOf(page) }, "off_page"))
      .filter(({ box }) => box.right < 0 || box.bottom < 0 || box.left > page.width || box.top > page.height)
      .map((text) => ({ number: page.pageNum, text })),
  );
}

/** Render modes 3 and 7 in a content stream. */
const INVISIBLE_MODE = /(?<=^|[\s\])>])[37](?=\s+Tr(?:[\s[(<]|$))/g;

/** Invisible text that the parser left out beside visible text. Empty when the file cannot be rewritten. */
export async function invisibleTexts(file: PdfFile, pages: readonly ParsedPage[]): Promise<Found[]> {
  const place = ({ text, x, y }: TextItem) => `${text.trim()} ${Math.round(x)} ${Math.round(y)}`;
  const seen = await readAgain(file, pages, inked);
  return seen.flatMap(({ page, items }) => {
    const known = new Set(page.textItems.map(place));
    const unknown = items.filter((item) => !known.has(place(item)));
    return unknown.map((item) => ({ number: page.pageNum, text: hiddenText(item, "render_mode") }));
  });
}

function inked(page: PDFPage): void {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray().map((ref) => page.doc.context.lookup(ref)) : [contents];
  const text = streams.map((stream) => (stream instanceof PDFStream ? textOf(stream) : "")).join("\n");
  page.node.set(
    page.doc.context.obj("Contents"),
    page.doc.context.register(page.doc.context.stream(Buffer.from(text.replace(INVISIBLE_MODE, "0"), "latin1"))),
  );
}

function textOf(stream: PDFStream): string {
  const bytes = stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents();
  return Buffer.from(bytes).toString("latin1");
}

/** Only text and its positions are needed. */
const TEXTS_ALONE = {
  extractVectorGraphics: false,
  extractFormFields: false,
  extractAnnotations: false,
  extractContentBounds: false,
  emitWordBoxes: false,
};

type Change = (sheet: PDFPage, page: ParsedPage) => void;

/** What the parser finds on the pages after the change; a page that cannot be changed is left out. */
async function readAgain(file: PdfFile, pages: readonly ParsedPage[], change: Change): Promise<{ page: ParsedPage; items: TextItem[] }[]> {
  const changed = pages.length > 0 ? await rewritten(file, pages, change) : null;
  if (!changed) return [];
  const seen: { page: ParsedPage; items: TextItem[] }[] = [];
  const numbers = changed.pages.map(({ pageNum }) => pageNum);
  for await (const batch of parsePdf(changed.pdf, { pages: numbers, password: null, more: TEXTS_ALONE }))
    for (const { pageNum, textItems } of batch.pages) {
      const page = changed.pages.find((each) => each.pageNum === pageNum);
      if (page) seen.push({ page, items: textItems.filter((item) => item.text.trim() !== "") });
    }
  return seen;
}

async function rewritten(
  { pdf, password }: PdfFile,
  pages: readonly ParsedPage[],
  change: Change,
): Promise<{ pdf: Buffer; pages: ParsedPage[] } | null> {
  try {
    const document = await PDFDocument.load(pdf, { ...(password === null ? {} : { password }), updateMetadata: false });
    const changed = pages.filter((page) => isChanged(() => change(document.getPage(page.pageNum - 1), page)));
    return changed.length === 0 ? null : { pdf: Buffer.from(await document.save({ useObjectStreams: false })), pages: changed };
  } catch {
    return null;
  }
}

function isChanged(change: () => void): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}
