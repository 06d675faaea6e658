/** One request: to the reader of its file type, and the pages back to the parent as they come. */
import { LIMITS } from "#contract/limits.ts";
import { noSuchPage } from "#documents/asked-pages.ts";
import type { Page } from "#documents/document.ts";
import { readImage, renderImage } from "#documents/image/read-image.ts";
import type { OcrEngine } from "#documents/ocr/ocr-engine.ts";
import { readPdf } from "#documents/pdf/read-pdf.ts";
import { renderPdfPage } from "#documents/pdf/render.ts";
import { pageToWire } from "#documents/pool/page-wire.ts";
import type { ChildReply, ChildRequest, ReadSummary } from "#documents/pool/protocol.ts";
import { TextBudget } from "./text-budget.ts";

export type Context = { engine: OcrEngine; send: (reply: ChildReply, body?: Uint8Array) => void };

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
  const summary =
    request.mimeType === "application/pdf"
      ? await readPdf(bytes, request, context.engine, onPage)
      : await image(request, bytes, context, onPage);
  context.send({ kind: "read", summary: { ...summary, truncated: budget.spent } });
}

async function image(ask: { pages: number[] | null }, bytes: Buffer, context: Context, onPage: (page: Page) => void): Promise<ReadSummary> {
  if (ask.pages && !ask.pages.includes(1)) throw noSuchPage(1);
  const page = await readImage(bytes, context.engine);
  onPage(page);
  return { pageCount: 1, pagesFailed: [], truncated: false };
}

async function render(request: Extract<ChildRequest, { kind: "render" }>, bytes: Buffer): Promise<Buffer> {
  if (request.mimeType === "application/pdf") return renderPdfPage(bytes, request);
  if (request.page !== 1) throw noSuchPage(1);
  return renderImage(bytes, request.widthPx);
}
