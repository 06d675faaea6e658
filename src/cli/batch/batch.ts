/** `winnow extract … --out results.jsonl`: reads many files into one file of results, and goes on where an earlier run stopped. */
import { createHash } from "node:crypto";
import path from "node:path";
import { type SchemaAsk, schemaOf } from "#cli/extract-file.ts";
import { EXIT, UsageError } from "#cli/failures.ts";
import { paint, printNote } from "#cli/output.ts";
import { openProgress, type Progress } from "#cli/progress.ts";
import { readSchema, schemaNotes } from "#cli/read-json.ts";
import { call, type Server, serverOf } from "#cli/server.ts";
import { isRecord } from "#contract/schema/problems.ts";
import { tablesOf } from "#spreadsheets/tables.ts";
import type { BatchAsk } from "./ask.ts";
import { documentsIn } from "./documents-in.ts";
import { paceOf } from "./pace.ts";
import { readAtServer } from "./read-at-server.ts";
import { type OnRead, readHere } from "./read-here.ts";
import { openResults, type ResultLine, type ResultsFile } from "./results-file.ts";
import { openSent } from "./sent-file.ts";
import { csvNameOf, writeCsv, writeXlsxFile } from "./write-tables.ts";

type Asked = BatchAsk & { schema: SchemaAsk; server: Server | null; digest: string };

/** Returns the exit code. Tables are written at the end, also of a run that was stopped. */
export async function extractBatch(ask: BatchAsk, signal: AbortSignal): Promise<number> {
  const asked = await withSchema(ask, signal);
  const { out, format } = asked;
  const tables = tablesOf(asked.schema.schema.fields);
  const journal = format === "jsonl" ? out : `${out}.jsonl`;
  const own = new Set([out, journal, `${journal}.sent`, ...tables.map((table) => csvNameOf(out, table))].map((each) => path.resolve(each)));
  const files = await documentsIn(asked.sources, (file) => own.has(path.resolve(file)));
  if (files.length === 0) {
    printNote("There is no document among what was named.");
    return EXIT.nothing;
  }
  const again = ({ status, error }: ResultLine) =>
    status !== "completed" && (asked.retryFailed || (isRecord(error) && error.retryable === true));
  const writeTables = async () => {
    if (format === "csv") await writeCsv(out, tables, journal);
    if (format === "xlsx") await writeXlsxFile(out, tables, journal);
  };
  await using results = await openResults(journal, asked.digest, again);
  try {
    await readAll(files, asked, results, journal, signal);
  } catch (error) {
    await writeTables();
    const { read, failed } = countsOf(files, results);
    printNote(`${read + failed} of ${files.length} files are in ${out}. The same command goes on with the others.`);
    throw error;
  }
  await writeTables();
  const { read, failed } = countsOf(files, results);
  printNote(`${read} of ${files.length} files read${failed > 0 ? `, ${failed} failed` : ""}, written to ${out}`);
  return failed === 0 ? EXIT.done : read > 0 ? EXIT.partly : EXIT.nothing;
}

async function withSchema(ask: BatchAsk, signal: AbortSignal): Promise<Asked> {
  const { by, provider = null, pages = null } = ask;
  const server = ask.atServer ? serverOf(ask.url, "batch", signal) : null;
  const digestOf = (of: unknown) =>
    createHash("sha256")
      .update(JSON.stringify([of, provider, pages]))
      .digest("hex")
      .slice(0, 16);
  if (by.kind === "schema") {
    const schema = await readSchema(by.file);
    for (const note of schemaNotes(by.file, schema)) printNote(paint("yellow", note, process.stderr));
    return { ...ask, schema, server, digest: digestOf(schema.schema) };
  }
  if (server === null) throw new UsageError(`The template ${by.id} is a server's.`);
  const template = await call<{ extraction_schema: unknown }>(server, `templates/${encodeURIComponent(by.id)}`);
  if ("error" in template) throw new UsageError(`The template ${by.id} cannot be used: ${template.error}`);
  return { ...ask, schema: schemaOf(template.value.extraction_schema, by.id), server, digest: digestOf(by.id) };
}

/** Reads the files that have no result yet. */
async function readAll(files: readonly string[], asked: Asked, results: ResultsFile, journal: string, signal: AbortSignal): Promise<void> {
  const left = files.filter((file) => !results.done.has(file));
  const before = files.length - left.length;
  if (before > 0) printNote(`${before} of ${files.length} files were done before.`);
  if (left.length === 0) return;
  const standing = (count: number, seconds: number) => paceOf({ count, total: files.length, before, seconds });
  using progress = openProgress(files.length, "", { standing, count: before });
  let here = before;
  const onRead: OnRead = async (read) => {
    await results.add(read.map(({ file, record }) => ({ file, request: asked.digest, ...record })));
    here += read.length;
    for (const { file, record } of read) tellFailure(progress, file, record.error);
    progress.reach(here);
  };
  const { server, by, schema } = asked;
  if (server === null) return readHere(left, asked, onRead, signal);
  const sent = await openSent(`${journal}.sent`);
  const plan = by.kind === "template" ? { template_id: by.id } : { extraction_schema: schema.schema };
  const isSeen = (file: string) => results.seen.has(file);
  // What failed in an earlier run is sent anew.
  const open = { ...sent, sent: sent.sent.filter((chunk) => !chunk.files.every(isSeen)) };
  await readAtServer(left, { server, ask: asked, plan, sent: open, onRead, onProgress: (ended) => progress.reach(here + ended) });
  await sent.remove();
}

function tellFailure(progress: Progress, file: string, error: unknown): void {
  if (!isRecord(error)) return;
  progress.aside(() => printNote(paint("red", `${file}: ${String(error.code)}: ${String(error.message)}`, process.stderr)));
}

function countsOf(files: readonly string[], { done }: ResultsFile): { read: number; failed: number } {
  const ended = files.flatMap((file) => done.get(file) ?? []);
  const read = ended.filter((isRead) => isRead).length;
  return { read, failed: ended.length - read };
}
