/** All SQL on packets. */
import { type Selectable, sql } from "kysely";
import type { DocumentSummary, TaskErrorRecord, TaskRecord } from "#contract/task.ts";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import { CHANGED } from "#platform/postgres/listen.ts";
import { notify } from "#platform/postgres/notifications.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";
import type { Tables } from "#platform/postgres/tables.ts";
import {
  type Attempt,
  changed,
  ending,
  heldBy,
  pausing,
  type StartedAttempt,
  started,
  startedOf,
  starting,
} from "#platform/queue/attempt-columns.ts";
import type { PacketRequest, StoredPart } from "./tables.ts";

export type PacketRow = Selectable<Tables["packets"]>;

export type NewPacket = {
  id: string;
  request: PacketRequest;
  metadata: TaskRecord["metadata"];
  document: DocumentSummary;
  callbackUrl: string | null;
  sealedPassword: string | null;
  blobKey: string | null;
};

export async function insertPacket(tx: Tx, accountId: string, packet: NewPacket): Promise<void> {
  await tx
    .insertInto("packets")
    .values({
      id: packet.id,
      account_id: accountId,
      request: sealedJson(packet.request),
      metadata: sealedJson(packet.metadata),
      document: sealedJson(packet.document),
      callback_url: packet.callbackUrl,
      sealed_password: packet.sealedPassword,
      blob_key: packet.blobKey,
      deadline_at: sql<Date>`now() + make_interval(secs => ${packet.request.deadlineSeconds})`,
      lease: null,
      state: "processing",
    })
    .execute();
  changedTo(tx, accountId, packet.id, "processing");
}

function changedTo(tx: Db | Tx, accountId: string, id: string, status: string): void {
  notify(tx, CHANGED, id);
  notifyAccount(tx, accountId, { kind: "packet", id, status });
}

