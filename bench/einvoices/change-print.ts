/** Makes copies of PDFs in which one printed value is another, as a forger would: the old one is covered with white and the new one drawn on it. */
import { PDFDocument, rgb, StandardFonts } from "@cantoo/pdf-lib";
import { isDataPage } from "#documents/data-page.ts";
import type { Document, Page, Word } from "#documents/document.ts";
import type { TrueValue } from "./truth.ts";

export type Change = { field: string; from: string; to: string; bytes: Buffer };

/** `only`: whether a word is to be changed. Null where the document does not print the value as one word there. */
export async function changed(
  pdf: Buffer,
  document: Document,
  field: string,
  value: TrueValue,
  only: (page: Page, word: Word) => boolean = () => true,
): Promise<Change | null> {
  const forms = printedForms(value);
  const found = document.pages
    .filter((page) => !isDataPage(page))
    .flatMap((page) => page.lines.flatMap(({ segments }) => segments.flatMap(({ words }) => words.map((word) => ({ page, word })))))
    .filter(({ page, word }) => forms.includes(word.text) && only(page, word));
  const [first] = found;
  if (!first) return null;
  const to = altered(first.word.text);
  const copy = await PDFDocument.load(pdf, { updateMetadata: false });
  const font = await copy.embedFont(StandardFonts.Helvetica);
  for (const { page, word } of found) cover(copy, page, word, { text: altered(word.text), font });
  return { field, from: first.word.text, to, bytes: Buffer.from(await copy.save()) };
}

type Drawn = { text: string; font: Awaited<ReturnType<PDFDocument["embedFont"]>> };

function cover(copy: PDFDocument, { number, height }: Page, { box }: Word, { text, font }: Drawn): void {
  const page = copy.getPage(number - 1);
  const { x: left, y: bottom } = page.getCropBox();
  const size = Math.max(4, box.bottom - box.top);
  const [x, y] = [left + box.left, bottom + height - box.bottom];
  page.drawRectangle({ x: x - 0.5, y: y - 0.5, width: box.right - box.left + 1, height: size + 1, color: rgb(1, 1, 1) });
  const wide = font.widthOfTextAtSize(text, size * 0.9);
  page.drawText(text, { x, y: y + size * 0.18, size: size * 0.9 * Math.min(1, (box.right - box.left) / wide), font });
}

/** The ways in which German, French and English invoices print it. */
function printedForms(value: TrueValue): string[] {
  if (typeof value === "string") {
    const [year = "", month = "", day = ""] = /^\d{4}-\d{2}-\d{2}$/.test(value) ? value.split("-") : [];
    return year === "" ? [value] : [`${day}.${month}.${year}`, `${day}/${month}/${year}`, value, `${day}.${month}.${year.slice(2)}`];
  }
  if (value === null) return [];
  const [whole = "", cents = ""] = Math.abs(value).toFixed(2).split(".");
  const groups = whole.replace(/(\d)(?=(?:\d{3})+$)/g, "$1 ").split(" ");
  const forms = [`${whole},${cents}`, `${groups.join(".")},${cents}`, `${groups.join(",")}.${cents}`, `${whole}.${cents}`];
  return [...forms, ...forms.map((form) => `-${form}`), ...forms.map((form) => `${form}€`)];
}

/** Another value of the same form: a figure in the middle is another one, where it does not make a date impossible. */
function altered(text: string): string {
  const date = /^(\d{2})([./])(\d{2})\2(\d{2,4})$/.exec(text);
  if (date) return `${date[1] === "17" ? "18" : "17"}${date[2]}${date[3]}${date[2]}${date[4]}`;
  const iso = /^(\d{4}-\d{2}-)(\d{2})$/.exec(text);
  if (iso) return `${iso[1]}${iso[2] === "17" ? "18" : "17"}`;
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const at = digits[Math.floor(digits.length / 2)];
  if (at === undefined) return `${text.slice(0, -2)}xo`;
  return `${text.slice(0, at)}${(Number(text[at]) + 3) % 10}${text.slice(at + 1)}`;
}
