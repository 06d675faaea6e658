/** Reads and draws in the child: sends the bytes to the reader of their type. */
import sharp from "sharp";
import { FILE_TYPES, type MimeType } from "#contract/file-types.ts";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { noSuchPage } from "#documents/asked-pages.ts";
import type { Page } from "#documents/document.ts";
import { cpuClock } from "#documents/ocr/cpu-clock.ts";
import type { Engines } from "#documents/ocr/recognise.ts";
import type { FileReader } from "#documents/parts/part.ts";
import { readPdf } from "#documents/pdf/read-pdf.ts";
import { countPdfPages } from "#documents/pdf/render.ts";
import type { ChildRequest, ReadOptions, ReadSummary } from "#documents/pool/protocol.ts";
import { withLeft } from "#documents/read-on.ts";
import { opened } from "#documents/signed/opened.ts";
import { sniff, sniffAmong, whyUnsupported } from "#documents/sniff.ts";
import { drawPdf, eInvoiceOfPdf, isEInvoice } from "./e-invoice.ts";
import { madePages } from "./made-pages.ts";
import { drawPicture, readPictures } from "./pictures.ts";
import { TextBounds } from "./text-bounds.ts";

type Pages = Pick<ReadSummary, "pageCount" | "pagesFailed" | "pagesLeft" | "warnings" | "structured"> & { cut?: boolean };
/** `spent`: CPU seconds that the document has taken, for a file inside of another. */
type FileAsk = ReadOptions & { spent?: () => number };
type OnPage = (page: Page) => void;

/** Hands each page to `onPage`, ascending. A signed file is read as the one inside. Throws TaskFailure for what is wrong with the document. */
export async function readBytes(ask: ReadOptions, bytes: Buffer, engines: Engines, onPage: OnPage): Promise<ReadSummary> {
  const mimeType = typeOf(ask, bytes);
  const bounds = new TextBounds(LIMITS.documentTextBytesMax);
  const kept = (page: Page) => {
    if (!bounds.spent) onPage(bounds.fit(page));
  };
  const file = await opened(mimeType, bytes);
  const {
    cut = false,
    warnings: ofPages = [],
    ...read
  } = await readWithData(file.type, ask, file.bytes, engines, kept).catch((error: unknown) => {
    if (!ask.refusal || !(error instanceof TaskFailure) || error.code !== "encrypted_document") throw error;
    throw new TaskFailure("encrypted_document", { message: ask.refusal.encrypted, cause: error });
  });
  const warnings = [...file.warnings, ...ofPages];
  return { ...read, ...(warnings.length > 0 ? { warnings } : {}), mimeType, truncated: bounds.truncated || cut };
}

/** Throws TaskFailure `empty_document`, and `unsupported_type` with the words of `refusal`. */
function typeOf({ accepts, refusal }: ReadOptions, bytes: Buffer): MimeType {
  const [only] = accepts;
  if (accepts.length === 1 && only !== undefined) return only;
  if (bytes.byteLength === 0 && refusal) throw new TaskFailure("empty_document", { message: "The file is empty." });
  const { type, seen } = sniffAmong(bytes, accepts);
  if (type !== null) return type;
  if (!refusal) throw unsupported(bytes);
  throw new TaskFailure("unsupported_type", { message: seen === "text/html" ? refusal.webPage : refusal.other });
}

/** The pages of the file, and of a PDF those of the data in it, which are not counted and are read whatever pages are asked for. */
async function readWithData(mimeType: MimeType, ask: ReadOptions, bytes: Buffer, engines: Engines, onPage: OnPage): Promise<Pages> {
  const invoice = mimeType === "application/pdf" ? await eInvoiceOfPdf(bytes, ask.password) : null;
  const shared = { ...ask, spent: cpuClock() };
  const own = await readAs(mimeType, shared, bytes, engines, onPage);
  if (invoice === null) return own;
  const { readBehind } = await import("#documents/parts/read-parts.ts");
  const { pageCount } = own;
  const behind = await readBehind(invoice, { pageCount, pages: ask.pages }, fileReader(shared, engines, 0), onPage);
  return {
    ...own,
    ...behind,
    ...withLeft([...own.pagesFailed, ...behind.pagesFailed], [...(own.pagesLeft ?? []), ...(behind.pagesLeft ?? [])]),
    warnings: [...(own.warnings ?? []), ...behind.warnings],
  };
}

