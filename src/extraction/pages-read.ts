/** The part of a task's document summary that comes from reading the document. */
import type { DocumentSummary } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import type { WorkMetrics } from "#platform/metrics/work-metrics.ts";

export type PagesRead = Pick<DocumentSummary, "mime_type" | "page_count" | "structured" | "pages">;

/** Counts pages that were read just now. */
export function countPages({ pages: counter }: Pick<WorkMetrics, "pages">, pages: PagesRead["pages"]): void {
  for (const { text_source } of pages) counter.inc({ text_source });
}

const hundredths = (value: number) => Math.round(value * 100) / 100;

export function pagesRead({ mimeType, pageCount, structured, pages }: Document): PagesRead {
  return {
    mime_type: mimeType,
    page_count: pageCount,
    ...(structured ? { structured } : {}),
    pages: pages.map((page) => ({
      number: page.number,
      ...(page.part === undefined ? {} : { part: page.part }),
      ...(page.sheet === undefined ? {} : { sheet: page.sheet }),
      width: hundredths(page.width),
      height: hundredths(page.height),
      text_source: page.textSource,
      quality: hundredths(page.quality),
    })),
  };
}
