/** All SQL on outboxes and what is to be written in them. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";
import type { OutboxSettings } from "./tables.ts";

/** `templateId` null: of all tasks, also of those without a template. */
export type Outbox = {
  id: string;
  accountId: string;
  name: string;
  settings: OutboxSettings;
  templateId: string | null;
  onlyReviewed: boolean;
  paused: boolean;
  problem: string | null;
  createdAt: Date;
};

/** What waits is counted up to this. */
export const WAITING_COUNTED_MAX = 10_000;

const outboxes = (db: Db | Tx) =>
  db
    .selectFrom("outboxes")
    .select([
      "id",
      "account_id as accountId",
      "name",
      "settings",
      "template_id as templateId",
      "only_reviewed as onlyReviewed",
      "paused",
      "problem",
      "created_at as createdAt",
    ]);

export type NewOutbox = Pick<Outbox, "accountId" | "name" | "settings" | "templateId" | "onlyReviewed">;

export async function insertOutbox(tx: Db | Tx, { accountId, name, settings, templateId, onlyReviewed }: NewOutbox): Promise<string> {
  const id = newId("out");
  await tx
    .insertInto("outboxes")
    .values({
      id,
      account_id: accountId,
      name,
      kind: settings.kind,
      settings: sealedJson(settings),
      template_id: templateId,
      only_reviewed: onlyReviewed,
    })
    .execute();
  return id;
}

export const listOutboxes = (db: Db, accountId: string): Promise<Outbox[]> =>
  outboxes(db).where("account_id", "=", accountId).orderBy("id").execute();

export async function findOutbox(db: Db | Tx, accountId: string, id: string): Promise<Outbox | null> {
  return (await outboxes(db).where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Of any account. */
export async function findAnyOutbox(db: Db, id: string): Promise<Outbox | null> {
  return (await outboxes(db).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Of all accounts. */
export const listAllOutboxes = (db: Db): Promise<Outbox[]> => outboxes(db).orderBy("id").execute();

/** Of all accounts. */
export const listOpenOutboxes = (db: Db): Promise<Outbox[]> => outboxes(db).where("paused", "=", false).orderBy("id").execute();

export async function setOutboxPaused(db: Db, accountId: string, id: string, paused: boolean): Promise<void> {
  await db.updateTable("outboxes").set({ paused, problem: null }).where("account_id", "=", accountId).where("id", "=", id).execute();
}

export async function setOutboxProblem(db: Db, id: string, problem: string | null): Promise<void> {
  await db.updateTable("outboxes").set({ problem }).where("id", "=", id).execute();
}

export async function deleteOutbox(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom("outboxes").where("account_id", "=", accountId).where("id", "=", id).execute();
}

/** In the transaction that changes the task's record: it is to be written, or written again, wherever it belongs. */
export async function putInOutboxes(tx: Tx, accountId: string, taskId: string): Promise<void> {
  await sql`INSERT INTO outbox_writes (outbox_id, task_id, account_id)
    SELECT o.id, t.id, t.account_id FROM tasks t JOIN outboxes o ON o.account_id = t.account_id
      AND (o.template_id IS NULL OR o.template_id = t.template_id) AND (t.reviewed_at IS NOT NULL OR NOT o.only_reviewed)
    WHERE t.id = ${taskId} AND t.account_id = ${accountId} AND t.state IN ('completed', 'failed')
    ON CONFLICT (outbox_id, task_id) DO UPDATE SET change = gen_random_uuid()`.execute(tx);
}

/** `change`: of the record; a later one has another. */
export type Write = { taskId: string; change: string };

/** Those that have waited longest. */
export async function nextWrites(db: Db, outboxId: string, limit: number): Promise<Write[]> {
  return db
    .selectFrom("outbox_writes")
    .select(["task_id as taskId", "change"])
    .where("outbox_id", "=", outboxId)
    .orderBy("since")
    .limit(limit)
    .execute();
}

/**
 * The record was written as it was with this change. Where it has changed meanwhile it stays to be written; where another process has written
 * it meanwhile, perhaps as it is now, it is to be written again, as what is there now may be the older one.
 */
export async function endWrite(db: Db, outboxId: string, { taskId, change }: Write): Promise<void> {
  await sql`WITH ended AS (DELETE FROM outbox_writes WHERE outbox_id = ${outboxId} AND task_id = ${taskId} AND change = ${change} RETURNING 1)
    INSERT INTO outbox_writes (outbox_id, task_id, account_id)
    SELECT o.id, t.id, t.account_id FROM outboxes o JOIN tasks t ON t.account_id = o.account_id
    WHERE o.id = ${outboxId} AND t.id = ${taskId} AND NOT EXISTS (SELECT FROM ended)
    ON CONFLICT (outbox_id, task_id) DO NOTHING`.execute(db);
}

/** Counted up to WAITING_COUNTED_MAX. */
export async function countWrites(db: Db, outboxId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM (
    SELECT 1 FROM outbox_writes WHERE outbox_id = ${outboxId} LIMIT ${WAITING_COUNTED_MAX}) AS waiting`.execute(db);
  return rows[0]?.n ?? 0;
}
