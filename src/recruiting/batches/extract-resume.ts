/** The recipe of one attempt at one résumé of a batch: bytes → Document → findings → JSON Resume → entry, counts, webhook. */

import type { ProviderName } from "#contract/providers.ts";
import type { ResumeResult } from "#contract/recruiting/resume-job.ts";
import type { TaskRecord } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document } from "#documents/document.ts";
import { documentToWire } from "#documents/pool/document-wire.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import type { Answer } from "#engines/engine.ts";
import { selectEngine } from "#engines/select.ts";
import { UsageMeter } from "#engines/usage-meter.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { fetchedKey } from "#platform/blobs/keys.ts";
import { fetchFile } from "#platform/fetch/fetch-file.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Log } from "#platform/log.ts";
import type { Models } from "#platform/models/models.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { CRASHES_MAX, pauseBeforeRetry, runAttempt } from "#platform/queue/attempt.ts";
import { STOPPING, type TakenJob } from "#platform/queue/consumer.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { sha256 } from "#platform/sha256.ts";
import { RESUME, type ReadResume } from "#recruiting/in-reader/works.ts";
import { deleteResumeFile, keepReading } from "#recruiting/kept-reading.ts";
import { queueEvaluation } from "#recruiting/positions/queue-evaluation.ts";
import { keepResume } from "#recruiting/stored-resumes.store.ts";
import { readResumeFile } from "#resumes/resume-file.ts";
import { RESUME_SCHEMA } from "#resumes/resume-schema.ts";
import { announceJob } from "./announce-job.ts";
import { isEntry } from "./resume-job-rows.store.ts";
import {
  type CountedJob,
  type EntrySuccess,
  failEntry,
  releaseEntry,
  type StartedEntry,
  setEntryBlob,
  startEntry,
  succeedEntry,
} from "./resume-jobs.store.ts";

export type ExtractResumeDeps = {
  db: Db;
  queue: Queue;
  blobs: Blobs;
  reader: DocumentReader;
  models: Models;
  fetchRules: FetchRules;
  log: Log;
  publicUrl: string;
  retentionDays: number;
};

export async function extractResume(deps: ExtractResumeDeps, job: TakenJob<"extract-resume">): Promise<void> {
  const entry = await startEntry(deps.db, job.payload.applicationId);
  if (!entry) return transaction(deps.db, (tx) => job.complete(tx));
  const { account_id: accountId, deadline } = entry;
  const attempt = { log: deps.log, subject: { applicationId: entry.id }, accountId, deadline, signal: job.signal };
  const meter = new UsageMeter(entry.usage);
  const blobKey = entry.blob_key ?? fetchedKey(entry);
  const end = await runAttempt(attempt, (signal) => read({ ...deps, meter, aside: job.aside }, entry, blobKey, signal));
  if (end === "stopping") {
    await releaseEntry(deps.db, entry);
    throw STOPPING;
  }
  const days = Math.max(1, deps.retentionDays);
  if (end instanceof TaskFailure) return settleFailure(deps, job, entry, { failure: end, usage: meter.total(), blobKey }, days);
  const { counted, gone } = await settle(deps, job, async (tx) => {
    const counted = await succeedEntry(tx, entry, { ...end, usage: meter.total() }, days);
    if (!counted) return { counted, gone: null };
    await queueEvaluation(tx, deps.queue, entry);
    const resume = { applicationId: entry.id, blobKey, url: entry.url };
    return { counted, gone: await keepResume(tx, entry.account_id, resume, days) };
  });
  if (!counted) await forgetIfGone(deps, entry, blobKey);
  if (gone !== null) await deleteResumeFile(deps.blobs, gone);
}

/** An entry that was deleted while it was read leaves nothing behind. */
async function forgetIfGone({ db, blobs }: ExtractResumeDeps, { id }: StartedEntry, blobKey: string): Promise<void> {
  if (!(await isEntry(db, id))) await deleteResumeFile(blobs, blobKey);
}

type AttemptDeps = ExtractResumeDeps & { meter: UsageMeter; aside: TakenJob<"extract-resume">["aside"] };

