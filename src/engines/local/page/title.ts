/** The title of a document: "INVOICE" at its head says which of its numbers is its own. */

import { fold } from "#language/fold.ts";
import { listsOfAll } from "#language/words.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Sheet } from "#structure/sheet.ts";

const BY_TITLE: ReadonlyMap<string, string> = new Map(
  Object.entries(listsOfAll(({ document_titles }) => document_titles)).flatMap(([concept, titles]) =>
    titles.map((title) => [fold(title), concept] as const),
  ),
);
/** Share of the first page in which titles are looked for. */
const HEAD = 0.35;
/** A title is this many times as high as other candidate words. */
const LARGER = 1.3;

/** The concept of the document's own number, by its largest title; null when there is no title. */
export function ownNumberOf(sheets: readonly Sheet[]): string | null {
  const [first] = sheets;
  const titles = (first?.cells ?? []).flatMap((cell) => {
    const concept = cell.box.top < HEAD * (first?.page.height ?? 0) ? BY_TITLE.get(fold(cell.text)) : undefined;
    return concept === undefined ? [] : [{ concept, height: heightOf(cell.box), capitals: cell.text === cell.text.toUpperCase() }];
  });
  const [title, next] = titles.sort((a, b) => Number(b.capitals) - Number(a.capitals) || b.height - a.height);
  const isClear =
    !next || next.concept === title?.concept || (title?.capitals && !next.capitals) || (title?.height ?? 0) > LARGER * next.height;
  return title && isClear ? title.concept : null;
}
