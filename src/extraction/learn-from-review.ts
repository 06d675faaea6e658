/** Handler of the job that follows a review: reads the document again with what is confirmed now, and remembers where the values stand. */
import type { Json } from "#contract/json.ts";
import type { Bbox } from "#contract/page-words.ts";
import type { Corrections, ExtractionResult } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { type DocumentReader, readingOf } from "#documents/read-document.ts";
import { looksFor } from "#engines/looks-for.ts";
import { LEARN } from "#memory/in-reader/works.ts";
import { type Learned, remember, scopeOf } from "#memory/memory.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Log } from "#platform/log.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Handler } from "#platform/queue/handler.ts";
import { reviewedData } from "./reviewed-data.ts";
import { findReviewedTask, lockTask, type ReviewedTask } from "./task-rows.store.ts";

export type LearnDeps = { db: Db; blobs: Blobs; reader: DocumentReader; log: Log };

export function learnFromReview(deps: LearnDeps): Handler<"learn-from-review", ReviewedTask, TaskFailure> {
  return {
    name: "learn-from-review",
    start: (db, { taskId }) => findReviewedTask(db, taskId),
    async work(task, { signal }) {
      try {
        const learned = await learnedFrom(deps, task, signal);
        const scope = { accountId: task.accountId, scope: scopeOf(task.templateId, task.request.schema) };
        return {
          kind: "done",
          async write(tx) {
            // Deleted, undone or reviewed anew meanwhile: then it teaches nothing, or the later review does.
            const now = learned && (await lockTask(tx, task.accountId, task.id));
            if (now && now.reviewed_at?.getTime() === task.reviewedAt.getTime()) await remember(tx, scope, learned);
            return null;
          },
        };
      } catch (error) {
        if (signal.aborted) throw error;
        const failure = error instanceof TaskFailure ? error : new TaskFailure("internal", { internal: "learning", cause: error });
        return { kind: "give_up", failure };
      }
    },
    async retry() {
      return 0;
    },
    async giveUp(_, { id }, failure) {
      deps.log.warn({ taskId: id, code: failure.code }, "a review taught nothing, as its document could not be read again");
      return null;
    },
  };
}

/** Null where the document is gone. */
async function learnedFrom({ blobs, reader }: LearnDeps, task: ReviewedTask, signal: AbortSignal): Promise<Learned | null> {
  const bytes = await blobs.get(task.blobKey);
  if (bytes === null) return null;
  const { schema, documentDescription, pages } = task.request;
  const asked = documentDescription === null ? schema : { ...schema, document_description: documentDescription };
  const corrections = task.corrections ?? {};
  const reading = readingOf(bytes, { ...(pages ? { pages } : {}), ...looksFor(asked) });
  const truth = reviewedData(task.result.data, corrections);
  const ask = { reading, schema, truth, places: placesIn(corrections) };
  const { marks, signature, example } = await reader.work(LEARN, ask, bytes, signal);
  const lesson = { marks, example, sha256: task.document.sha256 };
  return { taskId: task.id, reviewedAt: task.reviewedAt, signature, lesson, ...countsOf(task.result, corrections) };
}

function placesIn(corrections: Corrections): Record<string, { page: number; bbox: Bbox }> {
  return Object.fromEntries(Object.entries(corrections).flatMap(([path, { place }]) => (place ? [[path, place]] : [])));
}

/** How many values the document has, read or put right by the reviewer, and how many of them needed no correction. */
function countsOf({ fields }: ExtractionResult, corrections: Corrections): { read: number; right: number } {
  const corrected = Object.keys(corrections);
  const read = Object.entries(fields).flatMap(([path, { value }]) => (isEmpty(value) ? [] : [path]));
  const right = read.filter((path) => !corrected.some((each) => path === each || path.startsWith(`${each}/`)));
  return { read: new Set([...read, ...corrected]).size, right: right.length };
}

const isEmpty = (value: Json): boolean => value === null || (Array.isArray(value) && value.length === 0);
