/** Reads and draws in the child: sends the bytes to the reader of their type. */
import sharp from "sharp";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { noSuchPage } from "#documents/asked-pages.ts";
import { type FlowType, MIME_TYPES, type MimeType, type Page, XML_TYPE } from "#documents/document.ts";
import type { EInvoice } from "#documents/einvoices/read-einvoice.ts";
import { CharactersLeft } from "#documents/flow/characters-left.ts";
import { readImage, renderImage } from "#documents/image/read-image.ts";
import type { Engines } from "#documents/ocr/recognise.ts";
import { mayHoldFiles } from "#documents/pdf/may-hold-files.ts";
import { fromHeader } from "#documents/pdf/parser.ts";
import { readPdf } from "#documents/pdf/read-pdf.ts";
import { renderPdfPage } from "#documents/pdf/render.ts";
import type { ChildRequest, ReadOptions, ReadSummary } from "#documents/pool/protocol.ts";
import { sniff, sniffAny, sniffsLikeXml } from "#documents/sniff.ts";
import { TextBounds } from "./text-bounds.ts";

const DOCUMENT_TYPES: ReadonlySet<MimeType> = new Set(MIME_TYPES);

type Pages = Pick<ReadSummary, "pageCount" | "pagesFailed"> & { cut?: boolean };

/** Hands each page to `onPage`, ascending. Throws TaskFailure for what is wrong with the document. */
export async function readBytes(ask: ReadOptions, bytes: Buffer, engines: Engines, onPage: (page: Page) => void): Promise<ReadSummary> {
  const mimeType = typeOf(ask, bytes);
  const bounds = new TextBounds(LIMITS.documentTextBytesMax);
  const kept = (page: Page) => {
    if (!bounds.spent) onPage(bounds.fit(page));
  };
  const invoice = await eInvoiceOf(mimeType, ask, bytes);
  const { cut = false, ...read } = await readAs(mimeType, ask, bytes, engines, kept, invoice).catch((error: unknown) => {
    if (!ask.refusal || !(error instanceof TaskFailure) || error.code !== "encrypted_document") throw error;
    throw new TaskFailure("encrypted_document", { message: ask.refusal.encrypted, cause: error });
  });
  // The file's own pages are the ones that are counted and asked for; its data is always read.
  if (mimeType !== XML_TYPE) for (const page of invoice?.pages(read.pageCount + 1) ?? []) kept(page);
  return {
    ...read,
    mimeType,
    truncated: bounds.truncated || cut,
    ...(invoice?.structured ? { structured: invoice.structured } : {}),
    ...(invoice && invoice.warnings.length > 0 ? { warnings: invoice.warnings } : {}),
  };
}

async function eInvoiceOf(mimeType: MimeType, { password }: ReadOptions, bytes: Buffer): Promise<EInvoice | null> {
  if (mimeType === XML_TYPE) return (await import("#documents/einvoices/read-einvoice.ts")).eInvoiceOfXml(bytes);
  if (mimeType !== "application/pdf" || !mayHoldFiles(bytes)) return null;
  const { attachedXml } = await import("#documents/pdf/attached-files.ts");
  return (await import("#documents/einvoices/read-einvoice.ts")).eInvoiceOfAttached(await attachedXml(fromHeader(bytes), password));
}

/** Throws TaskFailure `empty_document`, and `unsupported_type` with the words of `refusal`. */
function typeOf({ accepts, refusal }: ReadOptions, bytes: Buffer): MimeType {
  const [only] = accepts;
  if (accepts.length === 1 && only !== undefined) return only;
  if (bytes.byteLength === 0 && refusal) throw new TaskFailure("empty_document", { message: "The file is empty." });
  const seen = accepts.every((type) => type === XML_TYPE || DOCUMENT_TYPES.has(type)) ? sniff(bytes) : sniffAny(bytes);
  if (seen !== null && accepts.includes(seen)) return seen;
  if (seen === null && accepts.includes(XML_TYPE) && sniffsLikeXml(bytes)) return XML_TYPE;
  if (!refusal) throw new TaskFailure("unsupported_type");
  throw new TaskFailure("unsupported_type", { message: seen === "text/html" ? refusal.webPage : refusal.other });
}

async function readAs(
  mimeType: MimeType,
  ask: ReadOptions,
  bytes: Buffer,
  engines: Engines,
  onPage: (page: Page) => void,
  invoice: EInvoice | null,
): Promise<Pages> {
  if (mimeType === XML_TYPE) return data(invoice, onPage);
  if (mimeType === "application/pdf") return readPdf(bytes, ask, engines, onPage);
  if (mimeType !== "image/png" && mimeType !== "image/jpeg") return flow(mimeType, ask, bytes, onPage);
  if (ask.pages && !ask.pages.includes(1)) throw noSuchPage(1);
  onPage(await readImage(bytes, engines, ask));
  return { pageCount: 1, pagesFailed: [] };
}

function data(invoice: EInvoice | null, onPage: (page: Page) => void): Pages {
  const pages = invoice?.pages(1) ?? [];
  if (pages.length === 0) throw new TaskFailure("unsupported_type");
  for (const page of pages) onPage(page);
  return { pageCount: pages.length, pagesFailed: [] };
}

async function flow(mimeType: FlowType, ask: ReadOptions, bytes: Buffer, onPage: (page: Page) => void): Promise<Pages> {
  const left = new CharactersLeft(ask.charactersMax ?? Number.POSITIVE_INFINITY);
  const pages = await flowPages(mimeType, bytes, left);
  const written = pages.filter((page) => page.lines.length > 0 || page.hidden.length > 0);
  if (written.length === 0) throw new TaskFailure("empty_document", { internal: `no text in ${mimeType}` });
  const asked = written.filter((page) => ask.pages?.includes(page.number) ?? true);
  if (asked.length === 0) throw noSuchPage(written.length);
  for (const page of asked) onPage(page);
  return { pageCount: pages.length, pagesFailed: [], cut: left.cut };
}

/** Each reader is loaded with its first document: most children never meet one of these types. */
async function flowPages(mimeType: FlowType, bytes: Buffer, left: CharactersLeft): Promise<Page[]> {
  if (mimeType === "text/plain") return (await import("#documents/flow/read-text.ts")).readTextFile(bytes, left);
  if (mimeType === "text/html") return (await import("#documents/flow/read-html.ts")).readHtml(bytes, left);
  return [await (await import("#documents/flow/read-docx.ts")).readDocx(bytes, left)];
}

type Rendering = Omit<Extract<ChildRequest, { kind: "render" }>, "kind">;

/** A picture of one page. Throws TaskFailure. */
export async function render(ask: Rendering, bytes: Buffer): Promise<Buffer> {
  const png = await renderPng(ask, bytes);
  if (ask.format === "png") return png;
  return sharp(png)
    .rotate((360 - ask.turn) % 360)
    .flatten({ background: "#fff" })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}
/** Small print stays sharp; a photograph of 1500 pixels takes half a megabyte, where a PNG takes six and vendors accept five. */
const JPEG_QUALITY = 85;

async function renderPng(ask: Rendering, bytes: Buffer): Promise<Buffer> {
  const mimeType = sniff(bytes);
  if (mimeType === null) throw new TaskFailure("unsupported_type");
  if (mimeType === "application/pdf") return renderPdfPage(bytes, ask);
  if (ask.page !== 1) throw noSuchPage(1);
  return renderImage(bytes, ask.widthPx);
}
