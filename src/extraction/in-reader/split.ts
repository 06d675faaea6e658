/** Extraction's work in the reader's child: cuts a file that holds several documents, and says of which template each is. */
import type { WorkContext } from "#documents/child/serve.ts";
import type { Document } from "#documents/document.ts";
import { pagesRead } from "#extraction/pages-read.ts";
import { isTold, type Said } from "#memory/said-pages.ts";
import { partsOf, wholeOf } from "#packets/parts-of.ts";
import type { SeenOf } from "#packets/split-stack.ts";
import { type Mark, marksOf, signatureOf } from "#structure/layout/marks.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { packed } from "./kept.ts";
import { pageHeads } from "./page-heads.ts";
import { partsAsSaid } from "./said-parts.ts";
import type { Split, SplitAsk } from "./works.ts";

export async function split(
  { reading, classes, said: isAnythingSaid, heads = false, whole = false }: SplitAsk,
  bytes: Buffer,
  context: WorkContext,
): Promise<Split> {
  const read = await context.read(reading, bytes);
  const document = { ...read, pages: read.pages.map(({ ink: _, marks: __, ...page }) => page) };
  const seenOf: SeenOf = async ({ marks }) => {
    const likeness = (await context.ask({ marks, signature: signatureOf(marks) })) as Record<string, number>;
    return classes.map(({ id }) => ({ likeness: likeness[id] ?? 0 }));
  };
  const layouts = layoutsOf(document);
  const said = isAnythingSaid ? await saidOf(whole ? layouts.slice(0, 1) : layouts, context) : new Map<number, Said>();
  const parts = whole ? [await wholeOf(document, classes, seenOf)] : await partsOf(document, classes, seenOf);
  return {
    document: pagesRead(document),
    parts: await partsAsSaid(parts, { document, said, classes, seenOf }),
    layouts: whole ? [] : layouts,
    kept: packed(read, reading, whole),
    heads: heads ? pageHeads(document) : [],
  };
}

/** Of the pages that have words to know them by. */
function layoutsOf(document: Document): Split["layouts"] {
  return sheetsOf(document).flatMap((sheet) => {
    const marks = marksOf([sheet]);
    return isTold(marks) ? [{ page: sheet.page.number, marks }] : [];
  });
}

async function saidOf(layouts: Split["layouts"], context: WorkContext): Promise<Map<number, Said>> {
  const said = new Map<number, Said>();
  for (const { page, marks } of layouts) {
    const answer = (await context.ask(questionOf(marks))) as Said | null;
    if (answer) said.set(page, answer);
  }
  return said;
}

const questionOf = (marks: readonly Mark[]) => ({ said: true, marks, signature: signatureOf(marks) });
