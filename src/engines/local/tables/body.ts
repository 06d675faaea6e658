/** Splits the lines below a header row into rows and columns. */

import type { Word } from "#documents/document.ts";
import { append, largest, smallest } from "#documents/long-lists.ts";
import { CONCEPTS } from "#engines/concepts/concept-of.ts";
import { columnPhrases, type PhraseIndex, valuePhrases } from "#engines/local/lexicon/lexicon.ts";
import { labelsIn } from "#engines/local/page/labels-on-page.ts";
import { heightOf } from "#structure/boxes.ts";
import { isSetAsHeading } from "#structure/heading-type.ts";
import { type Cell, type Sheet, textOf, withWords } from "#structure/sheet.ts";
import type { Column, ColumnHead, Header } from "./header.ts";
import { isCarried } from "./totals.ts";

/** For each head the cells of the row, one per line. */
export type TableRow = { cells: Map<ColumnHead, Cell[]> };
/** `ended`: a line of totals was found, the table does not continue. */
export type Body = { rows: TableRow[]; ended: boolean };

/** Maximum gaps in line heights: between two lines of one table, between lines of one row, and between lines of one cell. */
const GAP_MAX = 6;
const ROW_GAP_MAX = 1.2;
const WRAP_GAP_MAX = 0.75;

export function bodyOf(sheet: Sheet, header: Header, columns: readonly Column[]): Body {
  const anchor = anchorOf(header, columns);
  const state: State = {
    anchor,
    names: header.heads.filter((head) => NAMING.some((concept) => head.concepts.has(concept))),
    rows: [],
    waiting: [],
    bottom: null,
    text: [...header.columns].find(([column]) => column.kind === "text")?.[1] ?? null,
  };
  let ended = false;
  for (const line of sheet.lines.slice(header.toLine)) {
    const [first] = line;
    if (!first || isCarried(textOf(first.words))) continue;
    const height = Math.max(1, heightOf(first.box));
    ended = state.rows.length > 0 && (isTotal(line) || isHeading(line));
    if (ended || (state.bottom !== null && state.rows.length > 0 && first.box.top - state.bottom > GAP_MAX * height)) break;
    if (isTotal(line)) break;
    const cells = byHead(line, header.heads);
    ended = leavesOut(cells, state);
    if (ended) break;
    addLine(state, cells, height);
    state.bottom = largest(line.map((cell) => cell.box.bottom));
  }
  const filled = (row: TableRow) => anchor !== null && (row.cells.get(anchor) ?? []).some((cell) => /\d/.test(cell.text));
  return { rows: state.rows.filter(filled), ended };
}

type State = {
  anchor: ColumnHead | null;
  /** Columns that say what a row is about: description, article number. */
  names: readonly ColumnHead[];
  rows: TableRow[] /** Text lines that belong to the row below them. */;
  waiting: Cell[];
  bottom: number | null;
  text: ColumnHead | null;
};

/** A line starts a row when it repeats a number column of the row above, or is set off from it; else it continues the row. */
function addLine(state: State, cells: Map<ColumnHead, Cell[]>, height: number): void {
  const numbers = [...cells]
    .filter(([head, parts]) => countable(head, state) && parts.some((cell) => /\d/.test(cell.text)))
    .map(([head]) => head);
  const row = state.rows.at(-1);
  const near = row !== undefined && topOf(cells) - bottomOf(row.cells) < ROW_GAP_MAX * height;
  if (numbers.length === 0) {
    wrap(state, row, cells, height);
    return;
  }
  const repeats = row === undefined || numbers.some((head) => (row.cells.get(head) ?? []).some((cell) => /\d/.test(cell.text)));
  if (near && !repeats) {
    for (const [head, parts] of cells) row.cells.set(head, [...(row.cells.get(head) ?? []), ...parts]);
    return;
  }
  if (state.text && !cells.has(state.text) && state.waiting.length > 0) cells.set(state.text, state.waiting);
  state.waiting = [];
  state.rows.push({ cells });
}

const NAMING = ["description", "item_number"];

/**
 * Whether a new line of numbers has no name, although every row before it has one: sums by tax rate and the like, printed below the table.
 */
function leavesOut(cells: Map<ColumnHead, Cell[]>, state: State): boolean {
  const named = (row: Map<ColumnHead, Cell[]>) =>
    state.names.some((head) => (row.get(head) ?? []).some((cell) => /\p{L}{2}/u.test(cell.text)));
  if (state.rows.length < 1 || state.waiting.length > 0 || named(cells)) return false;
  const amount = state.anchor !== null && (cells.get(state.anchor) ?? []).some((cell) => /\d/.test(cell.text));
  const repeats = state.anchor !== null && (state.rows.at(-1)?.cells.get(state.anchor) ?? []).some((cell) => /\d/.test(cell.text));
  return amount && repeats && state.rows.every((row) => named(row.cells));
}

const NUMBERED = ["quantity", "unit_price", "line_amount", "tax_rate", "discount", "position"];

/** Columns of amounts and counts; article numbers may take several lines of one row. */
function countable(head: ColumnHead, state: State): boolean {
  return head !== state.text && (head === state.anchor || NUMBERED.some((concept) => head.concepts.has(concept)));
}

