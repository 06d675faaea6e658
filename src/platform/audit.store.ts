/**
 * All SQL on audit lines, which are append-only and chained (audit-chain.ts): deletions, and changes to keys, sessions and secrets, with
 * actor and address.
 */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.ts";

export const AUDIT_ACTIONS = [
  "account.created",
  "account.erased",
  "account.invited",
  "account.link_created",
  "account.passkey_added",
  "account.passkey_removed",
  "account.password_changed",
  "account.second_factor_off",
  "account.second_factor_on",
  "account.signed_in",
  "account.signed_out",
  "key.created",
  "key.revoked",
  "inbox.created",
  "inbox.deleted",
  "outbox.created",
  "outbox.deleted",
  "member.invited",
  "member.joined",
  "member.removed",
  "member.role_changed",
  "workspace.created",
  "workspace.renamed",
  "batch.deleted",
  "batch.expired",
  "list.deleted",
  "packet.deleted",
  "packet.expired",
  "packet.parts_set",
  "list.replaced",
  "memory.forgotten",
  "template.deleted",
  "task.assigned",
  "task.comment_deleted",
  "task.deleted",
  "task.expired",
  "task.reviewed",
  "template.evaluated",
  "template.published",
  "resume.redacted",
  "application.reported",
  "resume_job.expired",
  "position.deleted",
  "position.exported",
  "position.groups_deleted",
  "position.groups_stored",
  "position.retention_set",
  "evaluation.created",
  "delivery.replayed",
  "upload.deleted",
  "upload.expired",
  "webhook.tested",
  "webhook_secret.rotated",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who acts: `person:…` or `key:…` with its id, `command` for the command line, `service` for the service's own maintenance. */
export type Actor = { actor: string; ip: string | null };
/** An actor within an account. */
export type Caller = Actor & { accountId: string };
export const BY_SERVICE: Actor = { actor: "service", ip: null };
export const BY_COMMAND: Actor = { actor: "command", ip: null };

export async function recordAudit(db: Db | Tx, { accountId, actor, ip }: Caller, action: AuditAction, subject: string): Promise<void> {
  await db.insertInto("audit_lines").values({ account_id: accountId, action, subject, actor, ip }).execute();
}

export type AuditLine = { id: number; at: Date; action: string; subject: string; actor: string; ip: string | null };

/** Newest first. `before`: the last id of the previous part of the list. */
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

/** In the order of the chain; lines without a position come last. */
export async function chainedLines(db: Db, offset: number, limit: number): Promise<ChainedLine[]> {
  const { rows } = await sql<ChainedLine>`
    SELECT id, seq, hash, account_id AS "accountId", to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS at, action, subject, actor, ip
    FROM audit_lines WHERE seq > ${offset} OR seq IS NULL ORDER BY seq NULLS LAST, id LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Removes the addresses of an account, and of the people who go with it, from the log, the only change ever made to a line. The hashes from
 * the first changed line on are computed again, in the order of the chain. Only the table's owner may do this; no line is added meanwhile.
 */
export async function forgetInAudit(
  tx: Tx,
  { accountId, people }: { accountId: string; people: readonly { id: string; email: string }[] },
): Promise<void> {
  const actors = people.map(({ id }) => `person:${id}`);
  const emails = people.map(({ email }) => email);
  await sql`SELECT pg_advisory_xact_lock(7240617)`.execute(tx);
  await sql`ALTER TABLE audit_lines DISABLE TRIGGER audit_lines_stay`.execute(tx);
  await sql`UPDATE audit_lines SET ip = CASE WHEN (account_id = ${accountId} OR actor = ANY(${actors})) AND ip IS NOT NULL THEN 'erased' ELSE ip END,
      subject = CASE WHEN lower(subject) = ANY(${emails}) THEN ${`erased:${accountId}`} ELSE subject END,
      hash = NULL
    WHERE account_id = ${accountId} OR lower(subject) = ANY(${emails}) OR actor = ANY(${actors})`.execute(tx);
  await sql`DO $$
    DECLARE
      line audit_lines;
      last bytea;
      first bigint := (SELECT min(seq) FROM audit_lines WHERE hash IS NULL);
    BEGIN
      last := coalesce((SELECT hash FROM audit_lines WHERE seq = first - 1), '');
      FOR line IN SELECT * FROM audit_lines WHERE seq >= first ORDER BY seq LOOP
        last := audit_hash(last, line.seq, line);
        UPDATE audit_lines SET hash = last WHERE id = line.id;
      END LOOP;
    END $$`.execute(tx);
  await sql`ALTER TABLE audit_lines ENABLE TRIGGER audit_lines_stay`.execute(tx);
}
