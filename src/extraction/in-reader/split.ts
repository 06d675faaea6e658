/** Extraction's work in the reader's child: cuts a file that holds several documents, and says of which template each is. */
import type { WorkContext } from "#documents/child/serve.ts";
import type { ReadOptions } from "#documents/pool/protocol.ts";
import { pagesRead } from "#extraction/pages-read.ts";
import type { Class, Seen } from "#packets/classes/class-features.ts";
import { blankPage, type PageFacts, pageFactsOf } from "#packets/pages/page-facts.ts";
import { reasonsOf } from "#packets/reasons.ts";
import { splitStack } from "#packets/split-stack.ts";
import { signatureOf } from "#structure/layout/marks.ts";
import type { Split } from "./works.ts";

export async function split(
  { reading, classes }: { reading: ReadOptions; classes: Class[] },
  bytes: Buffer,
  context: WorkContext,
): Promise<Split> {
  const document = await context.read(reading, bytes);
  const read = new Map(pageFactsOf(document).map((page) => [page.number, page]));
  // A page that could not be read belongs to the document around it, as a blank one does.
  const pages = Array.from({ length: document.pageCount }, (_, i) => read.get(i + 1) ?? blankPage(i + 1));
  const seenOf = async ({ marks }: PageFacts): Promise<Seen[]> => {
    const likeness = (await context.ask({ marks, signature: signatureOf(marks) })) as Record<string, number>;
    return classes.map(({ id }) => ({ likeness: likeness[id] ?? 0 }));
  };
  const parts = await splitStack(pages, classes, seenOf);
  const lastWritten = (before: number) => pages.slice(0, before).findLast(({ blank }) => !blank) ?? null;
  return {
    document: pagesRead(document),
    parts: parts.map((part) => {
      const first = (part.pages[0] ?? 1) - 1;
      return { ...part, reasons: reasonsOf(part, pages.slice(first, first + part.pages.length), lastWritten(first), classes) };
    }),
  };
}
