/** Lays blocks out on pages that can be drawn: long paragraphs are broken into lines, and long text into pages. */
import type { Page } from "#documents/document.ts";
import { largest } from "#documents/long-lists.ts";
import type { Block, Paragraph, Run, Table } from "./block.ts";
import { columnWidths, heightOf, LINE_PITCH, layOut, lengthOf } from "./lay-out.ts";

/** Characters of a line, as on paper. */
const LINE_CHARACTERS = 110;
const CELL_CHARACTERS = 60;
/** Points: eighty lines. */
const PAGE_HEIGHT = 80 * LINE_PITCH;
/** Lines of a row; the rest of a longer one is another row. */
const ROW_LINES_MAX = 40;

/** `pagesMax`: further pages are left out, which `cut` says. Pages are numbered from 1. */
export function paginate(blocks: readonly Block[], pagesMax: number): { pages: Page[]; cut: boolean } {
  const filler = new Filler();
  for (const block of blocks) {
    filler.add(block);
    if (filler.written > pagesMax) break;
  }
  const written = filler.sheets.filter(({ blocks: inside }) => inside.some(hasText));
  const pages = written.slice(0, pagesMax).map(({ blocks: inside, sheet }, i) => {
    const page = layOut(inside, i + 1);
    return sheet === undefined ? page : { ...page, sheet };
  });
  return { pages, cut: written.length > pagesMax };
}

class Filler {
  readonly sheets: { blocks: Block[]; sheet?: string | undefined }[] = [{ blocks: [] }];
  /** Pages with text that are full. */
  written = 0;
  private height = 0;

  add(block: Block): void {
    if (block.kind === "break") this.turn(block.sheet);
    else if (block.kind === "table") this.addTable(block);
    else for (const line of wrapped(block, LINE_CHARACTERS)) this.put(line, heightOf(line));
  }

  /** Its columns are equally wide on all pages. */
  private addTable(table: Table): void {
    const rows = rowsOf(table);
    const widths = table.widths ?? columnWidths({ kind: "table", rows: rows.map(({ cells }) => cells) });
    let part: Required<Pick<Table, "rows" | "names">> | null = null;
    for (const { cells, names } of rows) {
      const height = Math.max(LINE_PITCH, largest(cells.map(heightOfCell)));
      if (this.height > 0 && this.height + height > PAGE_HEIGHT) {
        this.turn(this.sheets.at(-1)?.sheet);
        part = null;
      }
      if (part === null) {
        part = { rows: [], names: [] };
        this.sheets.at(-1)?.blocks.push({ ...table, ...part, widths });
      }
      part.rows.push(cells);
      part.names.push(names);
      this.height += height;
    }
  }

  private put(block: Block, height: number): void {
    if (this.height > 0 && this.height + height > PAGE_HEIGHT) this.turn(this.sheets.at(-1)?.sheet);
    this.sheets.at(-1)?.blocks.push(block);
    this.height += height;
  }

  private turn(sheet: string | undefined): void {
    if (this.sheets.at(-1)?.blocks.some(hasText)) this.written += 1;
    this.sheets.push({ blocks: [], sheet });
    this.height = 0;
  }
}

type Row = { cells: Block[][]; names: NonNullable<Table["names"]>[number] };

function rowsOf({ rows, names }: Table): Row[] {
  const split: Row[] = [];
  for (const [r, row] of rows.entries()) {
    const cells = row.map((cell) =>
      cell.flatMap((block): Block[] => (block.kind === "paragraph" ? wrapped(block, CELL_CHARACTERS) : [block])),
    );
    const own = names?.[r] ?? [];
    const longest = cells.reduce((most, cell) => Math.max(most, cell.length), 1);
    for (let from = 0; from < longest; from += ROW_LINES_MAX)
      split.push({ cells: cells.map((cell) => cell.slice(from, from + ROW_LINES_MAX)), names: own });
  }
  return split;
}

function heightOfCell(cell: readonly Block[]): number {
  let height = 0;
  for (const block of cell) {
    if (block.kind === "paragraph") height += heightOf(block);
    else if (block.kind === "table") for (const row of block.rows) height += Math.max(LINE_PITCH, largest(row.map(heightOfCell)));
  }
  return height;
}

function hasText(block: Block): boolean {
  if (block.kind === "paragraph") return block.runs.some(({ text }) => text.trim() !== "");
  return block.kind === "table" && block.rows.some((row) => row.some((cell) => cell.some(hasText)));
}

/** Columns by tabs or wide gaps are kept as they are. */
const COLUMNS = /\t|\S {2,}\S/;
const SPACE = /\s/;

/** The paragraph as lines of at most `most` characters, broken at spaces. */
function wrapped(paragraph: Paragraph, most: number): Paragraph[] {
  const length = lengthOf(paragraph);
  if (length <= most || (length <= 4 * most && COLUMNS.test(paragraph.runs.map(({ text }) => text).join("")))) return [paragraph];
  const lines: Run[][] = [[]];
  let left = most;
  for (const run of paragraph.runs) {
    let text = run.text;
    while (text.length > left) {
      const at = breakIn(text, left);
      if (at > 0) lines.at(-1)?.push({ ...run, text: text.slice(0, at) });
      text = text.slice(Math.max(0, at)).trimStart();
      lines.push([]);
      left = most;
    }
    lines.at(-1)?.push({ ...run, text });
    left -= text.length;
  }
  return lines
    .filter((runs) => runs.some(({ text }) => text !== ""))
    .map((runs, i) => ({ ...paragraph, runs, list: i === 0 && paragraph.list === true }));
}

/** Where `text` may be broken so that at most `most` characters stand before it; 0 when all of it belongs on the next line. */
function breakIn(text: string, most: number): number {
  for (let at = most; at > 0; at--) if (SPACE.test(text[at] ?? "")) return at;
  return most === LINE_CHARACTERS || most === CELL_CHARACTERS ? most : 0;
}
