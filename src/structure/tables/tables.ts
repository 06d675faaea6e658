/** The tables of a page, found by the places of its words and rulings, whatever is asked of it. */

import type { Page } from "#documents/document.ts";
import { heightOf } from "#structure/boxes.ts";
import { type Piece, piecesOf } from "#structure/pieces.ts";
import { columnsIn, cutAtRulings, partedByHeads, partedByWords, type Span, solidColumns } from "./columns.ts";
import { type Head, headsOf } from "./heads.ts";
import { partsOf } from "./parts.ts";
import { regionsOf } from "./regions.ts";
import { type Row, rowsOf } from "./rows.ts";

export type Column = Span & Head & { solid: boolean };
export type Table = {
  /** 1-based, of its first row. */
  page: number;
  columns: Column[];
  rows: Row[];
  /** Lines above the heads that may be its title, the nearest first. */
  titles: Piece[];
  top: number;
  bottom: number;
};

const TITLES_MAX = 4;

/** Top to bottom. `page` is upright. */
export function tablesOn(page: Page): Table[] {
  const lines = piecesOf(page);
  const tables = regionsOf(lines, page.rulings).flatMap((region) =>
    partsOf(region.lines, page.rulings).flatMap((part) => tableIn(part, lines, page) ?? []),
  );
  const inHeads = new Set(tables.flatMap(({ columns }) => columns.flatMap(({ own, over }) => [...own, ...over])));
  const inRows = new Set(tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flat())));
  // Heads with a table of their own, such as currencies below years.
  const own = tables.filter(({ rows }) => !rows.every(({ cells }) => cells.flat().every((piece) => inHeads.has(piece))));
  return own
    .map((table) => ({ ...table, titles: table.titles.filter((piece) => !inRows.has(piece) && !inHeads.has(piece)) }))
    .sort((a, b) => a.top - b.top || (a.columns[0]?.left ?? 0) - (b.columns[0]?.left ?? 0));
}

type Lines = readonly (readonly Piece[])[];

function tableIn(part: Lines, lines: Lines, page: Page): Table | null {
  const plain = cutAtRulings(columnsIn(part), part, page.rulings);
  if (plain.length === 0) return null;
  const start = headsOf(part, [], plain, solidColumns(part, plain), page.rulings).body;
  const spans = partedByWords(partedByHeads(plain, part.slice(0, start), part.slice(start)), part.slice(0, start), part.slice(start));
  if (spans.length < 2) return null;
  const solid = solidColumns(part, spans);
  const [left, right] = [spans[0]?.left ?? 0, spans.at(-1)?.right ?? 0];
  const firstLine = part[0]?.[0]?.line ?? 0;
  const above = lines
    .slice(Math.max(0, firstLine - 12), firstLine)
    .map((line) => line.filter(({ box }) => (box.left + box.right) / 2 > left - 20 && (box.left + box.right) / 2 < right + 20))
    .filter((line) => line.length > 0);
  const { heads, body, top } = headsOf(part, above, spans, solid, page.rulings);
  const rows = rowsOf({ lines: part.slice(body), columns: spans, solid, rulings: page.rulings });
  if (rows.length === 0) return null;
  const columns = spans.map((span, i) => ({ ...span, own: heads[i]?.own ?? [], over: heads[i]?.over ?? [], solid: solid.has(i) }));
  const bottom = part.at(-1)?.[0]?.box.bottom ?? top;
  return { page: page.number, columns, rows, titles: titlesOf([...above, ...part.slice(0, body)], top), top, bottom };
}

/** Lines of one text or two; lines of more are a table's. */
function titlesOf(above: readonly (readonly Piece[])[], top: number): Piece[] {
  const over = above.filter((line) => line.length < 3 && line.some(({ box }) => box.bottom <= top + 0.3 * heightOf(box)));
  return over.slice(-TITLES_MAX).reverse().flat();
}
