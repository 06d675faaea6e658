/** Test support: one invoice as a file of each type that is read. */
import { readFileSync } from "node:fs";
import { encode } from "bmp-ts";
import sharp from "sharp";
import type { MimeType } from "#contract/file-types.ts";
import { pngOf } from "./draw-picture.ts";
import { makeDocx, wordParagraph } from "./make-docx.ts";
import { makeMsg } from "./make-msg.ts";
import { makeEml, makeOpenDocument, makePptx, makeXlsx, textRows } from "./make-office.ts";
import { makePdf, textAt } from "./make-pdf.ts";
import { makeSigned } from "./make-signed.ts";

export const INVOICE = { number: "INV-2077", date: "2026-03-14", total: "1,284.50" } as const;
const LABELS = [
  ["Invoice number", INVOICE.number],
  ["Invoice date", INVOICE.date],
  ["Total amount", INVOICE.total],
] as const;
const ROWS = [
  ["Description", "Quantity", "Amount"],
  ["Oak table", "1", "1,000.00"],
  ["Chair", "4", "284.50"],
] as const;

const lines = LABELS.map(([label, value]) => `${label}: ${value}`);
const paragraphs = lines.map((line) => wordParagraph(line)).join("");
const wordCell = (text: string) => `<w:tc>${wordParagraph(text)}</w:tc>`;
const wordTable = `<w:tbl>${ROWS.map((row) => `<w:tr>${row.map(wordCell).join("")}</w:tr>`).join("")}</w:tbl>`;
const html = `<h1>Invoice</h1>${lines.map((line) => `<p>${line}</p>`).join("")}<table>${ROWS.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`;
const odfCell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
const odfTable = (rows: readonly (readonly string[])[]) =>
  `<table:table table:name="March">${rows.map((row) => `<table:table-row>${row.map(odfCell).join("")}</table:table-row>`).join("")}</table:table>`;
const HEAD = [
  "From: Mia Muster <mia@example.com>",
  "To: books@example.com",
  "Date: Sat, 14 Mar 2026 09:00:00 +0000",
  "Subject: Your invoice",
];
const xml = `<?xml version="1.0"?><Bill><InvoiceNumber>${INVOICE.number}</InvoiceNumber><InvoiceDate>${INVOICE.date}</InvoiceDate><TotalAmount>${INVOICE.total}</TotalAmount>${ROWS.slice(
  1,
)
  .map(
    ([text, quantity, amount]) =>
      `<Item><Description>${text}</Description><Quantity>${quantity}</Quantity><Amount>${amount}</Amount></Item>`,
  )
  .join("")}</Bill>`;
const separated = (by: string) => ROWS.map((row) => row.map((cell) => (cell.includes(by) ? `"${cell}"` : cell)).join(by)).join("\n");
const table = [["Invoice number", "Invoice date", "Total amount"], LABELS.map(([, value]) => value)];
const csv = (by: string) => table.map((row) => row.map((cell) => (cell.includes(by) ? `"${cell}"` : cell)).join(by)).join("\n");

const pdf = () => makePdf({ pages: [lines.map((line, i) => textAt(60, 80 + 40 * i, line, { size: 16 })).join("")] });

/** `type` → the bytes. Pictures show the lines of labels and values. */
export async function oneOfEach(): Promise<Record<MimeType, Buffer>> {
  const rows = lines.map((line, i) => `<text x="60" y="${120 + 90 * i}" font-family="DejaVu Sans" font-size="36">${line}</text>`);
  const drawn = await pngOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="500"><rect width="1200" height="500" fill="#fff"/>${rows.join("")}</svg>`,
  );
  const { data, info } = await sharp(drawn).flatten({ background: "#fff" }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const picture = () => sharp(data, { raw: info }).removeAlpha();
  // A bitmap has its bytes as alpha, blue, green, red.
  const bitmap = encode({ data: Buffer.from(data).swap32(), width: info.width, height: info.height, bitPP: 24 }).data;
  return {
    "application/pdf": pdf(),
    "image/png": await picture().png().toBuffer(),
    "image/jpeg": await picture().jpeg().toBuffer(),
    "image/tiff": await picture().tiff().toBuffer(),
    "image/webp": await picture().webp().toBuffer(),
    "image/gif": await picture().gif().toBuffer(),
    "image/bmp": Buffer.from(bitmap),
    // Nothing that Winnow uses writes HEIC: the picture above by `heif-enc -q 40` (libheif 1.15).
    "image/heic": readFileSync(new URL("pictures/invoice.heic", import.meta.url)),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": makeDocx(paragraphs + wordTable),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": makeXlsx([
      { name: "March", rows: textRows([...LABELS.map((row) => [...row]), [], ...ROWS]) },
    ]),
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": makePptx([
      LABELS.flatMap(([label, value], i) => [
        { text: `${label}:`, left: 1, top: 1 + i },
        { text: value, left: 4, top: 1 + i },
      ]),
    ]),
    "application/vnd.oasis.opendocument.text": makeOpenDocument(
      "text",
      lines.map((line) => `<text:p>${line}</text:p>`).join("") + odfTable(ROWS),
    ),
    "application/vnd.oasis.opendocument.spreadsheet": makeOpenDocument("spreadsheet", odfTable([...LABELS, [], ...ROWS])),
    "text/csv": Buffer.from(csv(",")),
    "text/tab-separated-values": Buffer.from(csv("\t")),
    "text/plain": Buffer.from(lines.join("\n")),
    "text/markdown": Buffer.from(
      `# Invoice\n\n${lines.join("\n")}\n\n| ${ROWS.map((row) => row.join(" | "))
        .join(" |\n| ")
        .replace(" |\n", " |\n|---|---|---|\n")} |\n`,
    ),
    "text/html": Buffer.from(`<!doctype html><html><body>${html}</body></html>`),
    "application/xml": Buffer.from(xml),
    "message/rfc822": makeEml([...HEAD, "Message-ID: <1@example.com>"], lines.join("\r\n"), [
      { name: "items.csv", type: "text/csv", bytes: Buffer.from(separated(";")) },
    ]),
    "application/vnd.ms-outlook": makeMsg({
      from: "Mia Muster",
      subject: "Your invoice",
      body: lines.join("\r\n"),
      attachments: [{ name: "invoice.pdf", bytes: pdf() }],
    }),
    "application/pkcs7-mime": makeSigned(pdf(), { pieces: 1000 }),
  };
}
