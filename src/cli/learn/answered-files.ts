/** The documents that a CSV file has the right answers of, with the schema that says what its columns are. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type SchemaAsk, schemaOf } from "#cli/extract-file.ts";
import { UsageError, whyUnread } from "#cli/failures.ts";
import { type LabelledFile, schemaBeside } from "#cli/measure/labelled-files.ts";
import { readSchema, schemaNotes } from "#cli/read-json.ts";
import { call, type Server } from "#cli/server.ts";
import { nearestName } from "#contract/nearest.ts";
import { columnsIn } from "./answer-columns.ts";
import { type Answers, answersIn } from "./answers.ts";
import { readCsv } from "./csv.ts";

/** A document whose answers are of no use. */
export type Unusable = { file: string; error: string };

/**
 * Paths are relative to the CSV. The schema is the template's, or stands beside the CSV as for `measure`. Throws UsageError for a CSV, a
 * template or a schema that cannot be used.
 */
export async function findAnsweredFiles(
  server: Server,
  csv: string,
  template: string | undefined,
): Promise<{ files: (LabelledFile | Unusable)[]; notes: string[] }> {
  const bytes = await readFile(csv).catch((cause: unknown) => {
    throw new UsageError(`${csv} ${whyUnread(cause)}`, { cause });
  });
  const called = path.basename(csv);
  const [header, ...rows] = readCsv(bytes, called);
  if (!header || rows.length === 0)
    throw new UsageError(`${called} has no rows: its first line names the columns, each further one has answers.`);
  const { schema, notes } = template === undefined ? await besideOf(csv) : await ofTemplate(server, template);
  const columns = columnsIn(header.cells, schema, called);
  const folder = path.dirname(csv);
  const files: (LabelledFile | Unusable)[] = [];
  for (const answers of answersIn(rows, columns)) files.push(await withFile(answers, folder, schema));
  return { files, notes: [...notes, ...columns.notes] };
}

type Asked = { schema: SchemaAsk["schema"]; notes: string[] };

async function ofTemplate(server: Server, template: string): Promise<Asked> {
  const answer = await call<{ extraction_schema: unknown }>(server, `templates/${encodeURIComponent(template)}`);
  if ("error" in answer) throw new UsageError(`The template ${template} cannot be used: ${answer.error}`);
  return { schema: schemaOf(answer.value.extraction_schema, template).schema, notes: [] };
}

async function besideOf(csv: string): Promise<Asked> {
  const folder = path.dirname(csv);
  const name = schemaBeside(folder, path.parse(csv).name, new Set(await readdir(folder)));
  const read = await readSchema(path.join(folder, name));
  return { schema: read.schema, notes: schemaNotes(name, read) };
}

async function withFile(answers: Answers, folder: string, schema: LabelledFile["schema"]): Promise<LabelledFile | Unusable> {
  const { file, line } = answers;
  if ("error" in answers) return { file, error: answers.error };
  const at = path.resolve(folder, file);
  const names = await readdir(path.dirname(at)).catch((): string[] => []);
  if (names.includes(path.basename(at))) return { file, path: at, schema, label: answers.label };
  const meant = nearestName(path.basename(at), names);
  return { file, error: `line ${line}: there is no such file beside the CSV.${meant === null ? "" : ` Did you mean ${meant}?`}` };
}
