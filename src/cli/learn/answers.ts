/** Right answers of documents from a table: a row for each document, or one for each row of its lists. */
import type { Json } from "#contract/json.ts";
import { valueAt } from "#contract/pointer.ts";
import { type DocumentLocale, localeOfText } from "#engines/values/locale.ts";
import { DOCUMENT_CPU_MS, openPatterns, type Patterns } from "#results/patterns.ts";
import { readCorrection } from "#results/read-correction.ts";
import type { AnswerColumn, AnswerColumns } from "./answer-columns.ts";
import type { CsvRow } from "./csv.ts";

/** `line`: where the document is named first. `label` as in an `.expected.json`; `error`: why there is none, in words. */
export type Answers = { file: string; line: number } & ({ label: Record<string, Json> } | { error: string });

/**
 * The documents in the order of their first rows. A row that names no file belongs to the document above it. Empty cells say that the
 * document has no such value.
 */
export function answersIn(rows: readonly CsvRow[], { file: fileColumn, columns }: AnswerColumns): Answers[] {
  const texts = rows.flatMap(({ cells }) => cells.filter((_, i) => i !== fileColumn));
  // Signs of numbers and order of dates are those of the whole table; a currency is that of its own cell only.
  const locale = { ...localeOfText(texts.join("\n")), currency: null };
  const byFile = new Map<string, CsvRow[]>();
  let file: string | null = null;
  for (const row of rows) {
    file = row.cells[fileColumn] || file;
    if (file !== null) byFile.set(file, [...(byFile.get(file) ?? []), row]);
  }
  return [...byFile].map(([named, own]): Answers => {
    const at = { file: named, line: own[0]?.line ?? 1 };
    try {
      return { ...at, label: labelOf(own, columns, locale) };
    } catch (error) {
      if (error instanceof Unread) return { ...at, error: error.message };
      throw error;
    }
  });
}

/** A cell that cannot be used; its document is left out, the others are not. */
class Unread extends Error {}

function labelOf(rows: readonly CsvRow[], columns: AnswerColumns["columns"], locale: DocumentLocale): Record<string, Json> {
  const label: Record<string, Json> = {};
  const reading = { locale, patterns: openPatterns(DOCUMENT_CPU_MS) };
  const lists = new Map<string, { names: readonly string[]; items: Json[] }>();
  for (const { line, cells } of rows) {
    const items = new Map<string, Json>();
    for (const [i, column] of columns.entries()) {
      if (!column) continue;
      const value = valueIn(cells[i] ?? "", column, line, reading);
      if (!column.list) putOnce(label, column, value, line);
      else {
        const key = column.list.names.join("/");
        if (!lists.has(key)) lists.set(key, { names: column.list.names, items: [] });
        items.set(key, column.list.isSingle ? value : withValue(items.get(key), column.names, value));
      }
    }
    for (const [key, item] of items) if (!isEmpty(item)) lists.get(key)?.items.push(item);
  }
  for (const { names, items } of lists.values()) put(label, names, items);
  return label;
}

type Reading = { locale: DocumentLocale; patterns: Patterns };

function valueIn(cell: string, { field, written }: AnswerColumn, line: number, { locale, patterns }: Reading): Json {
  if (cell === "") return null;
  const read = readCorrection(field, cell, locale, patterns);
  if ("refused" in read) throw new Unread(`line ${line}, ${written}: “${cell}” cannot be read. ${read.refused}`);
  const { value } = read;
  // An amount without a currency keeps the one that is read.
  const isBare = value !== null && typeof value === "object" && !Array.isArray(value) && value.currency === null;
  return isBare ? (value.amount ?? null) : value;
}

/** Of several rows one may have the value, or all the same. */
function putOnce(label: Record<string, Json>, column: AnswerColumn, value: Json, line: number): void {
  const before = valueAt(label, column.pointer);
  if (value === null && before !== undefined) return;
  if (before != null && JSON.stringify(before) !== JSON.stringify(value))
    throw new Unread(`line ${line}, ${column.written}: a row above has another value of the same document.`);
  put(label, column.names, value);
}

const withValue = (row: Json | undefined, names: readonly string[], value: Json): Json => {
  const whole = isRecord(row) ? row : {};
  put(whole, names, value);
  return whole;
};

function put(into: Record<string, Json>, [name = "", ...below]: readonly string[], value: Json): void {
  const own = Object.hasOwn(into, name) ? into[name] : undefined;
  const next = below.length === 0 ? value : withValue(own, below, value);
  Object.defineProperty(into, name, { value: next, enumerable: true, writable: true, configurable: true });
}

const isRecord = (value: Json | undefined): value is Record<string, Json> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const isEmpty = (value: Json): boolean => (isRecord(value) ? Object.values(value).every(isEmpty) : value === null);
