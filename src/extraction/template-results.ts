/** The results of a template's completed tasks as files, written while they are read from the database. */
import { Readable } from "node:stream";
import { invalid } from "#contract/errors.ts";
import type { TemplateRecord } from "#contract/templates.ts";
import { inAccount } from "#platform/postgres/account-scope.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Format } from "#spreadsheets/formats.ts";
import { alignedTo, type Cell, headOf, listRowsOf, merged, rowOf, type Table, tablesOf } from "#spreadsheets/tables.ts";
import { listVersions } from "#templates/templates.store.ts";
import { found } from "#templates/templates.ts";
import { finalData, resultLine } from "./result-line.ts";
import { type ListResults, listResults, listResultValues, type ResultRow, resultsUntil, type TaskFilter } from "./task-list.store.ts";
import type { TextRow } from "./task-rows.store.ts";

/** `table`: of CSV, the list of rows that is wanted; null: the values of each document. */
export type ResultsAsked = {
  templateId: string;
  filter: Omit<TaskFilter, "state" | "templateId" | "limit">;
  format: Format;
  table: string | null;
};

/** Results read from the database at a time: as many as have about so many characters, by those read before. A record may have megabytes. */
const READ_AT_ONCE = { min: 10, max: 100, characters: 4 * 1024 * 1024 };
/** Columns before the values. */
const OF_DOCUMENT = ["task_id", "file_name", "created_at", "reviewed_at", "confidence"];
const OF_ROW = ["task_id", "row"];

/** Oldest first; tasks that are completed after the call are left out. Throws ApiError 404, or 422 for a table that the template does not have. */
export async function templateResults(db: Db, accountId: string, asked: ResultsAsked): Promise<Readable> {
  const { templateId, format, table } = asked;
  const { versions, published_version } = found(await listVersions(db, accountId, templateId));
  const columns = columnsOf(versions, published_version);
  const wanted = columns.tables.find(({ name }) => name === table);
  if (!wanted) throw invalid(["query", "table"], unknownTable(columns.tables));
  const until = await resultsUntil(db);
  const filter = { ...asked.filter, state: "completed" as const, templateId };
  const cells = async function* (of: Table): AsyncGenerator<Cell[]> {
    for await (const row of rowsOf(db, accountId, { filter, until, list: listResultValues }))
      yield* cellsOf(columns.in(row.template_version, of), row);
  };
  if (format === "jsonl") return Readable.from(lines(rowsOf(db, accountId, { filter, until, list: listResults })), { objectMode: false });
  if (format === "csv")
    return (await import("#spreadsheets/csv.ts")).csvOf(
      (async function* () {
        yield namesOf(wanted);
        yield* cells(wanted);
      })(),
    );
  const { xlsxOf } = await import("#spreadsheets/xlsx.ts");
  return xlsxOf(columns.tables.map((of) => ({ name: of.name ?? "Documents", head: namesOf(of), rows: () => cells(of) })));
}

function unknownTable(tables: readonly Table[]): string {
  const names = tables.flatMap(({ name }) => name ?? []);
  return names.length === 0
    ? "The template has no tables. Leave `table` out."
    : `The template has no such table; it has: ${names.join(", ")}.`;
}

/** Values of tasks by all versions that tasks may have: the columns of the published one first. `in`: a table as a version has it. */
function columnsOf(
  versions: readonly TemplateRecord[],
  published: number,
): { tables: Table[]; in(version: number | null, of: Table): Table } {
  const used = versions
    .filter((each) => each.published || each.version === published)
    .sort((a, b) => Number(b.version === published) - Number(a.version === published));
  const byVersion = new Map(used.map(({ version, extraction_schema }) => [version, tablesOf(extraction_schema.fields)]));
  const tables = merged([...byVersion.values()]);
  const aligned = new Map(
    [...byVersion].map(([version, own]) => [version, new Map(own.map((each) => [each.name, alignedToItsLike(tables, each)]))]),
  );
  return { tables, in: (version, of) => (version === null ? of : (aligned.get(version)?.get(of.name) ?? of)) };
}

function alignedToItsLike(tables: readonly Table[], own: Table): Table {
  const like = tables.find(({ name }) => name === own.name);
  return like ? alignedTo(like, own) : own;
}

const namesOf = (table: Table): string[] => headOf(table, table.name === null ? OF_DOCUMENT : OF_ROW);

function cellsOf(table: Table, row: ResultRow): Cell[][] {
  const data = finalData(row);
  if (table.name !== null) return listRowsOf(table, [row.id], data);
  const { document, created_at, reviewed_at, confidence } = row;
  return [rowOf(table, [row.id, document.filename, created_at.toISOString(), reviewed_at?.toISOString() ?? null, confidence], data)];
}

async function* lines(rows: AsyncIterable<TextRow>): AsyncGenerator<string> {
  for await (const row of rows) yield resultLine(row);
}

/** The stream asks from wherever it is read, so that each query names its account. */
async function* rowsOf<Row extends ResultRow>(
  db: Db,
  accountId: string,
  { filter, until, list }: { filter: Omit<TaskFilter, "limit">; until: string; list: ListResults<Row> },
): AsyncGenerator<Row> {
  let limit = READ_AT_ONCE.min;
  for (let after: string | null = null; ; ) {
    const asked = { ...filter, limit };
    const part: Row[] = await inAccount(accountId, () => list(db, accountId, asked, { after, until }));
    yield* part;
    const last = part.at(-1);
    if (!last || part.length < limit) return;
    after = last.id;
    const characters = part.reduce((sum, { resultText }) => sum + (resultText?.length ?? 0), 1);
    limit = Math.min(READ_AT_ONCE.max, Math.max(READ_AT_ONCE.min, Math.floor((READ_AT_ONCE.characters * part.length) / characters)));
  }
}
