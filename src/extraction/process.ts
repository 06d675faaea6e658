/** The recipe of one attempt at a task: bytes → Document → findings → result → record, webhook. */
import { createHash } from "node:crypto";
import type { Stage } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { asksForSignature } from "#engines/asks-for-signature.ts";
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
import { CONFIDENCE_VERSION } from "#results/confidence.ts";
import { fetchDocument } from "./fetch-document.ts";
import { type FinishDeps, finishAttempt } from "./finish.ts";
import type { PagesRead } from "./pages-read.ts";
import { type StageKeeper, stageKeeper } from "./stage-keeper.ts";
import { findCached } from "./task-rows.store.ts";
import { type Completion, type StartedTask, startAttempt } from "./tasks.store.ts";
import { valuesOf } from "./values-of.ts";

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
      message: `Reading this document crashed ${CRASHES_MAX} workers, so it is not tried again.`,
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
  const password = row.sealed_password === null ? null : deps.secretBox.open(row.sealed_password);
  const schema =
    request.documentDescription === null ? request.schema : { ...request.schema, document_description: request.documentDescription };
  const ink = asksForSignature(schema);
  const asked = { reading: { ...(request.pages ? { pages: request.pages } : {}), password, ink }, schema };
  const onRead = ({ pages }: PagesRead) => {
    deps.meter.pages = pages.length;
    for (const { text_source } of pages) deps.metrics.pages.inc({ text_source });
  };
  const { document, answer, result } = await valuesOf({ ...deps, timed, onRead }, who, bytes, asked, signal);
  signal.throwIfAborted();
  return {
    result: {
      ...result,
      warnings: [...result.warnings, ...answer.warnings],
      completeness: { ...result.completeness, truncated: result.completeness.truncated || answer.truncated },
    },
    document: { ...source, ...document },
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

/**
 * Runs a stage, tells which one it is, and keeps its milliseconds; `tell` hears of each when it is over. Work that goes through several stages says
 * so by `enter`.
 */
function stopwatch(stage: StageKeeper, tell: (name: Stage, seconds: number) => void) {
  const spent = new Map<Stage, number>();
  const run = async <T>(first: Stage, work: (enter: (name: Stage) => void) => Promise<T>): Promise<T> => {
    let name = first;
    let t0 = performance.now();
    const end = () => {
      const ms = performance.now() - t0;
      spent.set(name, (spent.get(name) ?? 0) + Math.round(ms));
      tell(name, ms / 1000);
    };
    const enter = (next: Stage) => {
      end();
      [name, t0] = [next, performance.now()];
      stage.enter(next);
    };
    stage.enter(first);
    try {
      return await traced(first, {}, () => work(enter));
    } finally {
      end();
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
