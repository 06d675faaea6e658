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

/** The clock stops when the last batch is complete. */
async function winnowRate(client: Client, files: readonly Buffer[], batches: number, perBatch: number): Promise<number> {
  const bodies = Array.from({ length: batches }, (_, b) => ({
    files: Array.from({ length: perBatch }, (_, i) => {
      const file = files[(b * perBatch + i) % files.length] ?? Buffer.alloc(0);
      return { filename: `${i}.pdf`, content_type: "application/pdf", content: file.toString("base64") };
    }),
  }));
  const seconds = await timed(1, 1, async () => {
    const ids: string[] = [];
    for (const body of bodies) ids.push((await client.post("/recruit/extract-resumes", body)).json.job_id);
    for (const id of ids) {
      let status: ExtractionStatus;
      do status = (await client.get(`/recruit/extraction-status/${id}?wait=60`)).json;
      while (status.status !== "completed");
      const [failed] = status.failed_extractions;
      if (failed) throw new Error(`${failed.filename}: ${failed.code} ${failed.message}`);
    }
  });
  return (batches * perBatch) / seconds;
}
