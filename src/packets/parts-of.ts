/** The parts of a document that holds several, with what spoke for each. */
import type { Document } from "#documents/document.ts";
import type { Class } from "./classes/class-features.ts";
import { blankPage } from "./pages/blank-page.ts";
import { type PageFacts, pageFactsOf } from "./pages/page-facts.ts";
import { beforePart, reasonsOf } from "./reasons.ts";
import { classOf, type SeenOf, type StackPart, splitStack } from "./split-stack.ts";

export type ToldPart = StackPart & { reasons: string[] };

/** Where a page could not be read, nothing tells whether a document begins or ends there. */
const UNREAD_CUT = 0.5;

/**
 * Each page of the file is in exactly one part: one that could not be read is with the document around it, as a blank one is, and makes that part
 * and the next one doubtful.
 */
export async function partsOf(document: Document, classes: readonly Class[], seenOf?: SeenOf): Promise<ToldPart[]> {
  const { all } = pagesOf(document);
  const unread = new Set(document.pagesFailed);
  return (await splitStack(all, classes, seenOf)).map((part) => {
    const own = part.pages.flatMap((number) => all[number - 1] ?? []);
    const [first = 1] = part.pages;
    const doubtful = [first - 1, ...part.pages].filter((number) => unread.has(number));
    const reasons = reasonsOf(part, own, beforePart(all, first), classes);
    if (doubtful.length === 0) return { ...part, reasons };
    return { ...part, cut: Math.min(part.cut, UNREAD_CUT), reasons: [`Pages that could not be read: ${doubtful.join(", ")}.`, ...reasons] };
  });
}

/** The pages that were read, as one document. */
export async function wholeOf(document: Document, classes: readonly Class[], seenOf?: SeenOf): Promise<ToldPart> {
  const { read, all } = pagesOf(document);
  const part: StackPart = { pages: read.map(({ number }) => number), ...(await classOf(read, classes, seenOf)), cut: 1 };
  return { ...part, reasons: reasonsOf(part, all, null, classes) };
}

/** `all`: with a blank page for each that was not read. */
function pagesOf(document: Document): { read: PageFacts[]; all: PageFacts[] } {
  const read = pageFactsOf(document);
  const known = new Map(read.map((page) => [page.number, page]));
  return { read, all: Array.from({ length: document.pageCount }, (_, i) => known.get(i + 1) ?? blankPage(i + 1)) };
}
