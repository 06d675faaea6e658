/** `winnow suggest FILE`: the labels printed in a document as fields, each with a sample value, as a schema for `extract`. */
import { parsePages } from "#contract/pages.ts";
import { suggestedFrom } from "#extraction/in-reader/suggest.ts";
import { SUGGEST_PAGES } from "#extraction/suggest-fields.ts";
import { UsageError } from "./failures.ts";
import { warningLines } from "./lines.ts";
import type { CommandOutput } from "./output.ts";
import { readDocumentFile, withReader } from "./with-reader.ts";

type Options = { pages?: string; password?: string };

/** `pages`: the first ten by default. */
export async function suggest(file: string, { pages: asked, password = undefined }: Options, signal: AbortSignal): Promise<CommandOutput> {
  const pages = asked === undefined ? SUGGEST_PAGES : parsePages(asked);
  if (!Array.isArray(pages)) throw new UsageError(pages.error);
  const bytes = await readDocumentFile(file);
  const document = await withReader((reader) => reader.read(bytes, { pages, password: password ?? null }, signal));
  const record = suggestedFrom(document, pages.length);
  const types = typesOf(record.extraction_schema.fields);
  const rows = record.suggestions.map(({ path, sample, page, label }) => [
    path,
    types.get(path) ?? "",
    sample === null ? "" : JSON.stringify(sample),
    `“${label}”, page ${page}`,
  ]);
  return { record, lines: inColumns(rows), notes: warningLines(record.warnings) };
}

type Field = { name: string; type: string; fields?: Field[] | undefined };

function typesOf(fields: readonly Field[], above = ""): Map<string, string> {
  return new Map(
    fields.flatMap(({ name, type, fields: inner = [] }) => [[`${above}/${name}`, type], ...typesOf(inner, `${above}/${name}`)]),
  );
}

/** The last column is not padded. */
function inColumns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join("  "));
}
