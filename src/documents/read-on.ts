/**
 * Reading a long scan in turns: a request has CPU time for some pages of OCR, and those that it leaves are read by the next one. So the caps of
 * a request hold for whatever is sent, and a scan of 200 pages is read whole.
 */
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document, Page } from "./document.ts";

/** Requests for one document at most: with 20 s of OCR each, 200 pages of 3 s. */
export const TURNS_MAX = 30;

type Summary = Omit<Document, "pages">;

/** What a reading says of the pages that it does not give. `failed`: without those that are left. */
export function withLeft(failed: readonly number[], left: readonly number[]): Pick<Document, "pagesFailed" | "pagesLeft"> {
  const pagesFailed = [...failed, ...left].sort((a, b) => a - b);
  return left.length === 0 ? { pagesFailed } : { pagesFailed, pagesLeft: [...left].sort((a, b) => a - b) };
}

/** Reads the pages that `soFar` left, and joins them with its own. Fails like `read`, but not where only those pages are blank or damaged. */
export async function readOn(
  soFar: Document,
  read: (pages: number[], onPage: (page: Page) => void) => Promise<Summary>,
): Promise<Document> {
  const { pagesLeft: asked = [], pages: known, ...summary } = soFar;
  const pages: Page[] = [];
  const rest = await read(asked, (page) => pages.push(page)).catch((error: unknown) => ofPages(error, summary, asked, pages));
  const numbers = new Set(pages.map(({ number }) => number));
  const { pagesLeft: left = [] } = rest;
  const failed = [...summary.pagesFailed.filter((number) => !asked.includes(number)), ...rest.pagesFailed];
  return {
    ...rest,
    ...summary,
    ...withLeft(
      failed.filter((number) => !left.includes(number)),
      left,
    ),
    ...warningsOf(summary, rest),
    truncated: summary.truncated || rest.truncated,
    pages: [...known.filter(({ number }) => !numbers.has(number)), ...pages].sort((a, b) => a.number - b.number),
  };
}

function ofPages(error: unknown, summary: Summary, asked: readonly number[], pages: readonly Page[]): Summary {
  if (!(error instanceof TaskFailure)) throw error;
  if (error.code === "empty_document") return { ...summary, pagesFailed: [] };
  if (error.code !== "corrupt_document") throw error;
  return { ...summary, pagesFailed: asked.filter((number) => !pages.some((page) => page.number === number)) };
}

function warningsOf({ warnings: before = [] }: Summary, { warnings: now = [] }: Summary): Pick<Document, "warnings"> {
  const warnings = [...before, ...now.filter(({ message }) => !before.some((each) => each.message === message))];
  return warnings.length > 0 ? { warnings } : {};
}
