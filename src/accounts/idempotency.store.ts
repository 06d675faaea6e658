/** All SQL on idempotency keys: the first request with a key, and its response. */
import { sql } from "kysely";
import { LIMITS } from "#contract/limits.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

/** `body`: null when the response contained a secret. */
export type Earlier =
  | { kind: "first" }
  | { kind: "running" }
  | { kind: "other_body" }
  | { kind: "answered"; status: number; body: string | null };
type Key = { accountId: string; key: string };
/** An idempotency key held by one request; `run` is unique to that request. */
export type HeldKey = Key & { run: string };

/** A request without a heartbeat for this long loses its key: its process died, and no supervisor noticed. */
const SILENT_SECONDS_MAX = 60;

/** Reserves the key for a request run by the process `holder`, or returns the state of the earlier request with this key. */
export async function takeIdempotencyKey(
  db: Db,
  { accountId, key, run }: HeldKey,
  { requestHash, holder }: { requestHash: Buffer; holder: string | null },
): Promise<Earlier> {
  await sql`DELETE FROM idempotency_keys WHERE account_id = ${accountId} AND key = ${key} AND
    (created_at < now() - make_interval(hours => ${LIMITS.idempotencyHours}) OR (status IS NULL AND created_at < now() - make_interval(secs => ${SILENT_SECONDS_MAX})))`.execute(
    db,
  );
  const taken = await db
    .insertInto("idempotency_keys")
    .values({ account_id: accountId, key, request_hash: requestHash, holder, run })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (taken) return { kind: "first" };
  const row = await db
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!row) return { kind: "running" };
  if (!row.request_hash.equals(requestHash)) return { kind: "other_body" };
  return row.status === null ? { kind: "running" } : { kind: "answered", status: row.status, body: row.body };
}

const isHeld = ({ accountId, key, run }: HeldKey) =>
  sql<boolean>`account_id = ${accountId} AND key = ${key} AND run = ${run} AND status IS NULL`;

/** Heartbeat of a running request. */
export async function renewIdempotencyKey(db: Db, held: HeldKey): Promise<void> {
  await db.updateTable("idempotency_keys").set({ created_at: sql<Date>`now()` }).where(isHeld(held)).execute();
}

/**
 * Runs in the transaction that does the work, so that the response is stored exactly when the work is. False: another request holds the key
 * by now.
 */
export async function keepResponse(db: Db | Tx, held: HeldKey, answer: { status: number; body: string | null }): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable("idempotency_keys").set(answer).where(isHeld(held)).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The request was rejected: releases the key for a corrected request. */
export async function forgetIdempotencyKey(db: Db, held: HeldKey): Promise<void> {
  await db.deleteFrom("idempotency_keys").where(isHeld(held)).execute();
}

/** A process died: releases the keys of its unanswered requests. */
export async function releaseIdempotencyKeys(db: Db, holder: string): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("holder", "=", holder).where("status", "is", null).execute();
}

export async function deleteOldIdempotencyKeys(db: Db): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE created_at < now() - make_interval(hours => ${LIMITS.idempotencyHours})`.execute(db);
}
