/** Résumé PDFs per second through the batch endpoint, against raw liteparse on the same files and cores. */
import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import type { ExtractionStatus } from "#contract/recruiting/resume-job.ts";
import type { Client } from "../tests/support/client.ts";
import { type Finding, timed } from "./report.ts";
import { startSubject } from "./subject.ts";
import { rawRate } from "./throughput.ts";

const BATCHES = 4;
const BATCH_FILES = 100;
const BATCH_BYTES_MAX = 40 * 1024 * 1024;
const WAIT_SECONDS = 60;

/** `folder` holds the PDFs; without one the samples are read. */
export async function batch(folder = path.join(import.meta.dirname, "../samples")): Promise<Finding> {
  const files = await resumes(folder);
  const perBatch = Math.min(BATCH_FILES, Math.floor(BATCH_BYTES_MAX / Math.max(...files.map((file) => file.length))));
  const count = BATCHES * perBatch;
  const raw = Math.max(await rawRate(files, count), await rawRate(files, count));
  await using subject = await startSubject();
  await winnowRate(subject.client, files, 1, perBatch);
  const winnow = Math.max(
    await winnowRate(subject.client, files, BATCHES, perBatch),
    await winnowRate(subject.client, files, BATCHES, perBatch),
  );
  return {
    name: "résumés/s / raw liteparse",
    value: winnow / raw,
    unit: "ratio",
    target: { kind: "at least", value: 0.4 },
    details: { "winnow/s": winnow, "liteparse/s": raw, files: files.length, cores: availableParallelism() },
  };
}

async function resumes(folder: string): Promise<Buffer[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".pdf") && !name.startsWith("invoice")).sort();
  if (names.length === 0) throw new Error(`There is no PDF in ${folder}.`);
  return Promise.all(names.map((name) => readFile(path.join(folder, name))));
}

/** The clock stops when the last batch is complete. Bodies are made before it starts, answers looked at after it stopped. */
async function winnowRate({ url, apiKey }: Client, files: readonly Buffer[], batches: number, perBatch: number): Promise<number> {
  const bodies = Array.from({ length: batches }, (_, b) => bodyOf(files, b * perBatch, perBatch));
  const headers = { authorization: apiKey ?? "", "content-type": "application/json" };
  const answers: string[] = [];
  const seconds = await timed(1, 1, async () => {
    const ids: string[] = [];
    for (const body of bodies) {
      const answer = await fetch(`${url}/api/recruit/v1/extract-resumes`, { method: "POST", headers, body });
      ids.push(((await answer.json()) as { job_id: string }).job_id);
    }
    for (const id of ids)
      answers.push(await (await fetch(`${url}/api/recruit/v1/extraction-status/${id}?wait=${WAIT_SECONDS}`, { headers })).text());
  });
  for (const answer of answers) {
    const { status, successful_count: read, failed_extractions: [failed] = [] } = JSON.parse(answer) as ExtractionStatus;
    if (failed) throw new Error(`${failed.filename}: ${failed.code} ${failed.message}`);
    if (status !== "completed" || read !== perBatch) throw new Error(`A batch is ${status} with ${read} of ${perBatch} read.`);
  }
  return (batches * perBatch) / seconds;
}

function bodyOf(files: readonly Buffer[], from: number, count: number): string {
  const parts = Array.from({ length: count }, (_, i) => {
    const file = files[(from + i) % files.length] ?? Buffer.alloc(0);
    return { filename: `${i}.pdf`, content_type: "application/pdf", content: file.toString("base64") };
  });
  return JSON.stringify({ files: parts });
}
