/** All SQL on audit lines, which are only ever added and chained (audit-chain.ts): what stays of what was deleted, and what was done to keys, sessions and secrets, by whom and from where. */
import { sql } from "kysely";
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
  "template.deleted",
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

/** `at`: UTC, to the microsecond. `seq` and `hash` are null for a line that bypassed the chain. */
export type ChainedLine = {
  id: number;
  seq: number | null;
  hash: Buffer | null;
  accountId: string | null;
  at: string;
  action: string;
  subject: string;
  actor: string;
  ip: string | null;
};

/** In the order of the chain; lines without a place come last. */
export async function chainedLines(db: Db, offset: number, limit: number): Promise<ChainedLine[]> {
  const { rows } = await sql<ChainedLine>`
    SELECT id, seq, hash, account_id AS "accountId", to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS at, action, subject, actor, ip
    FROM audit_lines WHERE seq > ${offset} OR seq IS NULL ORDER BY seq NULLS LAST, id LIMIT ${limit}`.execute(db);
  return rows;
}
