/** All SQL on audit lines: what stays of what was deleted, and what was done to keys. */
import type { Db, Tx } from "#platform/postgres/db.ts";

export const AUDIT_ACTIONS = [
  "key.created",
  "key.revoked",
  "task.deleted",
  "task.expired",
  "resume_job.expired",
  "evaluation.created",
  "delivery.replayed",
  "webhook_secret.rotated",
] as const;

export async function recordAudit(
  db: Db | Tx,
  line: { accountId: string; action: (typeof AUDIT_ACTIONS)[number]; subject: string },
): Promise<void> {
  await db.insertInto("audit_lines").values({ account_id: line.accountId, action: line.action, subject: line.subject }).execute();
}
