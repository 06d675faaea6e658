/** The parts of a document that holds several, with what spoke for each. */
import type { Document } from "#documents/document.ts";
import type { Class } from "./classes/class-features.ts";
import { blankPage } from "./pages/blank-page.ts";
import { pageFactsOf } from "./pages/page-facts.ts";
import { beforePart, reasonsOf } from "./reasons.ts";
import { classOf, type SeenOf, type StackPart, splitStack } from "./split-stack.ts";

export type ToldPart = StackPart & { reasons: string[] };

/** Each page of the file is in exactly one part: one that could not be read is with the document around it, as a blank one is. */
export async function partsOf(document: Document, classes: readonly Class[], seenOf?: SeenOf): Promise<ToldPart[]> {
  const read = new Map(pageFactsOf(document).map((page) => [page.number, page]));
  const pages = Array.from({ length: document.pageCount }, (_, i) => read.get(i + 1) ?? blankPage(i + 1));
  return (await splitStack(pages, classes, seenOf)).map((part) => {
    const own = part.pages.flatMap((number) => pages[number - 1] ?? []);
    return { ...part, reasons: reasonsOf(part, own, beforePart(pages, part.pages[0] ?? 1), classes) };
  });
}

/** The pages that were read, as one document. */
export async function wholeOf(document: Document, classes: readonly Class[], seenOf?: SeenOf): Promise<ToldPart> {
  const pages = pageFactsOf(document);
  const part: StackPart = { pages: pages.map(({ number }) => number), ...(await classOf(pages, classes, seenOf)), cut: 1 };
  return { ...part, reasons: reasonsOf(part, pages, null, classes) };
}
