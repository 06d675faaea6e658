/** A PDF of pictures only: no text, no metadata, no date. */
import type { CoveredPage } from "./cover-page.ts";

/** Each picture fills a page of its own, `widthPt` wide. */
export async function picturesAsPdf(pages: readonly (CoveredPage & { widthPt: number })[]): Promise<Buffer> {
  const { PDFDocument } = await import("@cantoo/pdf-lib");
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (const { jpeg, width, height, widthPt } of pages) {
    const heightPt = (widthPt * height) / width;
    pdf.addPage([widthPt, heightPt]).drawImage(await pdf.embedJpg(jpeg), { x: 0, y: 0, width: widthPt, height: heightPt });
  }
  return Buffer.from(await pdf.save());
}
