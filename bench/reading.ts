/** Reads files for benches that judge the result. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Document } from "#documents/document.ts";
import { type DocumentReader, openReader, type ReadAsk } from "#documents/read-document.ts";
import { unpackTessdata } from "#documents/tessdata.ts";

/** The result of `predict` for each row, one after the other with one reader in a temporary folder. `entry`: its program, if it is to do works. */
export async function readOneByOne<Row, Prediction>(
  rows: readonly Row[],
  predict: (row: Row, reader: DocumentReader) => Promise<Prediction>,
  entry?: string,
): Promise<Prediction[]> {
  const home = mkdtempSync(path.join(tmpdir(), "winnow-bench-"));
  // The reader's children may run as another user, and must be able to enter this folder.
  chmodSync(home, 0o711);
  const tessdataDir = path.join(home, "tessdata");
  await unpackTessdata(tessdataDir);
  const reader = openReader({ tessdataDir, tempDir: path.join(home, "reader"), size: 1, ...(entry === undefined ? {} : { entry }) });
  try {
    const predictions: Prediction[] = [];
    for (const row of rows) predictions.push(await predict(row, reader));
    return predictions;
  } finally {
    await reader[Symbol.asyncDispose]();
    rmSync(home, { recursive: true, force: true });
  }
}

/** The document, read now or taken from the folder `cache`, where an earlier run stored it under `id`. */
export async function readCached(
  reader: DocumentReader,
  { file, id, cache, ask = {} }: { file: string; id: string; cache: string | undefined; ask?: ReadAsk },
): Promise<Document> {
  if (cache !== undefined) mkdirSync(cache, { recursive: true });
  const kept = cache === undefined ? null : path.join(cache, `${id}.json`);
  if (kept !== null && existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
  const document = await reader.read(readFileSync(file), ask, AbortSignal.timeout(120_000));
  if (kept !== null) writeFileSync(kept, JSON.stringify(document));
  return document;
}

/** The reader, with `read` answered from the folder `cache` once an earlier run stored the document there. */
export const cachedReader = (reader: DocumentReader, kept: { file: string; id: string; cache: string | undefined }): DocumentReader => ({
  ...reader,
  read: (_, ask) => readCached(reader, { ...kept, ask }),
});

/** Median, 95th percentile and maximum, as text. */
export function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  return `median ${at(0.5)}, 95th percentile ${at(0.95)}, most ${at(1)}`;
}
