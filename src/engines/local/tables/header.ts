/** Finds the header row of a table, and which printed column answers which requested one. */

import { memo } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import type { Box } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import { CONCEPTS, columnConceptOf } from "#engines/concepts/concept-of.ts";
import { labelTokens } from "#engines/local/lexicon/labels.ts";
import { columnPhrases } from "#engines/local/lexicon/lexicon.ts";
import { labelsIn } from "#engines/local/page/labels-on-page.ts";
import { nameTokens, similarity } from "#language/fold.ts";
import { heightOf, overlapAcross } from "#structure/boxes.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";

export type ColumnHead = { text: string; concepts: ReadonlySet<string>; box: Box };
/** `name`: the field's words, normalised like heads. */
export type Column = { field: Field; kind: Kind; concept: string | null; name: string };
export type Header = {
  page: number;
  fromLine: number;
  toLine: number;
  heads: ColumnHead[];
  columns: Map<Column, ColumnHead>;
  score: number;
};

const LINES_MAX = 3;
const NO_CONCEPTS: ReadonlySet<string> = new Set();

export function columnsOf(fields: readonly Field[]): Column[] {
  return fields.map((field) => {
    const concept = columnConceptOf(field);
    const known = CONCEPTS[concept ?? ""]?.kind;
    const numeric = ["number", "integer", "currency", "percentage"].includes(field.type);
    const kind: Kind =
      field.type === "date"
        ? "date"
        : numeric
          ? known === "percent" || known === "number"
            ? known
            : "amount"
          : known === "id"
            ? "id"
            : "text";
    return { field, kind, concept, name: nameTokens(field.name).join(" ") };
  });
}

/** The best header row of the page below `afterLine`; null when no line names at least two of its columns. */
export function headerOn(sheet: Sheet, columns: readonly Column[], afterLine = -1): Header | null {
  let best: Header | null = null;
  const headsOf = headsByLine(sheet);
  for (let line = afterLine + 1; line < sheet.lines.length; line++) {
    for (let count = 1; count <= LINES_MAX; count++) {
      const header = headerAt(sheet, columns, line, line + count, headsOf);
      if (header && (!best || header.score > best.score + 0.01)) best = header;
    }
  }
  return best && withOuterLines(sheet, best);
}

const OUTER_LINES_MAX = 3;

/** Lines of words right above and below belong to the header too: `Art-Nr-Kunde` over `Pos`, `(GTIN)` under it. */
function withOuterLines(sheet: Sheet, header: Header): Header {
  const edge = (line: number, side: "top" | "bottom") => (sheet.lines[line] ?? [])[0]?.box[side] ?? 0;
  const wordy = (cells: readonly Cell[] | undefined) =>
    cells !== undefined && cells.length > 0 && cells.every((cell) => !/\d/.test(cell.text) && cell.words.length <= 3);
  const height = Math.max(1, edge(header.fromLine, "bottom") - edge(header.fromLine, "top"));
  let { fromLine, toLine } = header;
  while (
    fromLine > 0 &&
    header.fromLine - fromLine < OUTER_LINES_MAX &&
    wordy(sheet.lines[fromLine - 1]) &&
    edge(fromLine, "top") - edge(fromLine - 1, "bottom") < 0.6 * height
  )
    fromLine--;
  const under = (cells: readonly Cell[] | undefined) =>
    wordy(cells) && cells?.every((cell) => /^\(.*\)$|-$/.test(cell.text) || labelsIn(cell, columnPhrases())[0]?.from === 0);
  while (
    toLine - header.toLine < OUTER_LINES_MAX &&
    under(sheet.lines[toLine]) &&
    edge(toLine, "top") - edge(toLine - 1, "bottom") < 0.6 * height
  )
    toLine++;
  const outer = [...sheet.lines.slice(fromLine, header.fromLine), ...sheet.lines.slice(header.toLine, toLine)].flat();
  const apart = outer.filter((cell) => !header.heads.some((head) => overlapAcross(head.box, cell.box) > 0.3));
  const heads = mergeHeads([apart.map((cell) => ({ text: cell.text, concepts: NO_CONCEPTS, box: cell.box }))]);
  return { ...header, fromLine, toLine, heads: [...header.heads, ...heads].sort((a, b) => a.box.left - b.box.left) };
}

type HeadsOf = (line: number) => readonly ColumnHead[];

/** Caches heads by line: a line is tried in headers of one, two and three lines. */
const headsByLine = (sheet: Sheet): HeadsOf => memo((line) => (sheet.lines[line] ?? []).flatMap(headsIn));

function headerAt(sheet: Sheet, columns: readonly Column[], from: number, to: number, headsOf: HeadsOf): Header | null {
  const lines = sheet.lines.slice(from, to);
  if (lines.length !== to - from) return null;
  const rows = lines.map((_, i) => headsOf(from + i));
  if (!rows.some((row) => row.some((head) => head.concepts.size > 0)) || !close(lines)) return null;
  const heads = mergeHeads(rows);
  const named = heads.filter((head) => head.concepts.size > 0);
  if (named.length < 2) return null;
  const chosen = matchColumns(columns, heads);
  const digits = lines.flat().filter((cell) => /\d{2}/.test(cell.text)).length;
  if (chosen.size < Math.min(2, columns.length)) return null;
  const score = 2 * chosen.size + 0.5 * named.length - 1.5 * digits - 0.4 * (heads.length - named.length) - 0.3 * (to - from - 1);
  return score < 2 ? null : { page: sheet.page.number, fromLine: from, toLine: to, heads, columns: chosen, score };
}

