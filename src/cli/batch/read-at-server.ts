/** Has the files of a batch read by a server, some dozens per request. */
import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { failedWith } from "#cli/extract-one.ts";
import { FileError, UsageError, whyUnread } from "#cli/failures.ts";
import { type Answer, call, type Server, send } from "#cli/server.ts";
import type { ExtractBatch, ExtractBatchReply } from "#contract/extract-batch.ts";
import { LIMITS } from "#contract/limits.ts";
import { EMPTY_FILE, TaskFailure } from "#contract/task-errors.ts";
import type { BatchAsk } from "./ask.ts";
import type { OnRead } from "./read-here.ts";
import type { Sent, SentFile } from "./sent-file.ts";

/** Of one request. Small enough that results come in steadily, and that a request arrives within the server's time on a slow line. */
const FILES_MAX = 40;
const BYTES_MAX = 12 * 2 ** 20;
/** Requests whose documents the server reads at a time. */
const AT_ONCE = 2;
const WAIT_SECONDS = 5;

type Job = {
  server: Server;
  ask: BatchAsk;
  /** What the documents are read by, as in a request. */
  plan: object;
  sent: SentFile;
  onRead: OnRead;
  /** How many documents of the batches under way have ended. */
  onProgress: (ended: number) => void;
};

/** `files`: those without a result. */
export async function readAtServer(files: readonly string[], job: Job): Promise<void> {
  const wanted = new Set(files);
  const left = new Set(files);
  const underWay = new Map<string, number>();
  const told = (key: string, ended: number) => {
    underWay.set(key, ended);
    job.onProgress([...underWay.values()].reduce((sum, each) => sum + each, 0));
  };
  const finish = async (chunk: Sent) => {
    const isThere = await collected(job, chunk, wanted, (ended) => told(chunk.key, ended));
    underWay.delete(chunk.key);
    return isThere;
  };
  for (const chunk of job.sent.sent) {
    if (!chunk.files.some((file) => wanted.has(file))) continue;
    const accepted = chunk.batchId === null ? await submitted(job, chunk.key, chunk.files) : chunk;
    if (accepted && (await finish(accepted))) for (const file of chunk.files) left.delete(file);
  }
  const rest = left.values();
  const work = async () => {
    for (let chunk = await nextChunk(job, rest); chunk !== null; chunk = await nextChunk(job, rest)) {
      const key = randomUUID();
      await job.sent.add({ key, files: chunk });
      const accepted = await submitted(job, key, chunk);
      if (!accepted || !(await finish(accepted)))
        throw new Error("The server lost a batch that it had accepted. The same command reads it again.");
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Names of the next files of a request; null at the end. Those that cannot be opened have a result at once. */
async function nextChunk({ onRead }: Job, rest: IterableIterator<string>): Promise<string[] | null> {
  const chunk: string[] = [];
  let bytes = 0;
  while (chunk.length < FILES_MAX && bytes < BYTES_MAX) {
    const { value: file, done } = rest.next();
    if (done) break;
    try {
      bytes += (await contentOf(file)).size;
      chunk.push(file);
    } catch (error) {
      await onRead([{ file, record: failedWith(error).record }]);
    }
  }
  return chunk.length > 0 ? chunk : null;
}

/** The file, of which nothing is read yet. Throws FileError, and TaskFailure for a file that is empty or too large. */
async function contentOf(file: string): Promise<Blob> {
  const unread = (cause: unknown) => {
    throw new FileError(`${file} ${whyUnread(cause)}`, { cause });
  };
  await access(file, constants.R_OK).catch(unread);
  const { size } = await stat(file).catch(unread);
  if (size === 0) throw new TaskFailure("empty_document", { message: EMPTY_FILE });
  if (size > LIMITS.documentBytesMax) throw new TaskFailure("document_too_large");
  return openAsBlob(file);
}

/** Null when a file of an earlier run is not there any more, or another one by now. Throws UsageError for what the server refuses. */
async function submitted({ server, ask, plan, sent }: Job, key: string, files: string[]): Promise<Sent | null> {
  const { provider, pages, password } = ask;
  const contents = await Promise.all(files.map((file) => contentOf(file).catch(() => null)));
  const form = new FormData();
  const documents = files.map((_, i) => ({ file: String(i), pages, password }));
  form.append("request", JSON.stringify({ ...plan, provider, documents }));
  for (const [i, blob] of contents.entries()) {
    if (blob === null) return null;
    form.append(String(i), blob, path.basename(files[i] ?? ""));
  }
  const answer = await call<ExtractBatchReply>(server, "extract-batch", form, key);
  if ("error" in answer && answer.status === 422 && sent.sent.some((each) => each.key === key)) return null;
  if ("error" in answer) throw new UsageError(`The server refuses the batch: ${answer.error}`);
  await sent.add({ key, files, batch_id: answer.value.batch_id });
  return { key, files, batchId: answer.value.batch_id };
}

/** Waits for the batch and hands on the results of its files that are wanted. False when the server does not have it any more. */
async function collected({ server, onRead }: Job, { batchId, files }: Sent, wanted: ReadonlySet<string>, told: (ended: number) => void) {
  const address = `extract-batch/${batchId}`;
  for (;;) {
    const batch = await call<ExtractBatch>(server, `${address}?wait=${WAIT_SECONDS}&limit=1`);
    if (isGone(batch)) return false;
    if ("error" in batch) throw new Error(`The batch cannot be read: ${batch.error}`);
    const { completed, failed } = batch.value.counts;
    told(completed + failed);
    if (batch.value.status === "completed") break;
  }
  const answer = await send(server, `${address}/results`, {});
  if (isGone(answer)) return false;
  if ("error" in answer || answer.value.body === null) throw new Error("The results of the batch cannot be read.");
  const results: Parameters<OnRead>[0] = [];
  for await (const text of createInterface({ input: Readable.fromWeb(answer.value.body as never) })) {
    const { index, ...record } = JSON.parse(text);
    const file = files[index];
    if (file !== undefined && wanted.has(file)) results.push({ file, record });
  }
  await onRead(results);
  return true;
}

const isGone = (answer: Answer<unknown>): boolean => "error" in answer && answer.status === 404;
