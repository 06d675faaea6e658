/** Reads a PDF page by page: the text layer, or OCR where it has no usable one. */

import { LIMITS } from "#contract/limits.ts";
import { once } from "#contract/memo.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { noSuchPage } from "#documents/asked-pages.ts";
import type { Page } from "#documents/document.ts";
import { cpuClock, OCR_CPU_SECONDS_MAX } from "#documents/ocr/cpu-clock.ts";
import type { Engines } from "#documents/ocr/recognise.ts";
import type { ReadSummary } from "#documents/pool/protocol.ts";
import { withLeft } from "#documents/read-on.ts";
import { leftOutOf } from "./hidden/look-again.ts";
import { mayHideByRenderMode } from "./hidden/render-mode.ts";
import type { InkContext } from "./ink.ts";
import { holdsPictures, mayHoldScans } from "./large-images.ts";
import { fromHeader, parsePdf } from "./parser.ts";
import { readPage } from "./read-page.ts";

/** `spent`: CPU seconds that the document has taken so far, where the PDF is a part of it. */
type Ask = { pages: number[] | null; password: string | null; ink: boolean; marks: boolean; spent?: () => number; ocrSeconds?: number };

/** Hands each page to `onPage`, ascending. Throws TaskFailure when the file as a whole cannot be read. */
export async function readPdf(
  bytes: Buffer,
  ask: Ask,
  engines: Engines,
  onPage: (page: Page) => void,
): Promise<Pick<ReadSummary, "pageCount" | "pagesFailed" | "pagesLeft">> {
  const pdf = fromHeader(bytes);
  const { spent = cpuClock(), ocrSeconds = OCR_CPU_SECONDS_MAX } = ask;
  const failed = new Set<number>();
  const left: number[] = [];
  const invisibleText = mayHideByRenderMode(pdf);
  const xfa = once(async () => (await import("./xfa-data.ts")).xfaDataOf(pdf, ask.password));
  const context = {
    pdf,
    password: ask.password,
    engines,
    xfa,
    invisibleText,
    ink: ask.ink ? inkContext(pdf, ask.password) : null,
    marks: ask.marks,
    agreeing: { scans: 0 },
    mayOcr: () => spent() < ocrSeconds,
  };
  const more = mayHoldScans(pdf) ? { includeComplexity: true } : {};
  let pageCount = 0;
  let read = 0;
  let blank = 0;
  for await (const batch of parsePdf(pdf, { ...ask, more })) {
    pageCount = batch.totalPages;
    if (ask.pages === null && pageCount > LIMITS.documentPagesMax) throw new TaskFailure("too_many_pages");
    for (const number of batch.failed) failed.add(number);
    const leftOut = leftOutOf({ pdf, password: ask.password }, batch.pages, invisibleText);
    for (const parsed of batch.pages) {
      const result = await readPage(parsed, { ...context, leftOut });
      if (result === null) left.push(parsed.pageNum);
      else {
        onPage(result.page);
        read += 1;
        blank += result.blank ? 1 : 0;
      }
    }
  }
  if (pageCount === 0) throw new TaskFailure("empty_document", { internal: "no pages" });
  if (read === 0 && failed.size === 0 && left.length === 0) throw noSuchPage(pageCount);
  if (read === 0 && left.length === 0) throw new TaskFailure("corrupt_document", { internal: `all ${failed.size} pages failed` });
  if (blank === read && failed.size === 0 && left.length === 0) throw new TaskFailure("empty_document", { internal: "blank pages only" });
  return { pageCount, ...withLeft([...failed], left) };
}

function inkContext(pdf: Buffer, password: string | null): InkContext {
  const signedFields = once(async () => {
    // A signature's byte range is never compressed or encrypted.
    if (!pdf.includes("/ByteRange", 0, "latin1")) return new Set<string>();
    return (await import("./signed-fields.ts")).signedFieldsOf(pdf, password);
  });
  return { pictures: holdsPictures(pdf), signedFields };
}
