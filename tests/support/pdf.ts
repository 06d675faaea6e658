/** Small documents made on the spot. */
import PDFDocument from "pdfkit";

export type Line = { text: string; x?: number; y: number; size?: number };

/** One array of lines per page; points from the top left of an A4 page. */
export async function pdfOf(pages: Line[][], options: { userPassword?: string; ownerPassword?: string } = {}): Promise<Buffer> {
  const pdf = new PDFDocument({ size: "A4", autoFirstPage: false, margin: 0, ...options });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve) => pdf.on("end", resolve));
  for (const lines of pages) {
    pdf.addPage();
    for (const { text, x = 50, y, size = 11 } of lines) pdf.fontSize(size).text(text, x, y, { lineBreak: false });
  }
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

/** An invoice whose values the tests know. */
export const INVOICE = [
  [
    { text: "Example Paper Ltd", y: 50, size: 16 },
    { text: "INVOICE", y: 100, size: 18 },
    { text: "Invoice number: INV-00042", y: 140 },
    { text: "Invoice date: 3 April 2026", y: 160 },
    { text: "Total due: EUR 1,190.00", y: 200 },
  ],
];
export const INVOICE_SCHEMA = {
  fields: [
    { name: "invoice_number", type: "string", description: "Number of the invoice" },
    { name: "invoice_date", type: "date" },
    { name: "total", type: "currency", description: "Total amount due" },
  ],
};
export const base64 = (bytes: Buffer) => bytes.toString("base64");
