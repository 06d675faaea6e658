/** Reads and draws pictures, page by page. */
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { noSuchPage } from "#documents/asked-pages.ts";
import type { Page } from "#documents/document.ts";
import { framesOf } from "#documents/image/frames.ts";
import { readImage, renderImage } from "#documents/image/read-image.ts";
import { cpuClock, OCR_CPU_SECONDS_MAX } from "#documents/ocr/cpu-clock.ts";
import type { Engines } from "#documents/ocr/recognise.ts";
import { withLeft } from "#documents/read-on.ts";

type Ask = { pages: number[] | null; ink: boolean; marks: boolean; spent?: () => number; ocrSeconds?: number };

/** Pages of a TIFF that cannot be decoded are failed ones; `pagesLeft` come when too much CPU was spent. Throws TaskFailure when none can be read. */
export async function readPictures(
  bytes: Buffer,
  ask: Ask,
  engines: Engines,
  onPage: (page: Page) => void,
): Promise<{ pageCount: number; pagesFailed: number[]; pagesLeft?: number[] }> {
  const pageCount = framesOf(bytes);
  if (ask.pages === null && pageCount > LIMITS.documentPagesMax) throw new TaskFailure("too_many_pages");
  const numbers = ask.pages?.filter((number) => number <= pageCount) ?? Array.from({ length: pageCount }, (_, i) => i + 1);
  if (numbers.length === 0) throw noSuchPage(pageCount);
  const { spent = cpuClock(), ocrSeconds = OCR_CPU_SECONDS_MAX } = ask;
  const pagesFailed: number[] = [];
  const pagesLeft: number[] = [];
  let last: unknown;
  for (const number of numbers) {
    if (spent() > ocrSeconds) {
      pagesLeft.push(number);
      continue;
    }
    try {
      onPage(await readImage(bytes, engines, ask, number));
    } catch (error) {
      if (!(error instanceof TaskFailure) || error.code !== "corrupt_document") throw error;
      last = error;
      pagesFailed.push(number);
    }
  }
  if (pagesFailed.length === numbers.length && last !== undefined) throw last;
  return { pageCount, ...withLeft(pagesFailed, pagesLeft) };
}

/** A PNG of one page. Throws TaskFailure. */
export async function drawPicture(bytes: Buffer, { page, widthPx }: { page: number; widthPx: number }): Promise<Buffer> {
  const pageCount = framesOf(bytes);
  if (page > pageCount) throw noSuchPage(pageCount);
  return renderImage(bytes, widthPx, page);
}
