/** Output of the demo: the values of each document, with the words on the page that they were read from. */
import { styleText } from "node:util";
import type { FieldResult, TaskRecord } from "#contract/task.ts";

/** Line width in characters; the sum of the columns below. */
const WIDTH = 120;
const WIDTHS = { field: 26, value: 30, words: 30, page: 4, box: 19 };
/** Of a longer table only the first and last rows are printed. */
const FIRST_ROWS = 5;
const LAST_ROWS = 2;
const CELL_MAX = 36;

/** Colours only on a terminal, and not with NO_COLOR. */
export const bold = (text: string) => styleText("bold", text, { stream: process.stdout });
export const dim = (text: string) => styleText("dim", text, { stream: process.stdout });

export function printRecord(heading: string, record: TaskRecord): void {
  const { timing, document, data, fields, warnings } = record;
  const pages = document.page_count === 1 ? "1 page" : `${document.page_count} pages`;
  title(heading);
  line(dim(row("field", "value", "words on the page", "page", "box (l t r b)", "sure")));
  for (const [pointer, field] of Object.entries(fields ?? {})) if (!isCell(pointer)) line(fieldRow(pointer, field));
  for (const [name, value] of Object.entries(data ?? {})) if (Array.isArray(value)) printTable(name, value.length, fields ?? {});
  for (const { message, path } of warnings) line(`  ! ${path ?? "document"}: ${message}`);
  line(dim(`  ${pages}: waited ${seconds(timing.queue_ms)}, read ${seconds(timing.read_ms)}, extracted ${seconds(timing.extract_ms)}`));
}

/** A heading over a part of the demo. */
export function title(text: string): void {
  line();
  line(bold(text));
  line(dim("─".repeat(WIDTH)));
}

/** A cell of a table: `/line_items/0/amount`. */
const isCell = (pointer: string) => /\/\d+(?:\/|$)/.test(pointer);

function fieldRow(pointer: string, { status, value, evidence, confidence }: FieldResult): string {
  const name = pointer.slice(1).replaceAll("/", ".");
  const [seen] = evidence;
  if (!seen) return row(name, "–", status.replace("_", " "), "", "", "");
  return row(name, plain(value), `“${seen.text}”`, String(seen.page), seen.bbox.map(share).join(" "), confidence?.toFixed(2) ?? "");
}

function row(field: string, value: string, words: string, page: string, box: string, sure: string): string {
  const cells = [
    cut(field, WIDTHS.field),
    cut(value, WIDTHS.value),
    cut(words, WIDTHS.words),
    page.padStart(WIDTHS.page),
    cut(box, WIDTHS.box),
  ];
  return `  ${cells.join(" ")} ${sure}`.trimEnd();
}

function printTable(name: string, count: number, fields: Record<string, FieldResult>): void {
  line();
  line(`  ${name}: ${count} rows, each cell with its own words, box and confidence; below the page and the least sure cell`);
  const shown = Array.from({ length: count }, (_, i) => i).filter(
    (i) => count <= FIRST_ROWS + LAST_ROWS + 1 || i < FIRST_ROWS || i >= count - LAST_ROWS,
  );
  const cells = shown.map((i) => cellsOf(`/${name}/${i}/`, fields));
  const names = Object.keys(fields).filter((pointer) => pointer.startsWith(`/${name}/0/`));
  const heads = [...names.map((pointer) => pointer.slice(`/${name}/0/`.length)), "page", "sure"];
  const widths = heads.map((head, i) => Math.max(head.length, ...cells.map((each) => each[i]?.text.length ?? 0)));
  const right = heads.map((_, i) => cells.every((each) => each[i]?.number ?? true));
  const put = (texts: readonly string[]) =>
    line(`  ${texts.map((text, i) => (right[i] ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0))).join("  ")}`.trimEnd());
  put(heads);
  cells.forEach((each, k) => {
    if (k > 0 && shown[k] !== (shown[k - 1] ?? 0) + 1) line(dim(`  … ${count - shown.length} more rows`));
    put(each.map(({ text }) => text));
  });
}

type Cell = { text: string; number: boolean };

function cellsOf(start: string, fields: Record<string, FieldResult>): Cell[] {
  const row = Object.entries(fields).flatMap(([pointer, field]) => (pointer.startsWith(start) ? [field] : []));
  const pages = [...new Set(row.flatMap(({ evidence }) => evidence.map(({ page }) => page)))];
  const sure = row.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  const cells = row.map(({ value }) => ({ text: short(plain(value), CELL_MAX), number: value === null || typeof value === "number" }));
  const least = sure.length > 0 ? Math.min(...sure).toFixed(2) : "";
  return [...cells, { text: pages.join(","), number: true }, { text: least, number: true }];
}

/** A value in readable form. */
function plain(value: FieldResult["value"]): string {
  if (value === null) return "–";
  if (typeof value === "object" && !Array.isArray(value) && "amount" in value)
    return `${Number(value.amount).toFixed(2)} ${value.currency ?? "(no currency)"}`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

const share = (part: number) => part.toFixed(3).replace(/^0/, "");
export const short = (text: string, width: number) => (text.length <= width ? text : `${text.slice(0, width - 1)}…`);
const cut = (text: string, width: number) => short(text, width).padEnd(width);
export const seconds = (ms: number | null) => `${((ms ?? 0) / 1000).toFixed(2)} s`;

export function line(text = ""): void {
  process.stdout.write(`${text}\n`);
}
