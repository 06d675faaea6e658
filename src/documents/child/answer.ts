/** One request: to the reader of its file type, and the pages back to the parent as they come. */
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { noSuchPage } from "#documents/asked-pages.ts";
import type { FlowType, Page } from "#documents/document.ts";
import { readImage, renderImage } from "#documents/image/read-image.ts";
import type { Engines } from "#documents/ocr/recognise.ts";
import { readPdf } from "#documents/pdf/read-pdf.ts";
import { renderPdfPage } from "#documents/pdf/render.ts";
import { pageToWire } from "#documents/pool/page-wire.ts";
import type { ChildReply, ChildRequest, ReadSummary } from "#documents/pool/protocol.ts";
import { TextBudget } from "./text-budget.ts";

export type Context = { engines: Engines; send: (reply: ChildReply, body?: Uint8Array) => void };

/** Throws TaskFailure for what is wrong with the document. */
export async function answer(request: ChildRequest, bytes: Buffer, context: Context): Promise<void> {
  if (request.kind === "render") {
    context.send({ kind: "picture" }, await render(request, bytes));
    return;
  }
  const budget = new TextBudget(LIMITS.documentTextBytesMax);
  const onPage = (page: Page) => {
    if (!budget.spent) context.send({ kind: "page" }, pageToWire(budget.fit(page)));
  };
  const summary = await read(request, bytes, context, onPage);
  context.send({ kind: "read", summary: { ...summary, truncated: budget.spent } });
}

type ReadRequest = Extract<ChildRequest, { kind: "read" }>;

async function read(request: ReadRequest, bytes: Buffer, context: Context, onPage: (page: Page) => void): Promise<ReadSummary> {
  const { mimeType } = request;
  if (mimeType === "application/pdf") return readPdf(bytes, request, context.engines, onPage);
  if (mimeType === "image/png" || mimeType === "image/jpeg") return image(request, bytes, context, onPage);
  return flow(mimeType, request, bytes, onPage);
}

async function flow(
  mimeType: FlowType,
  ask: { pages: number[] | null },
  bytes: Buffer,
  onPage: (page: Page) => void,
): Promise<ReadSummary> {
  const pages = await flowPages(mimeType, bytes);
  const written = pages.filter((page) => page.lines.length > 0 || page.hidden.length > 0);
  if (written.length === 0) throw new TaskFailure("empty_document", { internal: `no text in ${mimeType}` });
  const asked = written.filter((page) => ask.pages?.includes(page.number) ?? true);
  if (asked.length === 0) throw noSuchPage(written.length);
  for (const page of asked) onPage(page);
  return { pageCount: pages.length, pagesFailed: [], truncated: false };
}

/** Each reader is loaded with its first document: most children never meet one of these types. */
async function flowPages(mimeType: FlowType, bytes: Buffer): Promise<Page[]> {
  if (mimeType === "text/plain") return (await import("#documents/flow/read-text.ts")).readText(bytes);
  if (mimeType === "text/html") return (await import("#documents/flow/read-html.ts")).readHtml(bytes);
  return [await (await import("#documents/flow/read-docx.ts")).readDocx(bytes)];
}

async function image(ask: { pages: number[] | null }, bytes: Buffer, context: Context, onPage: (page: Page) => void): Promise<ReadSummary> {
  if (ask.pages && !ask.pages.includes(1)) throw noSuchPage(1);
  const page = await readImage(bytes, context.engines);
  onPage(page);
  return { pageCount: 1, pagesFailed: [], truncated: false };
}

async function render(request: Extract<ChildRequest, { kind: "render" }>, bytes: Buffer): Promise<Buffer> {
  if (request.mimeType === "application/pdf") return renderPdfPage(bytes, request);
  if (request.mimeType !== "image/png" && request.mimeType !== "image/jpeg") throw new TaskFailure("unsupported_type");
  if (request.page !== 1) throw noSuchPage(1);
  return renderImage(bytes, request.widthPx);
}
