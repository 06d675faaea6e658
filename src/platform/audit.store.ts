/** All SQL on audit lines: what stays of what was deleted, and what was done to keys, sessions and secrets, by whom and from where. */
import type { Db, Tx } from "#platform/postgres/db.ts";

export const AUDIT_ACTIONS = [
  "account.created",
  "account.invited",
  "account.link_created",
  "account.password_changed",
  "account.signed_in",
  "account.signed_out",
  "key.created",
  "key.revoked",
  "task.deleted",
  "task.expired",
  "task.reviewed",
  "resume_job.expired",
  "position.deleted",
  "evaluation.created",
  "delivery.replayed",
  "webhook.tested",
  "webhook_secret.rotated",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who acts: `key:…` or `session:…` with its id, `command` for the command line, `service` for what happens by itself. */
export type Actor = { actor: string; ip: string | null };
/** Whoever acts in an account. */
export type Caller = Actor & { accountId: string };
export const BY_SERVICE: Actor = { actor: "service", ip: null };
export const BY_COMMAND: Actor = { actor: "command", ip: null };

export async function recordAudit(db: Db | Tx, { accountId, actor, ip }: Caller, action: AuditAction, subject: string): Promise<void> {
  await db.insertInto("audit_lines").values({ account_id: accountId, action, subject, actor, ip }).execute();
}

export type AuditLine = { id: number; at: Date; action: string; subject: string; actor: string; ip: string | null };

/** Newest first. `before`: the last id of the page before. */
export async function listAudit(
  db: Db,
  accountId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditLine[]> {
  let query = db.selectFrom("audit_lines").select(["id", "at", "action", "subject", "actor", "ip"]).where("account_id", "=", accountId);
  if (before !== null) query = query.where("id", "<", before);
  return query.orderBy("id", "desc").limit(limit).execute();
}
