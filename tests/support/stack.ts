/** A file that holds several documents: the pages of PDFs one after the other. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { degrees, PDFDocument, StandardFonts } from "@cantoo/pdf-lib";

const SAMPLES = path.join(import.meta.dirname, "../../samples");

/** `blank`: an empty page; `turned`: the pages of the sample are turned clockwise, as from a scanner's feeder; `lines`: a page of text. */
export type Sheet = "blank" | { sample: string; turned?: 90 | 180 | 270 } | { lines: readonly string[] };

/** Cards of a store room, each by itself; nothing on two of them says that they are not one document. */
export const CARDS: readonly [Sheet, Sheet, Sheet, Sheet] = [
  { lines: ["Locker 12", "Key with the mate", "Last opened on Monday", "Contents: lamps, oil, wick"] },
  { lines: ["Locker 14", "Key with the cook", "Last opened on Friday", "Contents: flour, bacon"] },
  { lines: ["Locker 15", "Key with the mate", "Last opened on Sunday", "Contents: rope, tar"] },
  { lines: ["Locker 19", "Key with the boy", "Last opened on Friday", "Contents: flags, bell"] },
];

export async function stackOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const stack = await PDFDocument.create();
  for (const sheet of sheets) {
    if (sheet === "blank") stack.addPage([595, 842]);
    else if ("lines" in sheet) {
      const page = stack.addPage([595, 842]);
      const font = await stack.embedFont(StandardFonts.Helvetica);
      for (const [i, line] of sheet.lines.entries()) page.drawText(line, { x: 60, y: 780 - 16 * i, size: 11, font });
    } else {
      const source = await PDFDocument.load(await readFile(path.join(SAMPLES, `${sheet.sample}.pdf`)));
      for (const page of await stack.copyPages(source, source.getPageIndices())) {
        if (sheet.turned) page.setRotation(degrees(sheet.turned));
        stack.addPage(page);
      }
    }
  }
  return Buffer.from(await stack.save());
}
