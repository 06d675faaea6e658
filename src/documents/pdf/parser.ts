/** The PDF engine (LiteParse: PDFium) with our settings, and its failures as TaskFailure. */

import { LiteParse, type LiteParseConfig, type ParsedPage } from "@llamaindex/liteparse";
import { once } from "#contract/memo.ts";
import { LOCKED_PDF, TaskFailure } from "#contract/task-errors.ts";
import { pdfHeaderOffset } from "#documents/sniff.ts";

export type { ParsedPage, TextItem } from "@llamaindex/liteparse";

/** Never set `renderFormFields`: it runs the document's scripts. OCR is decided here, page by page. */
const TEXT_LAYER: Partial<LiteParseConfig> = {
  ocrEnabled: false,
  quiet: true,
  outputFormat: "json",
  imageMode: "off",
  extractLinks: false,
  emitWordBoxes: true,
  extractTextMetadata: true,
  extractFormFields: true,
  extractVectorGraphics: true,
  extractContentBounds: true,
  extractAnnotations: true,
  continueOnPageError: true,
  preserveVerySmallText: true,
};
/** Pages held in memory at a time. */
const BATCH_PAGES = 20;

export type ParsedBatch = { totalPages: number; pages: ParsedPage[]; failed: number[] };

const plain = once(() => new LiteParse(TEXT_LAYER));

const parserFor = (more: Partial<LiteParseConfig>): LiteParse =>
  Object.keys(more).length > 0 ? new LiteParse({ ...TEXT_LAYER, ...more }) : plain();

/** The bytes from the PDF header on: LiteParse takes a file with other leading bytes for another format and would convert it. */
export function fromHeader(bytes: Buffer): Buffer {
  return bytes.subarray(pdfHeaderOffset(bytes) ?? 0);
}

/** The text layer in batches of pages; `pages` null means all. Throws TaskFailure when the file does not open. */
export async function* parsePdf(
  bytes: Buffer,
  ask: { pages: readonly number[] | null; password: string | null; more?: Partial<LiteParseConfig> },
): AsyncGenerator<ParsedBatch> {
  const password = ask.password === null ? {} : { password: ask.password };
  try {
    if (ask.pages === null) {
      for await (const batch of parserFor({ ...password, ...ask.more }).parseBatches(bytes, { batchSize: BATCH_PAGES })) {
        yield { totalPages: batch.totalPages, pages: batch.result.pages, failed: batch.result.pageErrors.map((e) => e.pageNum) };
      }
      return;
    }
    for (let from = 0; from < ask.pages.length; from += BATCH_PAGES) {
      const targetPages = ask.pages.slice(from, from + BATCH_PAGES).join(",");
      const result = await parserFor({ ...password, ...ask.more, targetPages, maxPages: BATCH_PAGES }).parse(bytes);
      yield { totalPages: result.totalPages, pages: result.pages, failed: result.pageErrors.map((e) => e.pageNum) };
    }
  } catch (error) {
    throw openFailure(error, ask.password);
  }
}

/** One page as a PNG at `dpi`. */
export async function screenshot(bytes: Buffer, page: number, dpi: number, password: string | null): Promise<Buffer> {
  const parser = new LiteParse({ ocrEnabled: false, quiet: true, dpi, ...(password === null ? {} : { password }) });
  try {
    const shot = (await parser.screenshot(bytes, [page]))[0];
    if (shot) return shot.imageBuffer;
  } catch (error) {
    throw openFailure(error, password);
  }
  throw new TaskFailure("corrupt_document", { message: `Page ${page} could not be drawn.`, internal: "no screenshot" });
}

/** LiteParse gives every failure the same code, so a missing password can only be recognised by the message. */
const NEEDS_PASSWORD = "password required";

function openFailure(error: unknown, password: string | null): unknown {
  if (error instanceof TaskFailure || !(error instanceof Error)) return error;
  if (!error.message.includes(NEEDS_PASSWORD)) {
    return new TaskFailure("corrupt_document", { internal: error.message.slice(0, 300), cause: error });
  }
  const message = password === null ? LOCKED_PDF.without : LOCKED_PDF.wrong;
  return new TaskFailure("encrypted_document", { message, internal: "password", cause: error });
}
