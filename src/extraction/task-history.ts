/**
 * The events of a task: each change of its state or stage, numbered by revision and stored with the row, so that they can be sent again.
 */
import { type RawBuilder, sql } from "kysely";
import type { Stage, TaskErrorRecord, TaskState, TaskSummary } from "#contract/task.ts";
import type { TaskChange } from "./tables.ts";
import { summaryOf } from "./task-record.ts";
import type { TaskRow } from "./task-rows.store.ts";

/** Bounds the history: a task that waits for its provider changes for an hour. A client that missed more gets these only. */
const CHANGES_MAX = 100;

type RecordedChange = {
  state: TaskState | RawBuilder<unknown>;
  stage: Stage | RawBuilder<unknown>;
  attempts?: RawBuilder<unknown>;
  error?: TaskErrorRecord | null;
};

/** Part of an UPDATE of tasks: raises the revision and appends the change to the history. Properties left out stay unchanged. */
export function nextRevision({ state, stage, attempts = sql`attempts`, error }: RecordedChange): RawBuilder<unknown> {
  const failure = error === undefined ? sql`error` : sql`${error && JSON.stringify(error)}::jsonb`;
  const text = (value: string | RawBuilder<unknown>) => (typeof value === "string" ? sql`${value}::text` : value);
  return sql`revision = revision + 1,
    history = CASE WHEN jsonb_array_length(history) >= ${CHANGES_MAX} THEN history - 0 ELSE history END || jsonb_build_object('id', revision + 1,
      'at', now(), 'status', ${text(state)}, 'stage', ${text(stage)}, 'attempts', ${attempts}, 'error', ${failure})`;
}

export type TaskEvent = { id: number; event: "status" | "progress"; summary: TaskSummary };

/** Oldest first; the first is the submission. */
export function eventsOf(row: TaskRow, history: readonly TaskChange[]): TaskEvent[] {
  const changes = [submissionOf(row), ...history];
  return changes.map((change, i) => ({
    id: change.id,
    event: change.status === changes[i - 1]?.status ? "progress" : "status",
    summary: summaryAt(row, change),
  }));
}

const submissionOf = (row: TaskRow): TaskChange => {
  return { id: 1, at: row.created_at.toISOString(), status: "processing", stage: "queued", attempts: 0, error: null };
};

/** The task's summary at the time of the change. Data about its document are the current ones. */
function summaryAt(row: TaskRow, { at, status, stage, attempts, error }: TaskChange): TaskSummary {
  const isEnd = status === "completed" || status === "failed";
  const wasStarted = row.started_at !== null && row.started_at.getTime() <= Date.parse(at);
  const then = {
    state: status,
    stage,
    attempts,
    error,
    started_at: wasStarted ? row.started_at : null,
    finished_at: isEnd ? new Date(at) : null,
  };
  const confidence = status === "completed" ? row.confidence : null;
  return summaryOf({ ...row, ...then, confidence, reviewed_at: isEnd ? row.reviewed_at : null });
}
