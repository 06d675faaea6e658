/** One attempt to deliver one webhook, and what follows from its outcome (contract §7). */
import { Webhook } from "standardwebhooks";
import type { DeliveryAttempt } from "#contract/webhooks.ts";
import type { Clock } from "#platform/clock.ts";
import { FetchFault, type FetchRules, guardedFetch } from "#platform/fetch/guarded-fetch.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { STOPPING, type TakenJob } from "#platform/queue/consumer.ts";
import type { Queue } from "#platform/queue/queue.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { type AttemptOutcome, type DueDelivery, findPendingDelivery, recordAttempt } from "./deliveries.store.ts";
import { signingSecrets } from "./secret.ts";

const TIMEOUT_SECONDS = 15;
const RESPONSE_BYTES_MAX = 64 * 1024;
const EXCERPT_CHARACTERS_MAX = 1_000;
/** Share of a pause by which it may be longer, so that a recovered receiver is not hit by all at once. */
const JITTER = 0.1;
/** A receiver's Retry-After counts up to this, or up to twice the schedule's own pause. */
const RETRY_AFTER_SECONDS_MAX = 3_600;

export type DeliverDeps = {
  db: Db;
  queue: Queue;
  clock: Clock;
  secretBox: SecretBox;
  fetchRules: FetchRules;
  /** Pause before each retry; the delivery is dead when they are used up. */
  scheduleSeconds: readonly number[];
};

export async function deliverWebhook(deps: DeliverDeps, job: TakenJob<"deliver-webhook">): Promise<void> {
  const delivery = await findPendingDelivery(deps.db, job.payload.deliveryId);
  if (!delivery) return transaction(deps.db, (tx) => job.complete(tx));
  const outcome = await attempt(deps, delivery, job.signal);
  await transaction(deps.db, async (tx) => {
    await recordAttempt(tx, delivery.id, outcome);
    if (outcome.next.kind === "retry") {
      await deps.queue.send(
        tx,
        "deliver-webhook",
        { deliveryId: delivery.id },
        { accountId: delivery.accountId, afterSeconds: outcome.next.afterSeconds },
      );
    }
    await job.complete(tx);
  });
}

async function attempt(deps: DeliverDeps, delivery: DueDelivery, signal: AbortSignal): Promise<AttemptOutcome> {
  const started = deps.clock.now();
  const t0 = performance.now();
  const record = (more: Pick<DeliveryAttempt, "response_status" | "error" | "response_excerpt">): DeliveryAttempt => ({
    number: delivery.attempts + 1,
    started_at: started.toISOString(),
    duration_ms: Math.round(performance.now() - t0),
    ...more,
  });
  const retry = (retryAfterSeconds: number | null): AttemptOutcome["next"] =>
    nextTry(deps.scheduleSeconds, delivery.failures, retryAfterSeconds);
  try {
    const answer = await guardedFetch(delivery.url, deps.fetchRules, {
      method: "POST",
      headers: await headersOf(deps, delivery, started),
      body: delivery.body,
      redirectsMax: 0,
      bytesMax: RESPONSE_BYTES_MAX,
      whenLonger: "cut",
      timeoutSeconds: TIMEOUT_SECONDS,
      signal,
    });
    const excerpt = answer.body.toString("utf8").slice(0, EXCERPT_CHARACTERS_MAX).replaceAll("\u0000", "") || null;
    const ok = answer.status >= 200 && answer.status < 300;
    const error = ok ? null : answer.status >= 300 && answer.status < 400 ? "redirect" : `status ${answer.status}`;
    const next = ok
      ? ({ kind: "delivered" } as const)
      : answer.status === 410
        ? ({ kind: "dead" } as const)
        : retry(retryAfterOf(answer.headers["retry-after"], started));
    return { attempt: record({ response_status: answer.status, error, response_excerpt: excerpt }), next };
  } catch (error) {
    if (signal.aborted) throw STOPPING;
    if (!(error instanceof FetchFault)) throw error;
    return { attempt: record({ response_status: null, error: error.fault, response_excerpt: null }), next: retry(null) };
  }
}

async function headersOf(deps: DeliverDeps, delivery: DueDelivery, at: Date): Promise<Record<string, string>> {
  const secrets = await signingSecrets(deps.db, deps.secretBox, delivery.accountId);
  return {
    "content-type": "application/json",
    "user-agent": "Winnow/1",
    "webhook-id": delivery.webhookId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(delivery.webhookId, at, delivery.body)).join(" "),
  };
}

/** `failures`: how many came before this one since the start or the last replay. */
export function nextTry(schedule: readonly number[], failures: number, retryAfterSeconds: number | null): AttemptOutcome["next"] {
  const pause = schedule[failures];
  if (pause === undefined) return { kind: "dead" };
  const told = Math.min(retryAfterSeconds ?? 0, Math.max(2 * pause, RETRY_AFTER_SECONDS_MAX));
  return { kind: "retry", afterSeconds: Math.max(pause, told) * (1 + JITTER * Math.random()) };
}

/** Seconds or an HTTP date (RFC 9110 §10.2.3); null when it is neither or in the past. */
export function retryAfterOf(header: string | string[] | undefined, now: Date): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  const seconds = /^\d{1,9}$/.test(text.trim()) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
