/** One attempt at a task: bytes → Document → findings → result, or the cached answer of an equal request. */
import { createHash } from "node:crypto";
import type { DocumentSummary, MemoryUsed } from "#contract/task.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { type LooksFor, looksFor } from "#engines/looks-for.ts";
import type { UsageMeter } from "#engines/usage-meter.ts";
import { engineVersion } from "#engines/versions.ts";
import { memoryState } from "#memory/memory.store.ts";
import { recall, scopeOf } from "#memory/memory.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { WorkMetrics } from "#platform/metrics/work-metrics.ts";
import type { Models } from "#platform/models/models.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import type { Hands } from "#platform/queue/handler.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { CONFIDENCE_VERSION } from "#results/confidence.ts";
import { fetchDocument } from "./fetch-document.ts";
import { keptReading } from "./files/packet-file.ts";
import { countPages, type PagesRead } from "./pages-read.ts";
import type { StageRecorder } from "./stage-recorder.ts";
import { stopwatch } from "./stopwatch.ts";
import { findCached } from "./task-rows.store.ts";
import type { Extracted, StartedTask } from "./tasks.store.ts";
import { type Recall, valuesOf } from "./values-of.ts";

export type ExtractDeps = {
  db: Db;
  blobs: Blobs;
  reader: DocumentReader;
  secretBox: SecretBox;
  models: Models;
  fetchRules: FetchRules;
  metrics: WorkMetrics;
  meter: UsageMeter;
  aside: Hands["aside"];
};

/**
 * `remembered`: as rememberedFor; `read`: by who chose the template; what was read of the file, and what was looked for on its pages.
 */
export type ToExtract = { task: StartedTask; remembered: string | null; read: { kept: string | null; looks: LooksFor } | null };

/** What was remembered for the task when it began; null for nothing, and where it is not to be used. */
export async function rememberedFor(db: Db | Tx, { account_id: accountId, template_id, request }: StartedTask): Promise<string | null> {
  return request.learn === false ? null : memoryState(db, { accountId, scope: scopeOf(template_id, request.schema) });
}

/** Throws TaskFailure, and the signal's reason when aborted. */
export async function extractDocument(
  deps: ExtractDeps,
  { task: row, remembered, read }: ToExtract,
  stage: StageRecorder,
  signal: AbortSignal,
): Promise<Extracted> {
  const { request } = row;
  const who = { accountId: row.account_id, provider: request.provider, fallback: request.fallback };
  const timed = stopwatch(stage, (name, seconds) => deps.metrics.stageSeconds.observe({ stage: name, engine: who.provider }, seconds));
  const { bytes, document: source } = await timed("fetching", () => fetchDocument(deps, row, signal));
  // Results of password-protected documents are not cached: a request with a wrong password or none must not get them.
  const isCacheable = request.cache !== "off" && row.sealed_password === null;
  const scope = { accountId: row.account_id, scope: scopeOf(row.template_id, request.schema) };
  const cacheKey = isCacheable ? cacheKeyOf(row, source.sha256, remembered, deps.models) : null;
  const cached = cacheKey !== null && request.cache === "use" ? await findCached(deps.db, row.account_id, cacheKey) : null;
  if (cached) {
    const document = ofTask(cached.document, source);
    return { ...cached, document, usage: deps.meter.total(), timing: timed.timing(), cacheHit: true, cacheKey };
  }
  const password = row.sealed_password === null ? null : deps.secretBox.open(row.sealed_password);
  const schema =
    request.documentDescription === null ? request.schema : { ...request.schema, document_description: request.documentDescription };
  const kept = read?.kept ?? (row.blob_key !== null && password === null ? await keptReading(deps.blobs, row.blob_key) : null);
  // Where nothing is asked for, nothing is looked for that would make pages be read again.
  const looks = read && schema.fields.length === 0 ? read.looks : looksFor(schema);
  const asked = { kept, reading: { ...(request.pages ? { pages: request.pages } : {}), password, ...looks }, schema };
  const onRead = ({ pages }: PagesRead, pagesRead: readonly number[]) => {
    deps.meter.pages = pages.length;
    countPages(
      deps.metrics,
      pages.filter(({ number }) => pagesRead.includes(number)),
    );
  };
  let used: MemoryUsed | null = null;
  const ask: Recall = async (layout) => {
    const found = await recall(deps.db, scope, layout, { taskId: row.id, sha256: source.sha256 });
    used = found?.used ?? null;
    return found?.memory ?? null;
  };
  const recalled = remembered === null ? null : ask;
  const { document, by, result } = await valuesOf({ ...deps, timed, onRead }, who, bytes, { ...asked, recall: recalled }, signal);
  signal.throwIfAborted();
  return {
    ...by,
    result: used === null ? result : { ...result, memory: used },
    document: { ...unread(source), ...document },
    usage: deps.meter.total(),
    timing: timed.timing(),
    cacheHit: false,
    // The answer of a fallback provider is not cached, because a later request for the original provider must not get it.
    cacheKey: by.engine === who.provider ? cacheKey : null,
  };
}

/** Without what an earlier reading found on pages of the file that this task may not ask for. */
function unread({ structured: _, ...source }: DocumentSummary): DocumentSummary {
  return source;
}

/** What is known of the file from an equal request, with what belongs to the task itself: its file's name, and how its template was chosen. */
function ofTask({ classified: _, ...read }: DocumentSummary, { filename, classified }: DocumentSummary): DocumentSummary {
  return { ...read, filename, ...(classified ? { classified } : {}) };
}

/** Hash of everything that determines the answer; the cache is per account. */
function cacheKeyOf(row: StartedTask, sha256: string | null, remembered: string | null, models: Models): string {
  const { schema, documentDescription, pages } = row.request;
  const engines = [row.request.provider, ...row.request.fallback].map((name) => engineVersion(name, models));
  return createHash("sha256")
    .update(
      JSON.stringify([
        engines,
        CONFIDENCE_VERSION,
        sha256,
        schema,
        documentDescription,
        pages,
        ...(remembered === null ? [] : [remembered]),
      ]),
    )
    .digest("hex");
}
