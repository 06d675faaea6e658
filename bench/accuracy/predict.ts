/** Documents with known answers, and Winnow's results for them: reader, engine and results in this process, as in the worker. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import type { FieldResult } from "#contract/task.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import type { Engine } from "#engines/engine.ts";
import { looksFor } from "#engines/looks-for.ts";
import { extractValues } from "#results/extract.ts";
import { readCached } from "../reading.ts";

export type Row = {
  id: string;
  set: string;
  file: string;
  fields: unknown[];
  absent_fields?: unknown[];
  truth: Record<string, unknown>;
  accept?: Record<string, unknown[]>;
  /** Documents of one supplier, person or layout. */
  group?: string;
  /** The document that this one is a picture of. */
  derived_from?: string;
};
/** Milliseconds. */
export type Prediction = {
  id: string;
  data?: Record<string, unknown>;
  fields?: Record<string, FieldResult>;
  error?: string;
  /** Pages of the document that were read. */
  pages: number;
  ms: { read: number; extract: number };
};

type Share = number | null;
type Tally = {
  docs: number;
  values: number;
  accuracy: Share;
  missed: Share;
  wrong: Share;
  precision: Share;
  invented: Share;
  grounded: Share;
};
export type Mistake = { id: string; field: string; state: "wrong" | "missed" | "invented"; truth: unknown; got: unknown };
export type Score = {
  sets: Record<string, Tally>;
  overall: Tally;
  set_mean_accuracy: number;
  calibration: { ece: number } | null;
  mistakes: Mistake[];
};
/** The scorer is not part of this project: a module beside the data, found when the bench runs. Throws when it is not there. */
export type Scorer = {
  loadTruth(where: string, only?: string): Row[];
  score(rows: readonly Row[], predictions: readonly Prediction[], options?: { errors?: number }): Score;
  report(score: Score, options: { fields: boolean }): string;
  /** One value against its truth. */
  judge(field: unknown, truth: unknown, got: unknown, accept: unknown): { state: "correct" | "wrong" | "missed" };
};

export const scorerBeside = (data: string): Promise<Scorer> => import(pathToFileURL(path.join(data, "..", "score", "extraction.mjs")).href);

type How = { data: string; reader: DocumentReader; cache: string | undefined; engine: Engine };

export async function predict(row: Row, { data, reader, cache, engine }: How): Promise<Prediction> {
  const ms = { read: 0, extract: 0 };
  try {
    const schema = schemaOf(row);
    const start = performance.now();
    const document = await readCached(reader, {
      file: path.join(data, row.set, row.file),
      id: row.id,
      cache,
      ask: looksFor(schema),
    });
    ms.read = performance.now() - start;
    const { result } = await extractValues(engine, { document, schema }, new AbortController().signal);
    ms.extract = performance.now() - start - ms.read;
    return { id: row.id, data: result.data, fields: result.fields, pages: document.pages.length, ms };
  } catch (error) {
    return { id: row.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error), pages: 0, ms };
  }
}

/** The schema asked of a document, including fields that it does not have. */
export function schemaOf(row: Row) {
  const { schema, errors } = parseSchema({ fields: [...row.fields, ...(row.absent_fields ?? [])] });
  if (!schema) throw new Error(`schema: ${JSON.stringify(errors)}`);
  return schema;
}
