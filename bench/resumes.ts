/** Résumés with known answers: reading files and reading résumés in this process, the same functions as the worker. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { readResume } from "#resumes/read-resume.ts";
import { RESUME_TYPES } from "#resumes/resume-file.ts";
import { readCached, readOneByOne, spread } from "./reading.ts";

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
/** The scorer is not part of this project: a module beside the data, loaded when the bench runs. */
type Scorer = {
  loadTruth(where: string): Row[];
  score(rows: Row[], predictions: Prediction[], options: { errors: number }): object;
  report(score: object): string;
};

const USE = "resumes --data DIR [--half a|b] [--errors N] [--cache DIR] [--out FILE]";

/**
 * Prints the scorer's report and the time per document. `--data` holds `resumes/truth.jsonl` and `resumes/docs`, the scorer is
 * `score/resumes.mjs` beside it. `--half` takes half of the documents: `a` is the half that rules are written with, `b` the one that is
 * never looked at. `--cache` keeps read documents as JSON between runs; `--out` writes the predictions.
 */
export async function resumes(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: "string" },
      half: { type: "string" },
      errors: { type: "string", default: "0" },
      cache: { type: "string" },
      out: { type: "string" },
    },
  });
  const { half } = values;
  if (values.data === undefined || (half !== undefined && half !== "a" && half !== "b")) throw new Error(`Use: ${USE}`);
  const data = path.resolve(values.data);
  const scorer: Scorer = await import(pathToFileURL(path.join(data, "..", "score", "resumes.mjs")).href);
  const rows = scorer.loadTruth(path.join(data, "resumes")).filter(({ id }) => half === undefined || halfOf(id) === half);
  const predictions = await readOneByOne(rows, (row, reader) => predict(row, path.join(data, "resumes"), reader, values.cache));
  if (values.out !== undefined) writeFileSync(values.out, predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join(""));
  console.log(scorer.report(scorer.score(rows, predictions, { errors: Number(values.errors) })));
  console.log(
    `ms per document: read ${spread(predictions.map(({ ms }) => ms.read))}; résumé ${spread(predictions.map(({ ms }) => ms.resume))}`,
  );
  for (const { id, failed } of predictions) if (failed !== undefined) console.log(`failed ${id}: ${failed}`);
}

/** By the SHA-256 of the name, so that a document stays in its half whatever is added. */
export const halfOf = (id: string): "a" | "b" => ((createHash("sha256").update(id).digest()[0] ?? 0) % 2 === 0 ? "a" : "b");

async function predict(row: Row, data: string, reader: DocumentReader, cache: string | undefined): Promise<Prediction> {
  const ms = { read: 0, resume: 0 };
  try {
    const start = performance.now();
    const document = await readCached(reader, {
      file: path.join(data, row.file),
      id: row.id,
      cache,
      ask: { accepts: RESUME_TYPES, onePage: true },
    });
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
