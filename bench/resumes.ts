/** Résumés with known answers: reading files and reading résumés in this process, the same functions as the worker. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import type { Document } from "#documents/document.ts";
import { type DocumentReader, openReader } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";
import { readResume } from "#recruiting/resume/read-resume.ts";

type Row = { id: string; file: string };
type Prediction = {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  resume?: JsonResume;
  warnings?: string[];
  failed?: string;
  ms: { read: number; resume: number };
};
/** The scorer is not part of this project: a module beside the data, found when the bench runs. */
type Scorer = {
  loadTruth(where: string): Row[];
  score(rows: Row[], predictions: Prediction[], options: { errors: number }): object;
  report(score: object): string;
};

const USE = "resumes --data DIR [--errors N] [--cache DIR] [--out FILE]";

/**
 * Prints the scorer's report and the time per document. `--data` holds `resumes/truth.jsonl` and `resumes/docs`, the scorer is
 * `score/resumes.mjs` beside it. `--cache` keeps read documents as JSON between runs; `--out` writes the predictions.
 */
export async function resumes(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: "string" },
      errors: { type: "string", default: "0" },
      cache: { type: "string" },
      out: { type: "string" },
    },
  });
  if (values.data === undefined) throw new Error(`Use: ${USE}`);
  const data = path.resolve(values.data);
  const scorer: Scorer = await import(pathToFileURL(path.join(data, "..", "score", "resumes.mjs")).href);
  const rows = scorer.loadTruth(path.join(data, "resumes"));
  const predictions = await predictAll(rows, path.join(data, "resumes"), values.cache);
  if (values.out !== undefined) writeFileSync(values.out, predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join(""));
  console.log(scorer.report(scorer.score(rows, predictions, { errors: Number(values.errors) })));
  console.log(
    `ms per document: read ${spread(predictions, (each) => each.ms.read)}; résumé ${spread(predictions, (each) => each.ms.resume)}`,
  );
  for (const { id, failed } of predictions) if (failed !== undefined) console.log(`failed ${id}: ${failed}`);
}

async function predictAll(rows: Row[], data: string, cache: string | undefined): Promise<Prediction[]> {
  const home = mkdtempSync(path.join(tmpdir(), "winnow-bench-"));
  // The reader's children may run as another user; they pass through this folder to their own.
  chmodSync(home, 0o711);
  if (cache !== undefined) mkdirSync(cache, { recursive: true });
  const tessdataDir = path.join(home, "tessdata");
  await unpackTessdata(tessdataDir);
  const reader = openReader({ tessdataDir, tempDir: path.join(home, "reader"), size: 1 });
  try {
    const predictions: Prediction[] = [];
    for (const row of rows) predictions.push(await predict(row, data, reader, cache));
    return predictions;
  } finally {
    await reader[Symbol.asyncDispose]();
    rmSync(home, { recursive: true, force: true });
  }
}

async function predict(row: Row, data: string, reader: DocumentReader, cache: string | undefined): Promise<Prediction> {
  const ms = { read: 0, resume: 0 };
  try {
    const start = performance.now();
    const document = await readCached(path.join(data, row.file), row.id, reader, cache);
    ms.read = performance.now() - start;
    const { resume, warnings } = readResume(document);
    ms.resume = performance.now() - start - ms.read;
    const { name = null, email = null, phone = null } = resume.basics ?? {};
    return { id: row.id, name, email, phone, resume, warnings: warnings.map(({ code }) => code), ms };
  } catch (error) {
    return {
      id: row.id,
      name: null,
      email: null,
      phone: null,
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
      ms,
    };
  }
}

async function readCached(file: string, id: string, reader: DocumentReader, cache: string | undefined): Promise<Document> {
  const kept = cache === undefined ? null : path.join(cache, `${id}.json`);
  if (kept !== null && existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
  const document = await reader.read(readFileSync(file), { flow: true }, AbortSignal.timeout(120_000));
  if (kept !== null) writeFileSync(kept, JSON.stringify(document));
  return document;
}

function spread(predictions: Prediction[], pick: (prediction: Prediction) => number): string {
  const sorted = predictions.map(pick).sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  return `median ${at(0.5)}, 95th percentile ${at(0.95)}, most ${at(1)}`;
}
