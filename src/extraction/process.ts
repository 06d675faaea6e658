/** The recipe of one attempt at a task: bytes → Document → findings → result → record, webhook. */
import { createHash } from "node:crypto";
import type { Stage } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document } from "#documents/document.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { selectEngine } from "#engines/select.ts";
import type { Blobs } from "#platform/blobs.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Log } from "#platform/log.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import { CRASHES_MAX, runAttempt } from "#platform/queue/attempt.ts";
import type { TakenJob } from "#platform/queue/consumer.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { buildResult } from "#results/build-result.ts";
import { CONFIDENCE_VERSION } from "#results/confidence.ts";
import { fetchDocument } from "./fetch-document.ts";
import { type FinishDeps, finishAttempt } from "./finish.ts";
import { type StageKeeper, stageKeeper } from "./stage-keeper.ts";
import { findCached } from "./task-rows.store.ts";
import { type Completion, type StartedTask, startAttempt } from "./tasks.store.ts";

export type ProcessDeps = FinishDeps & {
  blobs: Blobs;
  reader: DocumentReader;
  secretBox: SecretBox;
  fetchRules: FetchRules;
  watch: Watch;
  log: Log;
};

/** Raise when reading, the local engine or results would answer differently, so that cached answers are not given any more. */
const ENGINE_VERSION = 2;
const CANCELLED = new Error("the task was cancelled");

export async function processExtraction(deps: ProcessDeps, job: TakenJob<"process-extraction">): Promise<void> {
  const { taskId } = job.payload;
  using cancelled = deps.watch.cancellation(taskId, CANCELLED);
  const row = await startAttempt(deps.db, taskId, "reading");
  if (!row) return transaction(deps.db, (tx) => job.complete(tx));
  await using stage = stageKeeper(deps.db, row);
  const attempt = {
    log: deps.log,
    subject: { taskId },
    deadlineAt: row.deadline_at,
    signal: AbortSignal.any([job.signal, cancelled.signal]),
  };
  const end = await runAttempt(attempt, (signal) => extract(deps, row, stage, signal));
  await finishAttempt(deps, job, row, stage, end);
}

async function extract(deps: ProcessDeps, row: StartedTask, stage: StageKeeper, signal: AbortSignal): Promise<Completion> {
  if (row.crashes >= CRASHES_MAX)
    throw new TaskFailure("internal", {
      retryable: false,
      message: `Reading this document ended ${CRASHES_MAX} workers; it is not tried again.`,
    });
  const { request } = row;
  const timed = stopwatch(stage);
  const { bytes, document: source } = await timed("fetching", () => fetchDocument(deps, row, signal));
  // A document that was opened with a password is not answered from memory to somebody who gives none, or a wrong one.
  const cacheKey = request.cache === "off" || row.sealed_password !== null ? null : cacheKeyOf(row, source.sha256);
  const cached = cacheKey !== null && request.cache === "use" ? await findCached(deps.db, row.account_id, cacheKey) : null;
  if (cached) {
    const document = { ...cached.document, filename: source.filename };
    return { result: cached.result, document, ...ANSWERED_BEFORE, timing: timed.timing(), cacheHit: true, cacheKey };
  }
  const password = row.sealed_password === null ? null : deps.secretBox.open(row.sealed_password);
  const document = await timed("reading", () =>
    deps.reader.read(bytes, { ...(request.pages ? { pages: request.pages } : {}), password }, signal),
  );
  const engine = selectEngine("local");
  const schema =
    request.documentDescription === null ? request.schema : { ...request.schema, document_description: request.documentDescription };
  const answer = await timed("extracting", () => engine.extract({ document, schema }, signal));
  signal.throwIfAborted();
  const result = await timed("checking", async () => buildResult(document, schema, answer.findings));
  return {
    result: {
      ...result,
      warnings: [...result.warnings, ...answer.warnings],
      completeness: { ...result.completeness, truncated: result.completeness.truncated || answer.truncated },
    },
    document: { ...source, mime_type: document.mimeType, page_count: document.pageCount, pages: pagesOf(document) },
    engine: answer.engine,
    provider: answer.provider,
    model: answer.model,
    usage: { pages: document.pages.length, ...answer.usage },
    timing: timed.timing(),
    cacheHit: false,
    cacheKey,
  };
}

const ANSWERED_BEFORE = {
  engine: "local",
  provider: null,
  model: null,
  usage: { pages: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 },
};

/** Everything that decides the answer; only within one account. */
function cacheKeyOf(row: StartedTask, sha256: string | null): string {
  const { schema, documentDescription, pages } = row.request;
  return createHash("sha256")
    .update(JSON.stringify([ENGINE_VERSION, CONFIDENCE_VERSION, "local", sha256, schema, documentDescription, pages]))
    .digest("hex");
}

const hundredths = (value: number) => Math.round(value * 100) / 100;
const pagesOf = (document: Document) =>
  document.pages.map((page) => ({
    number: page.number,
    width: hundredths(page.width),
    height: hundredths(page.height),
    text_source: page.textSource,
    quality: hundredths(page.quality),
  }));

/** Runs a stage, tells which one it is, and keeps its milliseconds. */
function stopwatch(stage: StageKeeper) {
  const spent = new Map<Stage, number>();
  const run = async <T>(name: Stage, work: () => Promise<T>): Promise<T> => {
    const t0 = performance.now();
    stage.enter(name);
    try {
      return await work();
    } finally {
      spent.set(name, Math.round(performance.now() - t0));
    }
  };
  const timing = () => ({
    queue_ms: null,
    fetch_ms: spent.get("fetching") ?? null,
    read_ms: spent.get("reading") ?? null,
    extract_ms: spent.has("extracting") ? (spent.get("extracting") ?? 0) + (spent.get("checking") ?? 0) : null,
    total_ms: null,
  });
  return Object.assign(run, { timing });
}
