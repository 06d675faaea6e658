/** One attempt to deliver a webhook, and the handling of its outcome. */
import { Webhook } from "standardwebhooks";
import type { DeliveryAttempt } from "#contract/webhooks.ts";
import type { Clock } from "#platform/clock.ts";
import type { ConcurrencyLimiter } from "#platform/concurrency-limiter.ts";
import { FetchFault, type FetchRules, guardedFetch } from "#platform/fetch/guarded-fetch.ts";
import type { WorkMetrics } from "#platform/metrics/work-metrics.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { CHANGED } from "#platform/postgres/listen.ts";
import { notify } from "#platform/postgres/notifications.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import type { Handler, Outcome } from "#platform/queue/handler.ts";
import { BACKLOG_MAX, priorityOf } from "#platform/queue/priority.ts";
import { STOPPING } from "#platform/queue/taken-job.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { annotate, SpanKind, traced, traceparent } from "#platform/tracing.ts";
import {
  type AttemptOutcome,
  countWaiting,
  type DueDelivery,
  endDelivery,
  findPendingDelivery,
  postponeDelivery,
  recordAttempt,
} from "./deliveries.store.ts";
import { takePermit } from "./permit.ts";
import { receiverId } from "./receiver.ts";
import { type ReceiverOutcome, recordReceiver } from "./receivers.store.ts";
import { signingSecrets } from "./secret.ts";

const TIMEOUT_SECONDS = 15;
const RESPONSE_BYTES_MAX = 64 * 1024;
const EXCERPT_CHARACTERS_MAX = 1_000;
/** Largest share by which a pause is lengthened at random, so that a recovered receiver does not get all retries at once. */
const JITTER = 0.1;
/** A receiver's Retry-After is respected up to this, or up to twice the schedule's pause. */
const RETRY_AFTER_SECONDS_MAX = 3_600;

/** A delivery that gets no permit is tried again after half of its age, within these bounds in seconds, times a random factor of 1 to 2. */
const PUT_OFF_SECONDS = { min: 5, max: 600 };

export type DeliverDeps = {
  db: Db;
  metrics: WorkMetrics;
  watch: Watch;
  /** The limiter of this process. */
  limiter: ConcurrencyLimiter;
  clock: Clock;
  secretBox: SecretBox;
  fetchRules: FetchRules;
  /** Pause before each retry; after the last one the delivery is dead. */
  scheduleSeconds: readonly number[];
};

/** Why a delivery was not accepted: the outcome of an attempt, or the reason why none was made. */
type Undelivered = { attempt: AttemptOutcome } | { reason: string };

export function deliverWebhook(deps: DeliverDeps): Handler<"deliver-webhook", DueDelivery, Undelivered> {
  return {
    name: "deliver-webhook",
    start: (db, { deliveryId }) => findPendingDelivery(db, deliveryId),
    work: (delivery, { signal, aside }) => aside(() => attemptWithPermit(deps, delivery, signal)),
    async giveUp(tx, delivery, undelivered) {
      if ("reason" in undelivered) await endDelivery(tx, delivery, undelivered.reason);
      else await recordOutcome(tx, delivery, undelivered.attempt);
      return null;
    },
    async retry(tx, delivery, undelivered, afterSeconds) {
      if ("reason" in undelivered) await postponeDelivery(tx, delivery.id, afterSeconds);
      else await recordOutcome(tx, delivery, undelivered.attempt);
      return priorityOf((await countWaiting(tx, delivery, BACKLOG_MAX + 1)) - 1);
    },
  };
}

async function attemptWithPermit(deps: DeliverDeps, delivery: DueDelivery, signal: AbortSignal): Promise<Outcome<Undelivered>> {
  using permit = await takePermit(deps, delivery, signal);
  if (permit.kind === "go") {
    const outcome = await traced("webhook", { kind: SpanKind.CLIENT }, () => attempt(deps, delivery, signal));
    count(deps.metrics, outcome.attempt);
    return afterAttempt(delivery, outcome);
  }
  const { shown, ageSeconds } = delivery;
  if (permit.kind === "gone") {
    const since = permit.since.toISOString().slice(0, 16).replace("T", " ");
    return notSent(
      `Not sent: ${shown} answered 410 Gone on ${since} UTC and gets no more webhooks. Send it a test, or this again: an answer of 2xx ends that.`,
    );
  }
  if (ageSeconds >= lifeSeconds(deps.scheduleSeconds))
    return notSent(`Given up: ${shown} did not take the deliveries before this one, and its time is over.`);
  return { kind: "retry", failure: { reason: "its receiver is busy or silent" }, afterSeconds: putOffSeconds(ageSeconds) };
}