export async function findPacket(db: Db | Tx, accountId: string, id: string): Promise<PacketRow | null> {
  const row = await db.selectFrom("packets").selectAll().where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

/** As `findPacket`, locked until the transaction ends. */
export async function lockPacket(tx: Tx, accountId: string, id: string): Promise<PacketRow | null> {
  const query = tx.selectFrom("packets").selectAll().where("account_id", "=", accountId).where("id", "=", id).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** Newest first. `after`: the id that the page before ended with. */
export async function listPackets(
  db: Db,
  accountId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<PacketRow[]> {
  return db
    .selectFrom("packets")
    .selectAll()
    .where("account_id", "=", accountId)
    .$if(after !== null, (query) => query.where("id", "<", after ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export type StartedPacket = StartedAttempt &
  Pick<PacketRow, "account_id" | "request" | "metadata" | "document" | "callback_url" | "sealed_password" | "blob_key">;

/** Starts an attempt. Null when the packet is finished or deleted. */
export async function startPacket(db: Db, { packetId: id, run }: { packetId: string; run: number }): Promise<StartedPacket | null> {
  const { rows } = await sql<Omit<StartedPacket, "deadline"> & { remaining_ms: number }>`${prepared}
    UPDATE packets SET ${starting} WHERE id = ${id} AND run = ${run} AND state = 'processing'
    RETURNING id, account_id, request, metadata, document, callback_url, sealed_password, blob_key, ${started}`.execute(db);
  return startedOf(rows);
}

/** Keeps a fetched file, so that a retry reads the same bytes. False when the attempt has lost its lease. */
export async function setFetched(db: Db, attempt: Attempt, document: DocumentSummary, blobKey: string): Promise<boolean> {
  const { rows } = await sql`UPDATE packets SET document = ${sealedJson(document)}, blob_key = ${blobKey}
    WHERE ${heldBy(attempt)} RETURNING 1`.execute(db);
  return rows.length > 0;
}

export async function releasePacket(db: Db, attempt: Attempt): Promise<void> {
  await sql`UPDATE packets SET ${ending} WHERE ${heldBy(attempt)}`.execute(db);
}

/** It is tried again later. Throws LateResult when another attempt or the deadline came first. */
export async function pausePacket(tx: Tx, attempt: Attempt, end: { waits: boolean }, afterSeconds: number): Promise<void> {
  const { rows } = await sql`UPDATE packets SET ${pausing(end, afterSeconds)} WHERE ${heldBy(attempt)} RETURNING 1`.execute(tx);
  changed(rows);
}

type Completed = { parts: readonly StoredPart[]; document: DocumentSummary };

/** Throws as pausePacket. */
export async function completePacket(tx: Tx, attempt: Attempt & { account_id: string }, done: Completed, keepDays: number): Promise<void> {
  const { rows } = await sql`UPDATE packets SET state = 'completed', ${ending}, finished_at = now(), sealed_password = NULL,
    expires_at = now() + make_interval(days => ${keepDays}), parts = ${sealedJson(done.parts)}, document = ${sealedJson(done.document)}
    WHERE ${heldBy(attempt)} RETURNING 1`.execute(tx);
  changed(rows);
  changedTo(tx, attempt.account_id, attempt.id, "completed");
}

/** Throws as pausePacket. */
export async function failPacket(
  tx: Tx,
  attempt: Attempt & { account_id: string },
  error: TaskErrorRecord,
  keepDays: number,
): Promise<void> {
  const { rows } = await sql`UPDATE packets SET state = 'failed', ${ending}, finished_at = now(), sealed_password = NULL,
    expires_at = now() + make_interval(days => ${keepDays}), error = ${JSON.stringify(error)}
    WHERE ${heldBy(attempt)} RETURNING 1`.execute(tx);
  changed(rows);
  changedTo(tx, attempt.account_id, attempt.id, "failed");
}

/** Returns the key that it had, if there was one. */
export async function clearBlobKey(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ key: string | null }>`UPDATE packets p SET blob_key = NULL FROM packets before
    WHERE p.id = ${id} AND before.id = p.id RETURNING before.blob_key AS key`.execute(tx);
  return rows[0]?.key ?? null;
}

export async function setParts(
  tx: Tx,
  { id, account_id }: Pick<PacketRow, "id" | "account_id">,
  parts: readonly StoredPart[],
): Promise<void> {
  await sql`UPDATE packets SET parts = ${sealedJson(parts)} WHERE id = ${id}`.execute(tx);
  changedTo(tx, account_id, id, "completed");
}

/** Fails packets whose deadline has passed, up to `limit`. */
export async function failOverduePackets(tx: Tx, error: TaskErrorRecord, keepDays: number, limit: number): Promise<PacketRow[]> {
  const { rows } = await sql<PacketRow>`UPDATE packets SET state = 'failed', ${ending}, finished_at = now(), sealed_password = NULL,
    expires_at = now() + make_interval(days => ${keepDays}), error = ${JSON.stringify(error)}
    WHERE id IN (SELECT id FROM packets WHERE state = 'processing' AND deadline_at < now() LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(tx);
  for (const { id, account_id } of rows) changedTo(tx, account_id, id, "failed");
  return rows;
}

type Gone = { id: string; accountId: string; blobKey: string | null };

/** Null when the account has no such packet. */
export async function deletePacket(tx: Tx, accountId: string, id: string): Promise<Gone | null> {
  const { rows } = await sql<Gone>`DELETE FROM packets WHERE id = ${id} AND account_id = ${accountId}
    RETURNING id, account_id AS "accountId", blob_key AS "blobKey"`.execute(tx);
  for (const row of rows) changedTo(tx, accountId, row.id, "deleted");
  return rows[0] ?? null;
}

/** Deletes up to `limit` packets whose retention time is over. */
export async function deleteExpiredPackets(tx: Tx, limit: number): Promise<Gone[]> {
  const { rows } = await sql<Gone>`DELETE FROM packets
    WHERE id IN (SELECT id FROM packets WHERE expires_at < now() ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, account_id AS "accountId", blob_key AS "blobKey"`.execute(tx);
  for (const { id, accountId } of rows) changedTo(tx, accountId, id, "deleted");
  return rows;
}

/** Of the given blob keys, those that no packet references. */
export async function unreferencedPacketKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM unnest(${keys}::text[]) AS key
    WHERE NOT EXISTS (SELECT FROM packets p WHERE p.id = substring(key FROM 'pkt_[0-9A-Za-z]+') AND p.blob_key = key)`.execute(db);
  return rows.map(({ key }) => key);
}
