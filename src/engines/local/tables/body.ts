/** The lines below a header row, cut into rows and columns. */
import type { Word } from "#documents/document.ts";
import { CONCEPTS } from "#engines/concepts/concept-of.ts";
import { labelsIn } from "#engines/local/labels-on-page.ts";
import { VALUE_PHRASES } from "#engines/local/lexicon/lexicon.ts";
import { type Cell, heightOf, type Sheet, textOf } from "#engines/local/sheet.ts";
import { boxAround } from "#engines/values/words.ts";
import type { Column, Head, Header } from "./header.ts";

/** Per head the cells of the row, one for each of its lines. */
export type Row = { cells: Map<Head, Cell[]> };
/** `ended`: a line of totals was met, the table does not run on. */
export type Body = { rows: Row[]; ended: boolean };

const TOTALS = new Set(["net_total", "tax_total", "grand_total", "amount_due", "prepaid", "rounding", "cash_tendered", "change"]);
const CARRIED = /(?:carried|brought) forward|übertrag|zwischensumme|à reporter|report\b|riporto|suma y sigue|a transportar|transport\b/iu;
/** Line heights between two lines of one table. */
const GAP_MAX = 6;
const WRAP_GAP_MAX = 1.1;

export function bodyOf(sheet: Sheet, header: Header, columns: readonly Column[]): Body {
  const anchor = anchorOf(header, columns);
  const text = [...header.columns].find(([column]) => column.kind === "text")?.[1] ?? null;
  const rows: Row[] = [];
  let waiting: Cell[] = [];
  let bottom: number | null = null;
  for (const line of sheet.lines.slice(header.toLine)) {
    const [first] = line;
    if (!first) continue;
    if (CARRIED.test(textOf(first.words))) continue;
    if (isTotal(line)) return { rows, ended: rows.length > 0 };
    if (bottom !== null && rows.length > 0 && first.box.top - bottom > GAP_MAX * heightOf(first.box)) break;
    const cells = byHead(line, header.heads);
    const starts = anchor !== null && (cells.get(anchor) ?? []).some((cell) => /\d/.test(cell.text));
    const height = Math.max(1, heightOf(first.box));
    const near: boolean = bottom !== null && first.box.top - bottom < WRAP_GAP_MAX * height;
    if (starts) {
      const row: Row = { cells };
      if (text && !row.cells.has(text) && waiting.length > 0) row.cells.set(text, waiting);
      waiting = [];
      rows.push(row);
    } else waiting = wrap(rows.at(-1), cells, text, near, waiting);
    bottom = Math.max(...line.map((cell) => cell.box.bottom));
  }
  return { rows, ended: false };
}

/** The column whose number makes a line a row: the amount of the line, else the quantity, else any number. */
function anchorOf(header: Header, columns: readonly Column[]): Head | null {
  const amount = header.heads.findLast((head) => head.concepts.has("line_amount"));
  const wanted = columns.find((column) => column.concept === "line_amount" && header.columns.has(column));
  const numeric = columns.filter((column) => column.kind !== "text" && header.columns.has(column)).at(-1);
  return (wanted && header.columns.get(wanted)) ?? amount ?? (numeric && header.columns.get(numeric)) ?? header.heads.at(-1) ?? null;
}

/** A line with text in the text column only goes on with the row above. */
function wrap(row: Row | undefined, cells: Map<Head, Cell[]>, text: Head | null, near: boolean, waiting: Cell[]): Cell[] {
  const added = text ? (cells.get(text) ?? []) : [];
  if (!text || added.length === 0 || cells.size > 2) return [];
  const own = row?.cells.get(text);
  if (row && near && own) {
    own.push(...added);
    return [];
  }
  return [...waiting, ...added];
}

function isTotal(line: readonly Cell[]): boolean {
  const last = line.at(-1);
  if (!last || !/\d/.test(last.text)) return false;
  return line.some((cell, i) => {
    const [label] = labelsIn(cell, VALUE_PHRASES);
    const total = label?.from === 0 && [...label.concepts].some((concept) => TOTALS.has(concept) && CONCEPTS[concept]?.kind === "amount");
    return total === true && i <= 2 && line.length <= 4 && (line.length - i <= 2 || label.to === cell.words.length);
  });
}

/** Cells by the head they stand under; a cell that spans several columns is cut where its numbers fall under another head. */
function byHead(line: readonly Cell[], heads: readonly Head[]): Map<Head, Cell[]> {
  const found = new Map<Head, Cell[]>();
  for (const cell of line) {
    let run: Word[] = [];
    let current: Head | null = null;
    const flush = () => {
      if (current && run.length > 0) found.set(current, [...(found.get(current) ?? []), part(cell, run)]);
      run = [];
    };
    for (const word of cell.words) {
      const head = nearestHead(word, heads);
      const numeric = /^[\d(+\-€$£]/.test(word.text);
      if (current === null || (head !== current && (numeric || (run.length > 0 && startsUnder(word, head))))) {
        flush();
        current = head;
      }
      run.push(word);
    }
    flush();
  }
  return found;
}

const startsUnder = (word: Word, head: Head | null) => head !== null && Math.abs(word.box.left - head.box.left) < 3;

function nearestHead(word: Word, heads: readonly Head[]): Head | null {
  let best: { head: Head; gap: number } | null = null;
  for (const head of heads) {
    const gap = Math.max(0, head.box.left - word.box.right, word.box.left - head.box.right);
    const centre = Math.abs(head.box.left + head.box.right - word.box.left - word.box.right) / 1000;
    if (!best || gap + centre < best.gap) best = { head, gap: gap + centre };
  }
  return best?.head ?? null;
}

function part(cell: Cell, words: readonly Word[]): Cell {
  return { ...cell, words, text: textOf(words), box: boxAround(words.map((word) => word.box)), tokens: [] };
}
