/** Makes the sample documents, with the same bytes in every run: `node samples/make.ts`. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openReader } from "../src/documents/read-document.ts";
import { facturX } from "./make/factur-x.ts";
import { form } from "./make/form.ts";
import { invoiceDe } from "./make/invoice-de.ts";
import { invoiceEn } from "./make/invoice-en.ts";
import { photograph } from "./make/photograph.ts";
import { receipt } from "./make/receipt.ts";
import { oneColumn } from "./make/resumes/one-column.ts";
import { AIKO, LENA, SAMUEL, TOMAS } from "./make/resumes/people.ts";
import { sidebar } from "./make/resumes/sidebar.ts";
import { word } from "./make/resumes/word.ts";
import { scan } from "./make/scan.ts";
import { SLIPS, slip } from "./make/slip.ts";
import { xrechnung } from "./make/xrechnung.ts";

const tempDir = await mkdtemp(path.join(tmpdir(), "winnow-samples-"));
try {
  await using reader = openReader({ tessdataDir: tempDir, tempDir, size: 1 });
  const drawn = (pdf: Buffer, widthPx: number) => reader.renderPage(pdf, { page: 1, widthPx }, new AbortController().signal);
  await save("invoice-en.pdf", await invoiceEn());
  await save("invoice-de.pdf", await invoiceDe());
  await save("factur-x.pdf", await facturX());
  await save("xrechnung.xml", xrechnung());
  for (const [i, each] of SLIPS.entries()) await save(`slip-${i + 1}.pdf`, await slip(each));
  await save("receipt-photo.jpg", await photograph(await drawn(await receipt(), 1000)));
  await save("form-scan.png", await scan(await drawn(await form(), 1240)));
  await save("resume-lena-brandt.pdf", await oneColumn(LENA));
  await save("resume-tomas-ferreira.pdf", await sidebar(TOMAS));
  await save("resume-aiko-tanabe.docx", await word(AIKO));
  await save("resume-samuel-okoro.jpg", await photograph(await drawn(await oneColumn(SAMUEL), 1400)));
} finally {
  await rm(tempDir, { recursive: true, force: true });
}

async function save(name: string, bytes: Buffer): Promise<void> {
  await writeFile(path.join(import.meta.dirname, name), bytes);
}
