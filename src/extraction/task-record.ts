/** Converts a task's row to the record in the API. */
import type { RuleOutcomes } from "#contract/rules.ts";
import type { ExtractionResult, FieldResult, TaskRecord, TaskSummary } from "#contract/task.ts";
import { leastConfidence } from "#results/confidence.ts";
import { REVIEW_BELOW_DEFAULT } from "#results/measure/thresholds.ts";
import { confidenceWith, warningsOf, withDoubts } from "#rules/outcomes.ts";
import type { ListedTask } from "./task-list.store.ts";
import type { LatestDelivery, TaskRow } from "./task-rows.store.ts";

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
const WEBHOOK_STATES = { pending: "pending", delivered: "delivered", dead: "failed" } as const;

export function summaryOf(row: ListedTask): TaskSummary {
  return {
    task_id: row.id,
    status: row.state,
    message: messageOf(row),
    created_at: row.created_at.toISOString(),
    started_at: iso(row.started_at),
    completed_at: iso(row.finished_at),
    attempts: row.attempts,
    stage: row.stage,
    engine: row.engine,
    provider: row.provider,
    model: row.model,
    document: row.document,
    template:
      row.template_id !== null && row.template_version !== null ? { template_id: row.template_id, version: row.template_version } : null,
    metadata: row.metadata,
    error: row.error,
    confidence: row.confidence,
    reviewed_at: iso(row.reviewed_at),
    batch_id: row.batch_id,
  };
}

export type RecordMore = { queuePosition: number | null; delivery: LatestDelivery | null };

/** `queuePosition` only for a waiting task. A delivery before its first attempt is `pending` with 0 attempts. */
export function recordOf(row: TaskRow, more: RecordMore): TaskRecord {
  const queueMs = row.started_at ? row.started_at.getTime() - row.created_at.getTime() : null;
  const totalMs = row.finished_at ? row.finished_at.getTime() - row.created_at.getTime() : null;
  const { delivery } = more;
  return {
    ...summaryOf(row),
    queue_position: more.queuePosition,
    next_attempt_at: iso(row.next_attempt_at),
    deadline_at: row.deadline_at.toISOString(),
    data: row.result?.data ?? null,
    fields: row.result && withDoubts(row.result, row.rules),
    completeness: row.result?.completeness ?? null,
    warnings: [...(row.request.warnings ?? []), ...(row.result?.warnings ?? []), ...warningsOf(row.rules)],
    usage: row.usage ?? { pages: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 },
    timing: { fetch_ms: null, read_ms: null, extract_ms: null, ...row.timing, queue_ms: queueMs, total_ms: totalMs },
    cache: { hit: row.cache_hit },
    webhook: delivery
      ? { status: WEBHOOK_STATES[delivery.state], attempts: delivery.attempts }
      : row.callback_url === null
        ? null
        : { status: "pending", attempts: 0 },
    reviewed: reviewOf(row),
    review_below: reviewBelow(row),
    needs_review: needsReview(row),
    rules: row.rules,
    memory: row.result?.memory ?? null,
  };
}

function needsReview(row: TaskRow): TaskRecord["needs_review"] {
  const { rules, corrections, reviewed_at } = row;
  if (row.result === null) return null;
  if (reviewed_at !== null) return [];
  const isLeft = (path: string) => corrections === null || !Object.hasOwn(corrections, path);
  return toReview(withDoubts(row.result, rules), reviewBelow(row)).filter(isLeft);
}

/** Confidence below which a value of the task is to be reviewed. */
export const reviewBelow = ({ request }: Pick<TaskRow, "request">): number => request.reviewBelow ?? REVIEW_BELOW_DEFAULT;

/** Pointers of the fields that are less sure than `below`. */
export const toReview = (fields: Record<string, FieldResult>, below: number): string[] =>
  Object.entries(fields).flatMap(([path, { confidence }]) => (confidence !== null && confidence < below ? [path] : []));

function reviewOf({ corrections, reviewed_at, reviewed_by }: TaskRow): TaskRecord["reviewed"] {
  if (corrections === null && reviewed_at === null) return null;
  return { values: corrections ?? {}, completed_at: iso(reviewed_at), completed_by: reviewed_by };
}

function messageOf(row: ListedTask): string {
  switch (row.state) {
    case "processing":
      return row.stage === "queued" ? "The document is waiting to be read." : "The document is being read.";
    case "retrying":
      return `Attempt ${row.attempts} failed: ${row.error?.message ?? ""} The next one is scheduled.`;
    case "completed":
      return "The document was read.";
    case "failed":
      return row.error?.message ?? "The task failed.";
  }
}

/** Of a task, for the order of reviews; null when no value has one. */
export const confidenceOf = ({ fields }: ExtractionResult, rules: RuleOutcomes | null): number | null =>
  confidenceWith(leastConfidence(fields), rules);