function close(lines: readonly (readonly Cell[])[]): boolean {
  return lines.every((cells, i) => {
    const above = lines[i - 1]?.[0];
    const here = cells[0];
    return i === 0 || (above !== undefined && here !== undefined && here.box.top - above.box.bottom < 0.9 * heightOf(above.box));
  });
}

/** Gap between two words, in line heights, from which on they may be narrow columns side by side; a space is about a quarter. */
const COLUMN_GAP_MIN = 0.45;

/**
 * Two heads where a wide gap separates a label from one with another meaning: "Menge  Einheit", which as a whole is a label of quantities
 * too.
 */
function headsIn(cell: Cell): ColumnHead[] {
  const wide = cell.words.flatMap((word, i) => {
    const before = cell.words[i - 1];
    return before && word.box.left - before.box.right > COLUMN_GAP_MIN * heightOf(cell.box) ? [i] : [];
  });
  if (wide.length !== 1) return labelledHeads(cell);
  const [whole] = labelsIn(cell, columnPhrases());
  const parts = [0, ...wide].map((from, k) => partOf(cell, from, wide[k] ?? cell.words.length));
  const labels = parts.map((each) => labelsIn(each, columnPhrases()).find((hit) => hit.from === 0 && hit.to === each.words.length));
  const [first, second] = labels.map((label) => label?.concepts ?? NO_CONCEPTS);
  const apart = whole && first && second && shares(first, whole.concepts) && !shares(second, whole.concepts);
  return apart && second.size > 0 ? parts.flatMap(labelledHeads) : labelledHeads(cell);
}

const shares = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].some((concept) => others.has(concept));

function partOf(cell: Cell, from: number, to: number): Cell {
  const words = cell.words.slice(from, to);
  return { ...cell, words, text: textOf(words), box: boxAround(words) };
}

/** A cell gives one head, or several when it holds several column labels in a row. */
function labelledHeads(cell: Cell): ColumnHead[] {
  const labels = labelsIn(cell, columnPhrases());
  const whole = (concepts: ReadonlySet<string>) => [{ text: cell.text, concepts, box: cell.box }];
  const [first] = labels;
  if (!first || first.from > 1) return whole(NO_CONCEPTS);
  if (labels.length === 1) return whole(cell.words.length - first.to > 3 ? NO_CONCEPTS : first.concepts);
  return labels.map((label, i) => {
    const words = cell.words.slice(label.from, labels[i + 1]?.from ?? cell.words.length);
    return { text: textOf(words), concepts: label.concepts, box: boxAround(words) };
  });
}

/** Merges heads of several lines that are above each other. */
function mergeHeads(rows: readonly (readonly ColumnHead[])[]): ColumnHead[] {
  const heads: ColumnHead[] = [];
  for (const head of rows.flat()) {
    const above = heads.find((other) => overlapAcross(other.box, head.box) > 0.3 && other.box.bottom <= head.box.top + 2);
    if (!above) heads.push({ ...head });
    else {
      const both = labelsInText(`${above.text} ${head.text}`);
      above.concepts = both ?? (above.concepts.size > 0 ? above.concepts : head.concepts);
      above.text = `${above.text} ${head.text}`;
      above.box = boxAround([above, head]);
    }
  }
  return heads.sort((a, b) => a.box.left - b.box.left);
}

function labelsInText(text: string): ReadonlySet<string> | null {
  const tokens = nameTokens(text);
  for (const phrase of columnPhrases().get(tokens[0] ?? "") ?? []) {
    if (phrase.tokens.length > 1 && phrase.tokens.every((token, i) => tokens[i] === token)) return phrase.concepts;
  }
  return null;
}

/** "Product description", not "Product area", of which only the first word is a label. */
function isWholeLabel({ text, concepts }: ColumnHead): boolean {
  const tokens = labelTokens(text);
  const phrases = columnPhrases().get(tokens[0] ?? "") ?? [];
  return phrases.some((phrase) => shares(phrase.concepts, concepts) && phrase.tokens.join(" ") === tokens.join(" "));
}

/** Each head serves one column. Sums are on the right, so of several heads for an amount the last one is taken. */
function matchColumns(columns: readonly Column[], heads: readonly ColumnHead[]): Map<Column, ColumnHead> {
  const pairs: { column: Column; head: ColumnHead; like: number }[] = [];
  const names = heads.map((head) => nameTokens(head.text).join(" "));
  for (const column of columns) {
    heads.forEach((head, i) => {
      const like =
        likeness(column, head, names[i] ?? "") + (column.concept === "line_amount" ? 0.1 * (i / heads.length) : -0.1 * (i / heads.length));
      if (like > 0.5) pairs.push({ column, head, like });
    });
  }
  pairs.sort((a, b) => b.like - a.like);
  const chosen = new Map<Column, ColumnHead>();
  const used = new Set<ColumnHead>();
  for (const { column, head } of pairs) {
    if (chosen.has(column) || used.has(head)) continue;
    chosen.set(column, head);
    used.add(head);
  }
  return chosen;
}

function likeness(column: Column, head: ColumnHead, headName: string): number {
  if (column.concept !== null && head.concepts.has(column.concept))
    return (head.concepts.size === 1 ? 1.2 : 1) + (isWholeLabel(head) ? 0.1 : 0);
  return 0.9 * similarity(column.name, headName);
}
