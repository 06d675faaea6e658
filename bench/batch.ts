/** Résumé PDFs per second through the batch endpoint, against raw liteparse on the same files and cores. */
import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import type { ExtractionStatus } from "#contract/recruiting/batch.ts";
import type { Client } from "../tests/support/client.ts";
import { asker } from "./asker.ts";
import { type Finding, quantile, round, timed } from "./report.ts";
import { startSubject } from "./subject.ts";
import { rawRate } from "./throughput.ts";

const BATCHES = 8;
const BATCH_FILES = 100;
const BATCH_BYTES_MAX = 40 * 1024 * 1024;
/** Runs before the measurement: until then V8 still compiles. */
const WARM_ROUNDS = 1;
/** Both are measured alternately, as the machine's speed varies by a tenth between half-minutes. */
const ROUNDS = 3;
const WAIT_SECONDS = 60;

/** `folder` holds the PDFs; without one the samples are read. */
export async function batch(folder = path.join(import.meta.dirname, "../samples")): Promise<Finding> {
  const files = await resumes(folder);
  const perBatch = Math.min(BATCH_FILES, Math.floor(BATCH_BYTES_MAX / Math.max(...files.map((file) => file.length))));
  const bodies = Array.from({ length: BATCHES }, (_, b) => bodyOf(files, b * perBatch, perBatch));
  await using subject = await startSubject();
  const cold = await winnowRate(subject.client, bodies, perBatch);
  for (let i = 0; i < WARM_ROUNDS; i++) await winnowRate(subject.client, bodies, perBatch);
  const raw: number[] = [];
  const winnow: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    raw.push(await rawRate(files, BATCHES * perBatch));
    winnow.push(await winnowRate(subject.client, bodies, perBatch));
  }
  return {
    name: "résumés/s / raw liteparse",
    value: quantile(winnow, 0.5) / quantile(raw, 0.5),
    unit: "ratio",
    target: { kind: "at least", value: 0.4 },
    details: {
      "winnow/s": winnow.map(round).join(" "),
      "liteparse/s": raw.map(round).join(" "),
      "winnow/s from its start": cold,
      files: files.length,
      cores: availableParallelism(),
    },
  };
}

async function resumes(folder: string): Promise<Buffer[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".pdf") && !name.startsWith("invoice")).sort();
  if (names.length === 0) throw new Error(`There is no PDF in ${folder}.`);
  return Promise.all(names.map((name) => readFile(path.join(folder, name))));
}

/** Files per second until the last batch is complete; results are checked after the clock has stopped. */
async function winnowRate({ url, apiKey }: Client, bodies: readonly Buffer[], perBatch: number): Promise<number> {
  const ask = asker(apiKey ?? "");
  const answers: string[] = [];
  const seconds = await timed(1, 1, async () => {
    const ids: string[] = [];
    for (const body of bodies) {
      const answer = await ask("POST", `${url}/api/recruit/v1/extract-resumes`, body);
      ids.push((JSON.parse(answer) as { job_id: string }).job_id);
    }
    for (const id of ids) answers.push(await ask("GET", `${url}/api/recruit/v1/extraction-status/${id}?wait=${WAIT_SECONDS}`));
  });
  for (const answer of answers) {
    const { status, successful_count: read, failed_extractions: failed = [] } = JSON.parse(answer) as ExtractionStatus;
    if (status !== "completed" || read !== perBatch)
      throw new Error(`A batch is ${status} with ${read} of ${perBatch} read. ${failed[0]?.filename} ${failed[0]?.message}`);
  }
  return (bodies.length * perBatch) / seconds;
}

function bodyOf(files: readonly Buffer[], from: number, count: number): Buffer {
  const parts = Array.from({ length: count }, (_, i) => {
    const file = files[(from + i) % files.length] ?? Buffer.alloc(0);
    return { filename: `${i}.pdf`, content_type: "application/pdf", content: file.toString("base64") };
  });
  return Buffer.from(JSON.stringify({ files: parts }));
}
