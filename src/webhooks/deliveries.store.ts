/** All SQL on deliveries and their attempts. */
import { sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { DeliveryAttempt, DeliveryRecord, DeliveryState, EventType } from "#contract/webhooks.ts";
import { unpacked } from "#platform/packed.ts";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { Sealed, sealedText } from "#platform/postgres/sealed.ts";
import { type Receiver, receiverOf } from "./receiver.ts";
import { type ReceiverState, receiverState, stateOf } from "./receivers.store.ts";

/** What a delivery is about. `batchId`: of résumés. */
export type Subject = { taskId: string } | { packetId: string } | { extractBatchId: string } | { batchId: string };
export type NewDelivery = { accountId: string; about: Subject | null; url: string; eventType: EventType; body: string };

export async function insertDelivery(tx: Tx, delivery: NewDelivery): Promise<string> {
  const id = newId("dlv");
  const { about } = delivery;
  const { receiver, origin } = receiverOf(delivery.url);
  await tx
    .insertInto("deliveries")
    .values({
      id,
      account_id: delivery.accountId,
      task_id: about && "taskId" in about ? about.taskId : null,
      packet_id: about && "packetId" in about ? about.packetId : null,
      extract_batch_id: about && "extractBatchId" in about ? about.extractBatchId : null,
      batch_id: about && "batchId" in about ? about.batchId : null,
      webhook_id: newId("msg"),
      event_type: delivery.eventType,
      url: delivery.url,
      origin,
      receiver,
      state: "pending",
      body: new Sealed(delivery.body, "text", true),
      next_attempt_at: sql`now()`,
    })
    .execute();
  notifyAccount(tx, delivery.accountId, { kind: "delivery", id, status: "pending" });
  return id;
}

/** Pending deliveries of a receiver; counted up to `max`. */
export async function countWaiting(tx: Tx, { accountId, receiver }: { accountId: string; receiver: string }, max: number): Promise<number> {
  const waiting = tx
    .selectFrom("deliveries")
    .select("id")
    .where("account_id", "=", accountId)
    .where("receiver", "=", receiver)
    .where("state", "=", "pending")
    .limit(max);
  const row = await tx
    .selectFrom(waiting.as("waiting"))
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirst();
  return row?.n ?? 0;
}

export type DueDelivery = Receiver & {
  id: string;
  accountId: string;
  webhookId: string;
  url: string;
  body: string;
  attempts: number;
  failures: number;
  /** Since the current schedule began. */
  ageSeconds: number;
  /** A test or a replay: a person asked for it, so it is tried whatever the receiver's state. */
  isAsked: boolean;
  /** Identifies the current schedule; null before the first replay. */
  replayed: string | null;
  known: ReceiverState;
};

/** Null when it is not pending any more: delivered, dead, or deleted with its task. */
export async function findPendingDelivery(db: Db, id: string): Promise<DueDelivery | null> {
  const row = await db
    .selectFrom("deliveries as d")
    .leftJoin("webhook_urls as o", (join) => join.onRef("o.account_id", "=", "d.account_id").onRef("o.receiver", "=", "d.receiver"))
    .select([
      "d.id",
      "d.account_id as accountId",
      "d.webhook_id as webhookId",
      "d.url",
      "d.body",
      "d.attempts",
      "d.failures",
      "d.event_type",
    ])
    .select([
      sql<number>`extract(epoch FROM now() - coalesce(d.replayed_at, d.created_at))::float8`.as("ageSeconds"),
      sql<string | null>`d.replayed_at::text`.as("replayed"),
      receiverState("o").as("known"),
    ])
    .where("d.id", "=", id)
    .where("d.state", "=", "pending")
    .executeTakeFirst();
  if (!row) return null;
  const isAsked = row.failures === 0 && (row.event_type === "webhook.test" || row.replayed !== null);
  return { ...row, body: unpacked(row.body), isAsked, ...receiverOf(row.url), known: stateOf(row.known) };
}

/** Postpones without counting an attempt: next check after `seconds`. */
export async function postponeDelivery(tx: Tx, id: string, seconds: number): Promise<void> {
  await tx
    .updateTable("deliveries")
    .set({ next_attempt_at: sql`now() + make_interval(secs => ${seconds})` })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .execute();
}

/** Marks the delivery as dead without another attempt; not when it was replayed meanwhile. */
export async function endDelivery(tx: Tx, { id, accountId, replayed }: DueDelivery, reason: string): Promise<void> {
  await tx
    .updateTable("deliveries")
    .set({ state: "dead", reason, next_attempt_at: null })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .where(sql<boolean>`replayed_at IS NOT DISTINCT FROM ${replayed}::timestamptz`)
    .execute();
  notifyAccount(tx, accountId, { kind: "delivery", id, status: "dead" });
}

export type AttemptOutcome = {
  attempt: DeliveryAttempt;
  next: { kind: "delivered" } | { kind: "dead" } | { kind: "retry"; afterSeconds: number };
};

export async function recordAttempt(
  tx: Tx,
  { id, accountId }: Pick<DueDelivery, "id" | "accountId">,
  { attempt, next }: AttemptOutcome,
): Promise<void> {
  await tx
    .insertInto("delivery_attempts")
    .values({
      delivery_id: id,
      number: attempt.number,
      started_at: new Date(attempt.started_at),
      duration_ms: attempt.duration_ms,
      response_status: attempt.response_status,
      error: attempt.error,
      response_excerpt: sealedText(attempt.response_excerpt),
    })
    .execute();
  const state = next.kind === "retry" ? "pending" : next.kind;
  await tx
    .updateTable("deliveries")
    .set((eb) => ({
      attempts: attempt.number,
      failures: next.kind === "delivered" ? eb.ref("failures") : eb("failures", "+", 1),
      state,
      next_attempt_at: next.kind === "retry" ? sql<Date>`now() + make_interval(secs => ${next.afterSeconds})` : null,
      delivered_at: next.kind === "delivered" ? sql<Date>`now()` : eb.ref("delivered_at"),
    }))
    .where("id", "=", id)
    .execute();
  notifyAccount(tx, accountId, { kind: "delivery", id, status: state });
}

/** Pending again, with a new schedule. Null when the account has no such delivery. */
export async function reopenDelivery(tx: Tx, accountId: string, id: string): Promise<{ alreadyPending: boolean } | null> {
  const row = await tx
    .selectFrom("deliveries")
    .select("state")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  await tx
    .updateTable("deliveries")
    .set({ state: "pending", failures: 0, reason: null, replayed_at: sql`now()`, next_attempt_at: sql`now()` })
    .where("id", "=", id)
    .execute();
  notifyAccount(tx, accountId, { kind: "delivery", id, status: "pending" });
  return { alreadyPending: row.state === "pending" };
}

export async function findDelivery(db: Db | Tx, accountId: string, id: string): Promise<DeliveryRecord | null> {
  const [record] = await records(db, (query) => query.where("d.account_id", "=", accountId).where("d.id", "=", id));
  return record ?? null;
}

/** Oldest first. */
export async function listDeliveries(
  db: Db,
  accountId: string,
  about: { taskId: string } | { batchId: string },
): Promise<DeliveryRecord[]> {
  const [column, id] = "taskId" in about ? (["d.task_id", about.taskId] as const) : (["d.batch_id", about.batchId] as const);
  return records(db, (query) => query.where("d.account_id", "=", accountId).where(column, "=", id));
}

export type DeliveryFilter = { state: DeliveryState | null; after: string | null; limit: number };

/** All deliveries of the account, newest first. `after`: the last id of the previous part of the list. */
export async function listAllDeliveries(db: Db, accountId: string, { state, after, limit }: DeliveryFilter): Promise<DeliveryRecord[]> {
  return records(db, (query) => {
    let narrowed = query.where("d.account_id", "=", accountId);
    if (state !== null) narrowed = narrowed.where("d.state", "=", state);
    if (after !== null) narrowed = narrowed.where("d.id", "<", after);
    return narrowed.clearOrderBy().orderBy("d.id", "desc").limit(limit);
  });
}

/** Deletes old deliveries without a task or batch, with which they would be deleted otherwise. */
export async function deleteOldDeliveries(db: Db, keepDays: number): Promise<void> {
  await sql`DELETE FROM deliveries WHERE task_id IS NULL AND batch_id IS NULL AND packet_id IS NULL
    AND extract_batch_id IS NULL AND created_at < now() - make_interval(days => ${keepDays})`.execute(db);
}

export async function countDeliveries(db: Db): Promise<{ state: string; count: number }[]> {
  return db
    .selectFrom("deliveries")
    .select(["state", (eb) => eb.fn.countAll<number>().as("count")])
    .where("state", "!=", "delivered")
    .groupBy("state")
    .execute();
}

const select = (db: Db | Tx) =>
  db
    .selectFrom("deliveries as d")
    .selectAll("d")
    .select((eb) =>
      eb
        .selectFrom("delivery_attempts as a")
        .whereRef("a.delivery_id", "=", "d.id")
        .select(
          sql<
            DeliveryAttempt[] | null
          >`jsonb_agg(jsonb_build_object('number', a.number, 'started_at', a.started_at, 'duration_ms', a.duration_ms,
            'response_status', a.response_status, 'error', a.error, 'response_excerpt', a.response_excerpt) ORDER BY a.number)`.as("log"),
        )
        .as("log"),
    )
    .orderBy("d.id");

async function records(db: Db | Tx, narrow: (query: ReturnType<typeof select>) => ReturnType<typeof select>): Promise<DeliveryRecord[]> {
  const rows = await narrow(select(db)).execute();
  return rows.map((row) => ({
    delivery_id: row.id,
    task_id: row.task_id,
    packet_id: row.packet_id,
    batch_id: row.extract_batch_id,
    job_id: row.batch_id,
    webhook_id: row.webhook_id,
    event_type: row.event_type,
    url: row.url,
    status: row.state,
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
    reason: row.reason,
    log: (row.log ?? []).map((attempt) => ({ ...attempt, started_at: new Date(attempt.started_at).toISOString() })),
  }));
}