const topOf = (cells: Map<ColumnHead, Cell[]>) => smallest([...cells.values()].flat().map((cell) => cell.box.top));
const bottomOf = (cells: Map<ColumnHead, Cell[]>) => largest([...cells.values()].flat().map((cell) => cell.box.bottom));

/** Text right below the text of the row above continues it; other text waits for a row without text. */
function wrap(state: State, row: TableRow | undefined, cells: Map<ColumnHead, Cell[]>, height: number): void {
  const added = state.text ? (cells.get(state.text) ?? []) : [];
  const [first] = added;
  if (!state.text || !first) return;
  const last = row?.cells.get(state.text)?.at(-1);
  const isNear = last && first.box.top - last.box.bottom < WRAP_GAP_MAX * height;
  if (isNear && isSetAsHeading(first.words, last.words) === null) append(row?.cells.get(state.text) ?? [], added);
  else state.waiting = cells.size <= 2 ? [...state.waiting, ...added] : [];
}

/** The column whose number makes a line a row: the amount, else the quantity, else any number. */
function anchorOf(header: Header, columns: readonly Column[]): ColumnHead | null {
  const amount = header.heads.findLast((head) => head.concepts.has("line_amount"));
  const wanted = columns.find((column) => column.concept === "line_amount" && header.columns.has(column));
  const numeric = columns.filter((column) => column.kind !== "text" && header.columns.has(column)).at(-1);
  return (wanted && header.columns.get(wanted)) ?? amount ?? (numeric && header.columns.get(numeric)) ?? header.heads.at(-1) ?? null;
}

/** Whether the line is the header of another table: several labels; beside a sum, only labels that fill their cells. */
function isHeading(line: readonly Cell[]): boolean {
  const heads = line.filter((cell) => !/\d/.test(cell.text));
  if (heads.length < 3) return false;
  const labels = heads.flatMap((cell) => {
    const leading = (phrases: PhraseIndex) => labelsIn(cell, phrases).find((hit) => hit.from === 0);
    const first = leading(valuePhrases()) ?? leading(columnPhrases());
    return first ? [first.to === cell.words.length] : [];
  });
  return labels.length >= 2 && (heads.length === line.length || labels.filter((whole) => whole).length >= 2);
}

function isTotal(line: readonly Cell[]): boolean {
  const last = line.at(-1);
  if (!last || !/\d/.test(last.text)) return false;
  return line.some((cell, i) => {
    const [label] = labelsIn(cell, valuePhrases());
    const total = label?.from === 0 && [...label.concepts].some((concept) => CONCEPTS[concept]?.endsTable);
    return total === true && i <= 2 && line.length <= 4 && (line.length - i <= 2 || label.to === cell.words.length);
  });
}

/** Cells by the head above them; a cell that spans several columns is split where its numbers are below another head. */
function byHead(line: readonly Cell[], heads: readonly ColumnHead[]): Map<ColumnHead, Cell[]> {
  const found = new Map<ColumnHead, Cell[]>();
  for (const cell of line) {
    let run: Word[] = [];
    let current: ColumnHead | null = null;
    const flush = () => {
      if (current && run.length > 0) found.set(current, [...(found.get(current) ?? []), withWords(cell, run)]);
      run = [];
    };
    for (const word of cell.words) {
      const head = nearestHead(word, heads);
      const numeric = /^[\d(+\-€$£]/.test(word.text);
      if (current === null || (head !== current && ((numeric && reaches(word, head)) || (run.length > 0 && startsUnder(word, head))))) {
        flush();
        current = head;
      }
      run.push(word);
    }
    flush();
  }
  return spread(found, heads);
}

/** Two cells below one head and none below the next: moves one, as the words of a wide column may begin left or right of its head. */
function spread(found: Map<ColumnHead, Cell[]>, heads: readonly ColumnHead[]): Map<ColumnHead, Cell[]> {
  heads.forEach((head, i) => {
    const cells = found.get(head) ?? [];
    const [first, last] = [cells[0], cells.at(-1)];
    if (!first || !last || cells.length < 2 || last.box.left - first.box.right < heightOf(first.box)) return;
    const [before, after] = [heads[i - 1], heads[i + 1]];
    if (after && !found.has(after) && last.box.right > head.box.right) {
      found.set(head, cells.slice(0, -1)).set(after, [last]);
    } else if (before && !found.has(before) && first.box.left < head.box.left) {
      found.set(head, cells.slice(1)).set(before, [first]);
    }
  });
  return found;
}

/** Numbers inside a text stay in it; those of the next column are below its head, at most a letter's height beside it. */
const reaches = (word: Word, head: ColumnHead | null) =>
  head !== null && Math.max(head.box.left - word.box.right, word.box.left - head.box.right) < heightOf(word.box);

const startsUnder = (word: Word, head: ColumnHead | null) => head !== null && Math.abs(word.box.left - head.box.left) < 3;

function nearestHead(word: Word, heads: readonly ColumnHead[]): ColumnHead | null {
  let best: { head: ColumnHead; gap: number } | null = null;
  for (const head of heads) {
    const gap = Math.max(0, head.box.left - word.box.right, word.box.left - head.box.right);
    const centre = Math.abs(head.box.left + head.box.right - word.box.left - word.box.right) / 1000;
    if (!best || gap + centre < best.gap) best = { head, gap: gap + centre };
  }
  return best?.head ?? null;
}
