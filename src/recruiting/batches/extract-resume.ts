/** How the job of one résumé of a batch is done: bytes → Document → findings → JSON Resume → entry, counts, webhook. */

import type { ProviderName } from "#contract/providers.ts";
import type { ResumeResult } from "#contract/recruiting/batch.ts";
import type { Warning } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document } from "#documents/document.ts";
import { documentToWire } from "#documents/pool/document-wire.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { answerOf } from "#engines/answer.ts";
import type { Answer } from "#engines/engine.ts";
import { selectEngine } from "#engines/select.ts";
import { UsageMeter } from "#engines/usage-meter.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { fetchedKey } from "#platform/blobs/keys.ts";
import { fetchFile } from "#platform/fetch/fetch-file.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Log } from "#platform/log.ts";
import { UnusableAnswer } from "#platform/models/ask-usable.ts";
import type { Models } from "#platform/models/models.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { type Attempted, inAttempts } from "#platform/queue/attempt.ts";
import type { Handler, Hands } from "#platform/queue/handler.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { sha256 } from "#platform/sha256.ts";
import { RESUME, type ReadResume } from "#recruiting/in-reader/works.ts";
import { keptClaims } from "#recruiting/kept-claims.ts";
import { deleteResumeFile, keepReading } from "#recruiting/kept-reading.ts";
import { orRules } from "#recruiting/models/or-rules.ts";
import { queueEvaluation } from "#recruiting/positions/queue-evaluation.ts";
import { keptUntil } from "#recruiting/retention.store.ts";
import type { Scorable } from "#recruiting/scorable.ts";
import { keepResume } from "#recruiting/stored-resumes.store.ts";
import { columnByColumn } from "#resumes/page/reading-order.ts";
import { readResumeFile } from "#resumes/resume-file.ts";
import { RESUME_SCHEMA } from "#resumes/resume-schema.ts";
import { announceBatch } from "./announce-batch.ts";
import { isEntry } from "./batch-rows.store.ts";
import {
  type CountedBatch,
  type EntrySuccess,
  failEntry,
  pauseEntry,
  releaseEntry,
  type StartedEntry,
  setEntryBlob,
  startEntry,
  succeedEntry,
} from "./batches.store.ts";

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

type Work = Attempted & { entry: StartedEntry; meter: UsageMeter; blobKey: string };

export function extractResume(deps: ExtractResumeDeps): Handler<"extract-resume", Work, TaskFailure> {
  const { db, queue, log } = deps;
  const days = Math.max(1, deps.retentionDays);
  return inAttempts(
    { log, called: "Reading this file", idName: "applicationId" },
    {
      name: "extract-resume",
      async start(tx, payload) {
        const entry = await startEntry(tx, payload);
        if (entry === null) return null;
        const blobKey = entry.blob_key ?? fetchedKey(entry);
        return { ...entry, accountId: entry.account_id, entry, meter: new UsageMeter(entry.usage), blobKey };
      },
      async work({ entry, meter, blobKey }, { signal, aside }) {
        const { scorable, ...end } = await read({ ...deps, meter, aside }, entry, blobKey, signal);
        const write = async (tx: Tx) => {
          const counted = await succeedEntry(tx, entry, { ...end, usage: meter.total() }, days);
          await queueEvaluation(tx, queue, entry);
          const claims = keptClaims(scorable, end.sha256);
          const until = await keptUntil(tx, entry.account_id, { applicationId: entry.id, jobId: null }, days);
          const gone = await keepResume(tx, entry.account_id, { applicationId: entry.id, blobKey, url: entry.url, claims }, until);
          await announceWhenComplete(tx, deps, counted);
          return gone === null ? null : () => deleteResumeFile(deps.blobs, gone);
        };
        return { kind: "done", write };
      },
      async giveUp(tx, work, { code, publicMessage: message }) {
        await announceWhenComplete(tx, deps, await failEntry(tx, work, { code, message, usage: work.meter.total() }, days));
        return null;
      },
      async retry(tx, work, { waits }, afterSeconds) {
        await pauseEntry(tx, work, { usage: work.meter.total(), waits }, afterSeconds);
        return 0;
      },
      release: (work) => releaseEntry(db, work),
      discard: (work) => forgetIfGone(deps, work),
    },
  );
}

