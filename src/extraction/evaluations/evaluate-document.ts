/** Handler of the job of one document of an evaluation: reads it again, as the version that is tried and as the published one. */
import { valueAt } from "#contract/pointer.ts";
import type { ExtractionResult, TaskRecord } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { looksFor } from "#engines/looks-for.ts";
import { UsageMeter } from "#engines/usage-meter.ts";
import { COMPARE, type ComparedReading } from "#extraction/in-reader/works.ts";
import { reviewedData } from "#extraction/reviewed-data.ts";
import { type Recall, valuesOf } from "#extraction/values-of.ts";
import { recall } from "#memory/memory.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Log } from "#platform/log.ts";
import type { Models } from "#platform/models/models.ts";
import type { Db } from "#platform/postgres/db.ts";
import { type Attempted, inAttempts } from "#platform/queue/attempt.ts";
import type { Handler, Hands } from "#platform/queue/handler.ts";
import {
  type DocumentRead,
  type EvaluationWork,
  failDocument,
  findWork,
  pauseDocument,
  releaseDocument,
  type StartedDocument,
  startDocument,
  succeedDocument,
  type Tried,
} from "./evaluation-documents.store.ts";
import { finishEvaluation } from "./finish-evaluation.ts";

export type EvaluateDocumentDeps = { db: Db; blobs: Blobs; reader: DocumentReader; models: Models; log: Log };

type Work = Attempted & { document: StartedDocument; all: EvaluationWork; spent: UsageMeter };

export function evaluateDocument(deps: EvaluateDocumentDeps): Handler<"evaluate-document", Work, TaskFailure> {
  const { db, log } = deps;
  return inAttempts(
    { log, called: "Reading this document again", idName: "documentId" },
    {
      name: "evaluate-document",
      async start(payload) {
        const document = await startDocument(db, payload);
        const all = document && (await findWork(db, document));
        return document && all
          ? { ...document, accountId: document.account_id, document, all, spent: new UsageMeter(document.usage) }
          : null;
      },
      async work({ document, all, spent }, hands) {
        const read = await readAgain({ ...deps, ...hands, spent }, document.account_id, all);
        return {
          kind: "done",
          async write(tx) {
            await succeedDocument(tx, document, read);
            await finishEvaluation(tx, document.evaluation_id);
            return null;
          },
        };
      },
      async giveUp(tx, { document, spent }, { code, publicMessage: message }) {
        await failDocument(tx, document, { code, message, usage: spent.total() });
        await finishEvaluation(tx, document.evaluation_id);
        return null;
      },
      async retry(tx, { document, spent }, { waits }, afterSeconds) {
        await pauseDocument(tx, document, { usage: spent.total(), waits }, afterSeconds);
        return 0;
      },
      release: ({ document }) => releaseDocument(db, document),
    },
  );
}

type ReadDeps = EvaluateDocumentDeps & Hands & { spent: UsageMeter };
type Again = { result: ExtractionResult; usage: TaskRecord["usage"]; ms: number };

async function readAgain(deps: ReadDeps, accountId: string, all: EvaluationWork): Promise<DocumentRead> {
  const { task, tried, published } = all;
  const bytes = task.blobKey === null ? null : await deps.blobs.get(task.blobKey);
  if (bytes === null) throw new TaskFailure("internal", { retryable: false, message: "The document was deleted meanwhile." });
  const now = await readAs(deps, accountId, all, tried, bytes);
  const before = published && (await readAs(deps, accountId, all, published, bytes));
  const truth = reviewedData(task.result.data, task.corrections ?? {});
  const ask = {
    reviewed: task.request.schema,
    truth,
    now: readingOf(tried, now),
    before: published && before && readingOf(published, before),
  };
  const compared = await deps.reader.work(COMPARE, ask, Buffer.alloc(0), deps.signal);
  const outcome = { now: compared.now, before: compared.before, ms: now.ms, usage: now.usage };
  return { outcome, changes: compared.changes, usage: deps.spent.total() };
}

async function readAs(
  { db, reader, models, aside, signal, spent }: ReadDeps,
  accountId: string,
  { templateId, provider, task }: EvaluationWork,
  { schema: own, documentDescription, learn }: Tried,
  bytes: Buffer,
): Promise<Again> {
  const schema = documentDescription === null ? own : { ...own, document_description: documentDescription };
  const { pages } = task.request;
  const meter = new UsageMeter(null);
  const t0 = performance.now();
  // The review of the document itself, and of the same file in other tasks, is no reason to read it so.
  const ask: Recall = async (layout) => {
    const own = { taskId: task.id, sha256: task.document.sha256 };
    return (await recall(db, { accountId, scope: templateId }, layout, own))?.memory ?? null;
  };
  const deps = {
    reader,
    models,
    meter,
    aside,
    onRead: (read: { pages: readonly unknown[] }) => {
      meter.pages = read.pages.length;
    },
    timed: <T>(_: string, work: (enter: () => void) => Promise<T>) => work(() => undefined),
  };
  const asked = { reading: { ...(pages ? { pages } : {}), ...looksFor(schema) }, schema, recall: learn ? ask : null };
  try {
    const { result } = await valuesOf(deps, { accountId, provider, fallback: [] }, bytes, asked, signal);
    return { result, usage: meter.total(), ms: performance.now() - t0 };
  } finally {
    const { input_tokens, output_tokens, cost_usd } = meter.total();
    spent.watch(() => ({ input_tokens, output_tokens, cost_usd }));
    spent.pages += meter.pages;
  }
}

function readingOf({ schema }: Tried, { result: { data, fields } }: Again): ComparedReading {
  const confidences = Object.entries(fields).map(
    ([path, { confidence }]) => [path, valueAt(data, path) === null ? null : confidence] as const,
  );
  return { schema, data, confidences: Object.fromEntries(confidences) };
}