const notSent = (reason: string): Outcome<Undelivered> => ({ kind: "give_up", failure: { reason } });

function afterAttempt(delivery: DueDelivery, outcome: AttemptOutcome): Outcome<Undelivered> {
  const { next } = outcome;
  if (next.kind === "retry") return { kind: "retry", failure: { attempt: outcome }, afterSeconds: next.afterSeconds };
  if (next.kind === "dead") return { kind: "give_up", failure: { attempt: outcome } };
  const write = async (tx: Tx) => {
    await recordOutcome(tx, delivery, outcome);
    return null;
  };
  return { kind: "done", write };
}

function putOffSeconds(ageSeconds: number): number {
  const { min, max } = PUT_OFF_SECONDS;
  return Math.min(max, Math.max(min, ageSeconds / 2)) * (1 + Math.random());
}

/** `result`: `delivered`, the class of a status such as `5xx`, or the connection error. */
function count(metrics: WorkMetrics, { response_status: status, error, duration_ms }: DeliveryAttempt): void {
  const result = error === null ? "delivered" : status === null ? error : `${Math.floor(status / 100)}xx`;
  metrics.webhookAttempts.inc({ result });
  metrics.webhookSeconds.observe(duration_ms / 1000);
}

async function recordOutcome(tx: Tx, delivery: DueDelivery, outcome: AttemptOutcome): Promise<void> {
  await recordAttempt(tx, delivery, outcome);
  const receiverOutcome = receiverOutcomeOf(outcome.attempt);
  if (!delivery.known.isNoted || receiverOutcome.kind === "failed" || receiverOutcome.kind === "gone") {
    await recordReceiver(tx, delivery, delivery.id, receiverOutcome);
    notify(tx, CHANGED, receiverId(delivery.accountId, delivery));
  }
}

/** 429 and 5xx mean that the receiver's server is in trouble. */
function receiverOutcomeOf({ response_status: status, error }: DeliveryAttempt): ReceiverOutcome {
  if (status === null || status === 429 || status >= 500) return { kind: "failed", error: error ?? "unreachable" };
  return { kind: status === 410 ? "gone" : error === null ? "taken" : "answered" };
}

/** Longest lifetime of a delivery: all pauses of its schedule with jitter, and the full time of all attempts. */
const lifeSeconds = (schedule: readonly number[]): number =>
  schedule.reduce((sum, pause) => sum + pause * (1 + JITTER), TIMEOUT_SECONDS * (schedule.length + 1));

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
    annotate({ "http.response.status_code": answer.status });
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
  const trace = traceparent();
  const secrets = await signingSecrets(deps.db, deps.secretBox, delivery.accountId);
  return {
    "content-type": "application/json",
    "user-agent": "Winnow/1",
    ...(trace === undefined ? {} : { traceparent: trace }),
    "webhook-id": delivery.webhookId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(delivery.webhookId, at, delivery.body)).join(" "),
  };
}

/** `failures`: failed attempts before this one, since the start or the last replay. */
export function nextTry(schedule: readonly number[], failures: number, retryAfterSeconds: number | null): AttemptOutcome["next"] {
  const pause = schedule[failures];
  if (pause === undefined) return { kind: "dead" };
  const requestedSeconds = Math.min(retryAfterSeconds ?? 0, Math.max(2 * pause, RETRY_AFTER_SECONDS_MAX));
  return { kind: "retry", afterSeconds: Math.max(pause, requestedSeconds) * (1 + JITTER * Math.random()) };
}

/** Seconds or an HTTP date (RFC 9110 §10.2.3); null when it is neither or in the past. */
export function retryAfterOf(header: string | string[] | undefined, now: Date): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  const seconds = /^\d{1,9}$/.test(text.trim()) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
