/** Text that the parser leaves out: the file is written anew so that it shows, and read again. Loaded for pages that may have such text only. */
import { decodePDFRawStream, PDFArray, PDFDocument, type PDFPage, PDFRawStream, PDFStream } from "@cantoo/pdf-lib";
import type { HiddenText } from "#documents/document.ts";
import { type ParsedPage, parsePdf, type TextItem } from "#documents/pdf/parser.ts";
import { BLEED_PT, hiddenText } from "./left-out.ts";

type File = { pdf: Buffer; password: string | null };

/** A page may have 14,400 points to a side (ISO 32000-2, annex C.2); what lies further out is left. */
const MARGIN_PT_MAX = 6_000;

/** Texts that lie wholly outside of the page. Empty when the file cannot be written anew. */
export async function textOutside(file: File, page: ParsedPage, overhang: number): Promise<HiddenText[]> {
  const margin = Math.min(MARGIN_PT_MAX, overhang + BLEED_PT);
  const items = await readAgain(file, page.pageNum, (sheet) => {
    const { x, y, width, height } = sheet.getCropBox();
    const box = [x - margin, y - margin, width + 2 * margin, height + 2 * margin] as const;
    sheet.setMediaBox(...box);
    sheet.setCropBox(...box);
  });
  return items
    .map((item) => hiddenText({ ...item, x: item.x - margin, y: item.y - margin }, "off_page"))
    .filter(({ box }) => box.right < 0 || box.bottom < 0 || box.left > page.width || box.top > page.height);
}

/** Render modes 3 and 7 in a content stream. */
const INKLESS = /(?<=^|[\s\])>])[37](?=\s+Tr(?:[\s[(<]|$))/g;

/** Texts drawn without ink that the parser left out beside visible ones. Empty when the file cannot be written anew. */
export async function textWithoutInk(file: File, page: ParsedPage): Promise<HiddenText[]> {
  const place = ({ text, x, y }: TextItem) => `${text.trim()} ${Math.round(x)} ${Math.round(y)}`;
  const known = new Set(page.textItems.map(place));
  const items = await readAgain(file, page.pageNum, inked);
  return items.filter((item) => !known.has(place(item))).map((item) => hiddenText(item, "render_mode"));
}

function inked(page: PDFPage): void {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray().map((ref) => page.doc.context.lookup(ref)) : [contents];
  const text = streams.map((stream) => (stream instanceof PDFStream ? textOf(stream) : "")).join("\n");
  page.node.set(
    page.doc.context.obj("Contents"),
    page.doc.context.register(page.doc.context.stream(Buffer.from(text.replace(INKLESS, "0"), "latin1"))),
  );
}

function textOf(stream: PDFStream): string {
  const bytes = stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents();
  return Buffer.from(bytes).toString("latin1");
}

async function readAgain({ pdf, password }: File, number: number, change: (page: PDFPage) => void): Promise<TextItem[]> {
  const changed = await rewritten(pdf, password, number, change);
  const items: TextItem[] = [];
  if (!changed) return items;
  for await (const batch of parsePdf(changed, { pages: [number], password: null }))
    items.push(...batch.pages.flatMap((page) => page.textItems));
  return items.filter((item) => item.text.trim() !== "");
}

async function rewritten(pdf: Buffer, password: string | null, number: number, change: (page: PDFPage) => void): Promise<Buffer | null> {
  try {
    const document = await PDFDocument.load(pdf, { ...(password === null ? {} : { password }), updateMetadata: false });
    change(document.getPage(number - 1));
    return Buffer.from(await document.save({ useObjectStreams: false }));
  } catch {
    return null;
  }
}
