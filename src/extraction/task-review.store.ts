/** All SQL that writes what people and rules say of a task's values. */
import { sql } from "kysely";
import type { RuleOutcomes } from "#contract/rules.ts";
import type { Corrections, ExtractionResult } from "#contract/task.ts";
import type { Tx } from "#platform/postgres/db.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";
import { changing, changingVisibly } from "./task-changes.store.ts";
import { confidenceOf } from "./task-record.ts";
import type { TaskRow } from "./task-rows.store.ts";

/** Corrected values, and when and by whom the review was marked as done. `corrections` null: none. */
export type ReviewState = { corrections: Corrections | null; reviewed: { at: Date; by: string } | null };

export async function setReview(tx: Tx, id: string, { corrections, reviewed }: ReviewState): Promise<void> {
  await changingVisibly(
    tx,
    sql`UPDATE tasks SET corrections = ${corrections && sealedJson(corrections)}, reviewed_at = ${reviewed?.at ?? null},
      reviewed_by = ${reviewed?.by ?? null}, revision = revision + 1 WHERE id = ${id}`,
  );
}

/** After a correction. Does nothing when the task was changed since `revision`. */
export async function setRules(
  tx: Tx,
  row: Pick<TaskRow, "id" | "revision">,
  result: ExtractionResult,
  rules: RuleOutcomes,
): Promise<void> {
  await changing(
    tx,
    sql`UPDATE tasks SET rules = ${sealedJson(rules)}, confidence = ${confidenceOf(result, rules)}, revision = revision + 1
      WHERE id = ${row.id} AND revision = ${row.revision}`,
  );
}
