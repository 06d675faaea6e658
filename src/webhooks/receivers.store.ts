/** All SQL on webhook receivers: the state of each callback URL of an account. */
import { sql } from "kysely";
import type { WebhookOrigin } from "#contract/webhooks.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import type { Receiver } from "./receiver.ts";

/** Consecutive failures after which the receiver gets one delivery at a time, as a probe. */
const FAILURES_MAX = 5;
/** A probe counts as lost after this time, which is longer than an attempt takes. */
const PROBE_SECONDS = 20;
/** Resolution of the stored time of success, so that not every delivery writes it. */
const NOTED_HOURS = 1;

export type ReceiverState = {
  /** It answered before and has failed fewer than FAILURES_MAX times in a row since. */
  works: boolean;
  /** It works and its stored state is recent: another success writes nothing. */
  isNoted: boolean;
  /** It failed FAILURES_MAX times in a row and gets one delivery at a time, as a probe. */
  fails: boolean;
  disabledAt: Date | null;
};

/** For a row that may be missing (outer join). */
export const receiverState = (o: string) => sql<ReceiverState>`json_build_object(
  'works', coalesce(${sql.ref(`${o}.answered_at`)} IS NOT NULL AND ${sql.ref(`${o}.failures`)} < ${FAILURES_MAX}, false),
  'fails', coalesce(${sql.ref(`${o}.failures`)} >= ${FAILURES_MAX}, false),
  'isNoted', coalesce(${sql.ref(`${o}.answered_at`)} > now() - make_interval(hours => ${NOTED_HOURS}) AND ${sql.ref(`${o}.failures`)} = 0
    AND ${sql.ref(`${o}.disabled_at`)} IS NULL, false),
  'disabledAt', ${sql.ref(`${o}.disabled_at`)})`;

/** From the JSON of the query. */
export const stateOf = (state: ReceiverState): ReceiverState => ({
  ...state,
  disabledAt: state.disabledAt === null ? null : new Date(state.disabledAt),
});

export type ReceiverOf = Receiver & { accountId: string };

/** Null: nothing was ever sent to it. */
export async function findReceiver(db: Db, { accountId, receiver }: ReceiverOf): Promise<ReceiverState | null> {
  const row = await db
    .selectFrom("webhook_urls as o")
    .select(receiverState("o").as("state"))
    .where("account_id", "=", accountId)
    .where("receiver", "=", receiver)
    .executeTakeFirst();
  return row ? stateOf(row.state) : null;
}

/** Whether this delivery may be the probe of a receiver that fails or was never tried: no other delivery is, or it is this one again. */
export async function claimProbe(db: Db, { accountId, receiver, origin, shown }: ReceiverOf, deliveryId: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO webhook_urls AS o (account_id, receiver, origin, url, probed_by, probed_until)
    SELECT a.id, ${receiver}, ${origin}, ${shown}, ${deliveryId}, now() + make_interval(secs => ${PROBE_SECONDS}) FROM accounts a WHERE a.id = ${accountId}
    ON CONFLICT (account_id, receiver) DO UPDATE SET probed_by = excluded.probed_by, probed_until = excluded.probed_until
      WHERE o.disabled_at IS NULL AND (o.answered_at IS NULL OR o.failures >= ${FAILURES_MAX})
        AND (o.probed_until IS NULL OR o.probed_until < now() OR o.probed_by = excluded.probed_by)
    RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** `taken`: 2xx. `answered`: the server responded with a refusal. `gone`: 410. `failed`: no response, or a server error. */
export type ReceiverOutcome = { kind: "taken" | "answered" | "gone" } | { kind: "failed"; error: string };

/** Stores what an attempt showed about the receiver, and ends its probe. */
export async function recordReceiver(
  tx: Tx,
  { accountId, receiver, origin, shown }: ReceiverOf,
  deliveryId: string,
  outcome: ReceiverOutcome,
): Promise<void> {
  const failed = outcome.kind === "failed";
  const error = failed ? outcome.error : null;
  await sql`
    INSERT INTO webhook_urls AS o (account_id, receiver, origin, url, failures, failing_since, last_error, answered_at, disabled_at)
    SELECT a.id, ${receiver}, ${origin}, ${shown}, ${failed ? 1 : 0}, ${failed ? sql`now()` : null}, ${error}, ${failed ? null : sql`now()`},
      ${outcome.kind === "gone" ? sql`now()` : null} FROM accounts a WHERE a.id = ${accountId}
    ON CONFLICT (account_id, receiver) DO UPDATE SET
      failures = CASE WHEN ${failed} THEN o.failures + 1 ELSE 0 END,
      failing_since = CASE WHEN ${failed} THEN coalesce(o.failing_since, now()) END,
      last_error = excluded.last_error,
      answered_at = coalesce(excluded.answered_at, o.answered_at),
      disabled_at = CASE WHEN ${outcome.kind === "taken"} THEN NULL ELSE coalesce(o.disabled_at, excluded.disabled_at) END,
      probed_until = CASE WHEN o.probed_by = ${deliveryId} THEN NULL ELSE o.probed_until END,
      changed_at = now()`.execute(tx);
}

/** The account's receivers that are disabled or failing, most recent first. */
export async function listTroubledReceivers(db: Db, accountId: string, limit: number): Promise<WebhookOrigin[]> {
  const rows = await db
    .selectFrom("webhook_urls as o")
    .select(["o.origin", "o.url", "o.failures", "o.failing_since", "o.last_error", "o.disabled_at"])
    .select((eb) =>
      eb
        .selectFrom("deliveries as d")
        .whereRef("d.account_id", "=", "o.account_id")
        .whereRef("d.receiver", "=", "o.receiver")
        .where("d.state", "=", "pending")
        .select(eb.fn.countAll<number>().as("n"))
        .as("pending"),
    )
    .where("o.account_id", "=", accountId)
    .where((eb) => eb.or([eb("o.disabled_at", "is not", null), eb("o.failures", ">=", FAILURES_MAX)]))
    .orderBy("o.changed_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ origin, url, failures, failing_since, last_error, disabled_at, pending }) => ({
    origin,
    url,
    status: disabled_at ? "disabled" : "failing",
    since: (disabled_at ?? failing_since)?.toISOString() ?? null,
    failures,
    last_error: disabled_at ? "status 410" : last_error,
    pending_deliveries: pending ?? 0,
  }));
}

/** Deletes receivers to which nothing was sent for this long. A disabled one is then tried again. */
export async function deleteOldReceivers(db: Db, keepDays: number): Promise<void> {
  await sql`DELETE FROM webhook_urls WHERE changed_at < now() - make_interval(days => ${keepDays})`.execute(db);
}