const unsupported = (bytes: Buffer): TaskFailure => new TaskFailure("unsupported_type", whyUnsupported(bytes));

async function readAs(mimeType: MimeType, ask: FileAsk, bytes: Buffer, engines: Engines, onPage: OnPage): Promise<Pages> {
  const { kind } = FILE_TYPES[mimeType];
  if (kind === "pdf") return readPdf(bytes, ask, engines, onPage);
  if (kind === "picture") return readPictures(bytes, ask, engines, onPage);
  if (kind !== "mail" && !(await isEInvoice(mimeType, bytes))) return readMade(mimeType, ask, bytes, onPage);
  const { readParts } = await import("#documents/parts/read-parts.ts");
  return readParts({ type: mimeType, bytes, pages: ask.pages }, fileReader(ask, engines, 0), onPage);
}

async function readMade(mimeType: MimeType, ask: ReadOptions, bytes: Buffer, onPage: OnPage): Promise<Pages> {
  const { pages, warnings, cut } = await madePages(mimeType, bytes, ask);
  const written = pages.filter((page) => page.lines.length > 0 || page.hidden.length > 0);
  if (written.length === 0) throw new TaskFailure("empty_document", { internal: `no text in ${mimeType}` });
  const asked = written.filter((page) => ask.pages?.includes(page.number) ?? true);
  if (asked.length === 0) throw noSuchPage(written.length);
  for (const page of asked) onPage(page);
  return { pageCount: pages.length, pagesFailed: [], warnings, cut };
}

/** Files inside of a mail or an e-invoice: read with its options, drawn `widthPx` wide. All of them share the CPU time that a document has. */
function fileReader(ask: FileAsk, engines: Engines | null, widthPx: number): FileReader {
  const { spent = cpuClock() } = ask;
  return {
    count: (type, bytes) => countPages(type, bytes, ask.password),
    async read(type, bytes, pages, onPage) {
      if (engines === null) throw new TaskFailure("internal", { internal: "nothing is read while a page is drawn" });
      return readAs(type, { ...ask, pages, spent }, bytes, engines, onPage);
    },
    draw: (type, bytes, page) => drawAs(type, { page, widthPx, password: ask.password }, bytes),
    eInvoice: (bytes) => eInvoiceOfPdf(bytes, ask.password),
  };
}

async function countPages(type: MimeType, bytes: Buffer, password: string | null): Promise<number> {
  const { kind } = FILE_TYPES[type];
  if (kind === "pdf") return countPdfPages(bytes, password);
  if (kind === "picture") return (await import("#documents/image/frames.ts")).framesOf(bytes);
  return (await madePages(type, bytes, { onePage: false })).pages.length;
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
  if (mimeType === null) throw unsupported(bytes);
  const file = await opened(mimeType, bytes);
  return drawAs(file.type, ask, file.bytes);
}

type Drawing = Pick<Rendering, "page" | "widthPx" | "password">;

async function drawAs(mimeType: MimeType, ask: Drawing, bytes: Buffer): Promise<Buffer> {
  const { kind } = FILE_TYPES[mimeType];
  if (kind === "picture") return drawPicture(bytes, ask);
  const { drawPage } = await import("#documents/drawing/draw-page.ts");
  const drawMade = (page: Page) => drawPage(page, ask.widthPx);
  const files = fileReader({ ...PLAIN, password: ask.password }, null, ask.widthPx);
  if (kind === "pdf") return drawPdf(bytes, ask, files, drawMade);
  if (kind === "mail" || (await isEInvoice(mimeType, bytes))) {
    const { drawPart } = await import("#documents/parts/read-parts.ts");
    return drawPart({ type: mimeType, bytes, page: ask.page }, files, drawMade);
  }
  const { pages } = await madePages(mimeType, bytes, PLAIN);
  const page = pages.find(({ number }) => number === ask.page);
  if (!page) throw noSuchPage(pages.length);
  return drawMade(page);
}

const PLAIN: ReadOptions = { accepts: [], pages: null, password: null, ink: false, marks: false, onePage: false };