async function read(deps: AttemptDeps, entry: StartedEntry, blobKey: string, signal: AbortSignal): Promise<EntrySuccess> {
  if (entry.error_code !== null) throw new TaskFailure(entry.error_code, { message: entry.error_message ?? "", retryable: false });
  if (entry.crashes >= CRASHES_MAX)
    throw new TaskFailure("internal", {
      retryable: false,
      message: `Reading this file crashed ${CRASHES_MAX} workers, so it is not tried again.`,
    });
  const { provider, account_id } = entry;
  if (provider !== "local") await deps.models.check(provider, account_id);
  const bytes = await bytesOf(deps, entry, blobKey, signal);
  const { reading, answer } = await readAndPoint(deps, provider, account_id, bytes, signal);
  await keepReading(deps.blobs, blobKey, reading.kept);
  const { name = "", email = "", phone = "" } = reading.resume.basics ?? {};
  const result: ResumeResult = {
    application_name: name,
    email,
    phone,
    resume: reading.resume,
    confidence: reading.confidence,
    warnings: [...reading.warnings, ...(answer?.warnings ?? [])],
    engine: provider,
    provider: answer?.provider ?? null,
    model: answer?.model ?? null,
  };
  return {
    mimeType: reading.mimeType,
    sha256: await sha256(bytes),
    pageCount: reading.pageCount,
    result,
    fields: reading.fields,
  };
}

/** By the rules alone all is done in the reader's child; a model sees what was read, and what it points at goes back there. */
async function readAndPoint(
  deps: AttemptDeps,
  provider: ProviderName,
  accountId: string,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<{ reading: ReadResume; answer: Answer | null }> {
  if (provider === "local") {
    const reading = await deps.reader.work(RESUME, { are: "file" }, bytes, signal);
    deps.meter.pages = reading.pagesRead;
    return { reading, answer: null };
  }
  const document = await readResumeFile(deps.reader, bytes, signal);
  deps.meter.pages = document.pages.length;
  const answer = await deps.aside(() => pointedAt(deps, provider, accountId, document, signal));
  const ask = { are: "document", findings: answer.findings } as const;
  return { reading: await deps.reader.work(RESUME, ask, await documentToWire(document), signal), answer };
}

/** What a model points at in a résumé, in the fields of JSON Resume. */
function pointedAt(
  { models, meter }: AttemptDeps,
  provider: ProviderName,
  accountId: string,
  document: Document,
  signal: AbortSignal,
): Promise<Answer> {
  const engine = selectEngine(provider, models, accountId);
  meter.watch(() => engine.usage());
  return engine.extract({ document, schema: RESUME_SCHEMA }, signal);
}

/** The stored file, or the URL's answer, which is stored then. */
async function bytesOf(deps: AttemptDeps, entry: StartedEntry, blobKey: string, signal: AbortSignal): Promise<Buffer> {
  if (entry.blob_key !== null) {
    const bytes = await deps.blobs.get(blobKey);
    if (bytes === null) throw new TaskFailure("internal", { internal: "the stored résumé is not there" });
    return bytes;
  }
  if (entry.url === null) throw new TaskFailure("internal", { internal: "an entry without file and URL" });
  const { url } = entry;
  const bytes = await deps.aside(() => fetchFile(url, deps.fetchRules, signal));
  await deps.blobs.put(blobKey, bytes);
  if (await setEntryBlob(deps.db, entry, blobKey)) return bytes;
  // The entry ended or went in the meantime: this outcome is void, and no file may stay.
  await deps.blobs.delete(blobKey);
  throw new TaskFailure("deadline_exceeded");
}

async function settleFailure(
  deps: ExtractResumeDeps,
  job: TakenJob<"extract-resume">,
  entry: StartedEntry,
  { failure, usage, blobKey }: { failure: TaskFailure; usage: TaskRecord["usage"]; blobKey: string },
  days: number,
): Promise<void> {
  const pause = pauseBeforeRetry(failure, entry, entry.deadline);
  if (pause === null) {
    const error = { code: failure.code, message: failure.publicMessage, usage };
    const { counted } = await settle(deps, job, async (tx) => ({ counted: await failEntry(tx, entry, error, days) }));
    if (!counted) await forgetIfGone(deps, entry, blobKey);
    return;
  }
  await transaction(deps.db, async (tx) => {
    const waiting = await releaseEntry(tx, entry, { usage, waits: failure.waits });
    const options = { accountId: entry.account_id, afterSeconds: pause };
    if (waiting) await deps.queue.send(tx, "extract-resume", { applicationId: entry.id }, options);
    await job.complete(tx);
  });
}

/** Writes the outcome, announces the job if it was its last, and completes the queue's job, together. */
async function settle<T extends { counted: CountedJob | null }>(
  deps: ExtractResumeDeps,
  job: TakenJob<"extract-resume">,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transaction(deps.db, async (tx) => {
    const written = await write(tx);
    if (written.counted?.completed) await announceJob(tx, deps, written.counted);
    await job.complete(tx);
    return written;
  });
}
