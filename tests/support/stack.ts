/** A file that holds several documents: the pages of PDFs one after the other. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { degrees, PDFDocument } from "@cantoo/pdf-lib";

const SAMPLES = path.join(import.meta.dirname, "../../samples");

/** `blank`: an empty page; `turned`: the pages of the sample are turned clockwise, as from a scanner's feeder. */
export type Sheet = "blank" | { sample: string; turned?: 90 | 180 | 270 };

export async function stackOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const stack = await PDFDocument.create();
  for (const sheet of sheets) {
    if (sheet === "blank") stack.addPage([595, 842]);
    else {
      const source = await PDFDocument.load(await readFile(path.join(SAMPLES, `${sheet.sample}.pdf`)));
      for (const page of await stack.copyPages(source, source.getPageIndices())) {
        if (sheet.turned) page.setRotation(degrees(sheet.turned));
        stack.addPage(page);
      }
    }
  }
  return Buffer.from(await stack.save());
}
