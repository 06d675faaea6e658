/** The recipe of one attempt at a task: bytes → Document → findings → result → record, webhook. */
import { createHash } from "node:crypto";
import type { Stage } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document } from "#documents/document.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { PICTURE_WIDTH_PX } from "#engines/llm/windows.ts";
import { engineVersion } from "#engines/select.ts";
import { UsageMeter } from "#engines/usage-meter.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Log } from "#platform/log.ts";
import type { Models } from "#platform/models/models.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import { CRASHES_MAX, runAttempt } from "#platform/queue/attempt.ts";
import type { TakenJob } from "#platform/queue/consumer.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { annotate, traced } from "#platform/tracing.ts";
import { buildResult } from "#results/build-result.ts";
import { CONFIDENCE_VERSION } from "#results/confidence.ts";
import { answerOf } from "./answer.ts";
import { fetchDocument } from "./fetch-document.ts";
import { type FinishDeps, finishAttempt } from "./finish.ts";
import { type StageKeeper, stageKeeper } from "./stage-keeper.ts";
import { findCached } from "./task-rows.store.ts";
import { type Completion, type StartedTask, startAttempt } from "./tasks.store.ts";

export type ProcessDeps = FinishDeps & {
  blobs: Blobs;
  reader: DocumentReader;
  secretBox: SecretBox;
  models: Models;
  fetchRules: FetchRules;
  watch: Watch;
  log: Log;
};

const CANCELLED = new Error("the task was cancelled");

export async function processExtraction(deps: ProcessDeps, job: TakenJob<"process-extraction">): Promise<void> {
  const { taskId } = job.payload;
  using cancelled = deps.watch.cancellation(taskId, CANCELLED);
  const row = await startAttempt(deps.db, taskId, "reading");
  if (!row) return transaction(deps.db, (tx) => job.complete(tx));
  annotate({ "winnow.task.id": taskId, "winnow.attempt": row.attempts, "winnow.engine": row.request.provider ?? "local" });
  await using stage = stageKeeper(deps.db, row);
  const attempt = {
    log: deps.log,
    subject: { taskId },
    accountId: row.account_id,
    deadline: row.deadline,
    signal: AbortSignal.any([job.signal, cancelled.signal]),
  };
  const meter = new UsageMeter(row.usage);
  const end = await runAttempt(attempt, (signal) => extract({ ...deps, meter, aside: job.aside }, row, stage, signal));
  await finishAttempt(deps, job, row, stage, end, meter.total());
}

type AttemptDeps = ProcessDeps & { meter: UsageMeter; aside: TakenJob<"process-extraction">["aside"] };

async function extract(deps: AttemptDeps, row: StartedTask, stage: StageKeeper, signal: AbortSignal): Promise<Completion> {
  if (row.crashes >= CRASHES_MAX)
    throw new TaskFailure("internal", {
      retryable: false,
      message: `Reading this document ended ${CRASHES_MAX} workers; it is not tried again.`,
    });
  const { request } = row;
  const who = { accountId: row.account_id, provider: request.provider ?? "local", fallback: request.fallback ?? [] };
  const timed = stopwatch(stage, (name, seconds) => deps.metrics.stageSeconds.observe({ stage: name, engine: who.provider }, seconds));
  const { bytes, document: source } = await timed("fetching", () => fetchDocument(deps, row, signal));
  // A document that was opened with a password is not answered from memory to somebody who gives none, or a wrong one.
  const isCacheable = request.cache !== "off" && row.sealed_password === null;
  const cacheKey = isCacheable ? cacheKeyOf(row, source.sha256, deps.models) : null;
  const cached = cacheKey !== null && request.cache === "use" ? await findCached(deps.db, row.account_id, cacheKey) : null;
  if (cached) {
    const document = { ...cached.document, filename: source.filename };
    return { ...cached, document, usage: deps.meter.total(), timing: timed.timing(), cacheHit: true, cacheKey };
  }
  const { provider, accountId } = who;
  if (provider !== "local" && who.fallback.length === 0) await timed("extracting", () => deps.models.check(provider, accountId));
  const password = row.sealed_password === null ? null : deps.secretBox.open(row.sealed_password);
  const document = await timed("reading", () =>
    deps.reader.read(bytes, { ...(request.pages ? { pages: request.pages } : {}), password }, signal),
  );
  deps.meter.pages = document.pages.length;
  for (const { textSource } of document.pages) deps.metrics.pages.inc({ text_source: textSource });
  const schema =
    request.documentDescription === null ? request.schema : { ...request.schema, document_description: request.documentDescription };
  const renderPage = (page: number) => deps.reader.renderPage(bytes, { page, widthPx: PICTURE_WIDTH_PX, password }, signal);
  const isLocal = who.provider === "local";
  const work = () => answerOf(deps, who, { document, schema, renderPage }, signal);
  const answer = await timed("extracting", () => (isLocal ? work() : deps.aside(work)));
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
    usage: deps.meter.total(),
    timing: timed.timing(),
    cacheHit: false,
    // What somebody else answered is no answer of the provider asked for.
    cacheKey: answer.engine === who.provider ? cacheKey : null,
  };
}

/** Everything that decides the answer; only within one account. */
function cacheKeyOf(row: StartedTask, sha256: string | null, models: Models): string {
  const { schema, documentDescription, pages } = row.request;
  const engines = [row.request.provider ?? "local", ...(row.request.fallback ?? [])].map((name) => engineVersion(name, models));
  return createHash("sha256")
    .update(JSON.stringify([engines, CONFIDENCE_VERSION, sha256, schema, documentDescription, pages]))
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

/** Runs a stage, tells which one it is, and keeps its milliseconds; `tell` hears of each when it is over. */
function stopwatch(stage: StageKeeper, tell: (name: Stage, seconds: number) => void) {
  const spent = new Map<Stage, number>();
  const run = async <T>(name: Stage, work: () => Promise<T>): Promise<T> => {
    const t0 = performance.now();
    stage.enter(name);
    try {
      return await traced(name, {}, work);
    } finally {
      const ms = performance.now() - t0;
      spent.set(name, Math.round(ms));
      tell(name, ms / 1000);
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
