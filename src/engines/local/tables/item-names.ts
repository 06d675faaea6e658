/** The name of an item among the lines of its cell. */
import type { Word } from "#documents/document.ts";
import { heightOf } from "#structure/boxes.ts";
import { type Cell, withWords } from "#structure/sheet.ts";

const CODE = /^(?=.*\d)[\p{Lu}\d./_-]{3,}$/u;
/** "Packing: bottle", "(GTIN)", "* Origin: DE": attributes of an item, not its name. */
const ATTRIBUTE = /^[\p{L}.]+(?:[ /-][\p{L}.]+){0,2}[ .-]?\s?:|^\([^()]+\)$|^[*•]/u;

/** "0,832 kg x 1,59 EUR/kg": how much of it, and for what. */
const MEASURE = /^\d[\d.,]{0,9}\s?(?:\p{L}{1,5}\.?\s?)?[x×*](?!\p{L})/iu;

/** The item's name: without the article number above it and the attributes below. */
export function describing(cells: readonly Cell[]): readonly Cell[] {
  const [first, second] = cells;
  const named = first && second && CODE.test(first.text) && /\p{L}{3}/u.test(second.text) ? cells.slice(1) : cells;
  const end = named.findIndex((cell, i) => i > 0 && (ATTRIBUTE.test(cell.text) || MEASURE.test(cell.text)));
  return end < 0 ? named : named.slice(0, end);
}

/** The words of the cell by the line that they stand on, in their order on the page. */
export function linesOf({ words }: Cell): (readonly Word[])[] {
  const lines: Word[][] = [];
  for (const word of words) {
    const last = lines.at(-1)?.at(-1);
    if (!last || word.box.top > last.box.bottom - 0.3 * heightOf(last.box)) lines.push([word]);
    else lines.at(-1)?.push(word);
  }
  return lines;
}

/** The item's name for a cell of several lines. */
export function describingWords(cell: Cell): Cell {
  const lines = linesOf(cell).map((words) => withWords(cell, words));
  const kept = describing(lines);
  return kept.length === lines.length
    ? cell
    : withWords(
        cell,
        kept.flatMap(({ words }) => words),
      );
}
