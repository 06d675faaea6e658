/** All SQL on which rules of their template tasks break. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.ts";

/** Stands for all rules: a task that breaks any has a row of this name too. */
export const ANY_RULE = "*";

/** Replaces what was said of the task. `rules`: names; empty: it breaks none. */
export async function putBrokenRules(tx: Tx, taskId: string, rules: readonly string[]): Promise<void> {
  const names = rules.length === 0 ? [] : [...new Set([ANY_RULE, ...rules])];
  await sql`WITH mended AS (DELETE FROM task_broken_rules WHERE task_id = ${taskId} AND rule <> ALL(${names}::text[]))
    INSERT INTO task_broken_rules (task_id, rule, account_id, template_id, confidence, waits)
    SELECT t.id, rule, t.account_id, t.template_id, t.confidence, t.reviewed_at IS NULL FROM tasks t, unnest(${names}::text[]) AS rule
    WHERE t.id = ${taskId}
    ON CONFLICT (task_id, rule) DO UPDATE SET confidence = excluded.confidence, waits = excluded.waits`.execute(tx);
}

/** A review is finished, or is no longer. */
export async function setBrokenWaits(tx: Tx, taskId: string, waits: boolean): Promise<void> {
  await tx.updateTable("task_broken_rules").set({ waits }).where("task_id", "=", taskId).execute();
}

/** Tasks that break the rule, for a join with `tasks`, whose columns have other names. `waiting`: unreviewed ones only. */
export const brokenTasks = (
  db: Pick<Db, "selectFrom">,
  accountId: string,
  { rule, templateId, waiting }: { rule: string; templateId: string | null; waiting: boolean },
) => {
  let query = db
    .selectFrom("task_broken_rules")
    .select(["task_id as broken_id", "confidence as broken_confidence"])
    .where("account_id", "=", accountId)
    .where("rule", "=", rule);
  if (templateId !== null) query = query.where("template_id", "=", templateId);
  return waiting ? query.where("waits", "=", true) : query;
};
