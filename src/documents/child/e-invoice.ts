/** The e-invoice that a file is or holds; loaded only for files that may be or hold one. */
import type { MimeType } from "#contract/file-types.ts";
import { noSuchPage } from "#documents/asked-pages.ts";
import type { Page } from "#documents/document.ts";
import type { EInvoiceInPdf } from "#documents/einvoices/read-einvoice.ts";
import type { FileReader } from "#documents/parts/part.ts";
import { mayHoldFiles } from "#documents/pdf/may-hold-files.ts";
import { fromHeader } from "#documents/pdf/parser.ts";
import { countPdfPages, renderPdfPage } from "#documents/pdf/render.ts";

export async function eInvoiceOfPdf(bytes: Buffer, password: string | null): Promise<EInvoiceInPdf | null> {
  if (!mayHoldFiles(bytes)) return null;
  const { attachedXml } = await import("#documents/pdf/attached-files.ts");
  return (await import("#documents/einvoices/read-einvoice.ts")).eInvoiceOfAttached(await attachedXml(fromHeader(bytes), password));
}

/** Whether XML is or holds e-invoices. */
export async function isEInvoice(mimeType: MimeType, bytes: Buffer): Promise<boolean> {
  if (mimeType !== "application/xml") return false;
  return (await import("#documents/einvoices/read-einvoice.ts")).eInvoicesOfXml(bytes).length > 0;
}

type Drawing = { page: number; widthPx: number; password: string | null };

/** A page of a PDF, or one of those that its e-invoice has after them. */
export async function drawPdf(bytes: Buffer, ask: Drawing, files: FileReader, drawMade: (page: Page) => Promise<Buffer>): Promise<Buffer> {
  if (!mayHoldFiles(bytes)) return renderPdfPage(bytes, ask);
  const pageCount = await countPdfPages(bytes, ask.password);
  if (ask.page <= pageCount) return renderPdfPage(bytes, ask);
  const data = await eInvoiceOfPdf(bytes, ask.password);
  if (!data) throw noSuchPage(pageCount);
  const { drawBehind } = await import("#documents/parts/read-parts.ts");
  return drawBehind(data, { pageCount, page: ask.page }, files, drawMade);
}