const announceWhenComplete = async (tx: Tx, deps: ExtractResumeDeps, counted: CountedBatch): Promise<void> => {
  if (counted.completed) await announceBatch(tx, deps, counted);
};

/** An entry that was deleted while it was read leaves nothing behind. */
async function forgetIfGone({ db, blobs }: ExtractResumeDeps, { id, blobKey }: Work): Promise<void> {
  if (!(await isEntry(db, id))) await deleteResumeFile(blobs, blobKey);
}

type AttemptDeps = ExtractResumeDeps & { meter: UsageMeter; aside: Hands["aside"] };

async function read(
  deps: AttemptDeps,
  entry: StartedEntry,
  blobKey: string,
  signal: AbortSignal,
): Promise<EntrySuccess & { scorable: Scorable }> {
  if (entry.error_code !== null) throw new TaskFailure(entry.error_code, { message: entry.error_message ?? "", retryable: false });
  const { provider, account_id } = entry;
  if (provider !== "local") await deps.models.check(provider, account_id);
  const bytes = await bytesOf(deps, entry, blobKey, signal);
  const { reading, answer, warnings } = await readAndPoint(deps, provider, account_id, bytes, signal);
  await keepReading(deps.blobs, blobKey, reading.kept);
  const { name = "", email = "", phone = "" } = reading.resume.basics ?? {};
  const result: ResumeResult = {
    application_name: name,
    email,
    phone,
    resume: reading.resume,
    confidence: reading.confidence,
    warnings: [...warnings, ...reading.warnings, ...(answer?.warnings ?? [])],
    engine: answer === null ? "local" : provider,
    provider: answer?.provider ?? null,
    model: answer?.model ?? null,
  };
  return {
    mimeType: reading.mimeType,
    sha256: await sha256(bytes),
    pageCount: reading.pageCount,
    pages: reading.pages,
    result,
    fields: reading.fields,
    scorable: reading.scorable,
  };
}

type Pointed = { reading: ReadResume; answer: Answer | null; warnings: Warning[] };

/** By the rules alone all is done in the reader's child; a model sees what was read, and what it points at goes back there. */
async function readAndPoint(
  deps: AttemptDeps,
  provider: ProviderName,
  accountId: string,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<Pointed> {
  if (provider === "local") {
    const reading = await deps.reader.work(RESUME, { are: "file" }, bytes, signal);
    deps.meter.pages = reading.pages.length;
    return { reading, answer: null, warnings: [] };
  }
  const document = await readResumeFile(deps.reader, bytes, signal);
  deps.meter.pages = document.pages.length;
  const pointing = () => pointedAt(deps, provider, accountId, document, signal);
  const { answer, warnings } = await deps.aside(() => orRules({ provider, waits: false }, pointing));
  const ask = { are: "document", ...(answer ? { findings: answer.findings } : {}) } as const;
  return { reading: await deps.reader.work(RESUME, ask, await documentToWire(document), signal), answer, warnings };
}

/** What a model points at in a résumé, in the fields of JSON Resume. Rejects with UnusableAnswer when a page with words gives nothing. */
async function pointedAt(
  { models, meter }: AttemptDeps,
  provider: ProviderName,
  accountId: string,
  document: Document,
  signal: AbortSignal,
): Promise<Answer> {
  const engineOf = (name: ProviderName) => selectEngine(name, models, accountId);
  const ask = { document: columnByColumn(document), schema: RESUME_SCHEMA };
  const answer = await answerOf({ engineOf, meter }, { provider, fallback: [] }, ask, signal);
  if (answer.findings.length === 0 && document.pages.some(({ lines }) => lines.length > 0))
    throw new UnusableAnswer("provider_refused", { internal: "the answer points at nothing" });
  return answer;
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
