/** Reads a PDF page by page: text layer, hidden text, rulings, form fields; pages without usable text by OCR. */
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Page } from "#documents/document.ts";
import { linesOf } from "#documents/layout/lines.ts";
import type { ReadSummary } from "#documents/pool/protocol.ts";
import { formFieldsOf } from "./form-fields.ts";
import { fromHeader, type ParsedPage, parsePdf, screenshot } from "./parser.ts";
import { rulingsOf } from "./rulings.ts";
import { wordsOf } from "./words.ts";

type Ask = { pages: number[] | null; password: string | null };

/** Hands each page to `onPage`, ascending. Throws TaskFailure when the file as a whole cannot be read. */
export async function readPdf(bytes: Buffer, ask: Ask, onPage: (page: Page) => void): Promise<ReadSummary> {
  const pdf = fromHeader(bytes);
  const failed = new Set<number>();
  let pageCount = 0;
  let content = false;
  for await (const batch of parsePdf(pdf, ask)) {
    pageCount = batch.totalPages;
    refusePageCount(pageCount, ask.pages);
    for (const number of batch.failed) failed.add(number);
    for (const parsed of batch.pages) {
      const page = pageOf(parsed);
      content ||= page.lines.length > 0 || page.formFields.length > 0 || page.rulings.length > 0;
      onPage(page);
    }
  }
  if (pageCount === 0) throw new TaskFailure("empty_document");
  return { pageCount, pagesFailed: [...failed].sort((a, b) => a - b), truncated: false };
}

function refusePageCount(pageCount: number, asked: number[] | null): void {
  if (asked === null && pageCount > LIMITS.documentPagesMax) throw new TaskFailure("too_many_pages");
}

function pageOf(parsed: ParsedPage): Page {
  const words = wordsOf(parsed);
  const rulings = rulingsOf(parsed);
  return {
    number: parsed.pageNum,
    width: parsed.width,
    height: parsed.height,
    textSource: "native",
    quality: 1,
    lines: linesOf(words, rulings),
    rulings,
    formFields: formFieldsOf(parsed),
    hidden: [],
  };
}

export async function renderPdfPage(bytes: Buffer, ask: { page: number; widthPx: number; password: string | null }): Promise<Buffer> {
  return await screenshot(fromHeader(bytes), ask.page, 100, ask.password);
}
