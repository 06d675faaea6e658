/** Webhooks: the event, the stored delivery with its attempts, and the signing secret. */
import { z } from "zod";
import { Json, WebUrl } from "./json.ts";
import { Secret } from "./secret.ts";
import { requestWarnings } from "./task.ts";

export const EVENT_TYPES = [
  "extraction.completed",
  "extraction.failed",
  "packet.completed",
  "batch.completed",
  "resume_job.completed",
  "webhook.test",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const WebhookEvent = z
  .object({ type: z.enum(EVENT_TYPES), timestamp: z.string(), data: z.record(z.string(), Json) })
  .meta({ id: "WebhookEvent" });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/**
 * `pending`: an attempt is scheduled. `dead`: the retry schedule is used up, or the receiver answered 410 to this delivery or an earlier
 * one; replay sends it again.
 */
export const DELIVERY_STATES = ["pending", "delivered", "dead"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DeliveryAttempt = z.object({
  number: z.int(),
  started_at: z.string(),
  duration_ms: z.int(),
  /** HTTP status; null when there was no response. */
  response_status: z.int().nullable(),
  /** Why the attempt failed, such as `timeout` or `redirect`; null on success. */
  error: z.string().nullable(),
  /** The first 1,000 characters of the response. */
  response_excerpt: z.string().nullable().describe("The first 1,000 characters of the receiver's answer, kept with the delivery."),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryRecord = z
  .object({
    delivery_id: z.string(),
    task_id: z.string().nullable(),
    packet_id: z.string().nullable(),
    batch_id: z.string().nullable(),
    /** The job of résumés that the delivery is about; null when it is about something else. */
    job_id: z.string().nullable(),
    webhook_id: z.string(),
    event_type: z.enum(EVENT_TYPES),
    url: z.string(),
    status: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    next_attempt_at: z.string().nullable(),
    created_at: z.string(),
    delivered_at: z.string().nullable(),
    reason: z.string().nullable().describe("Why it is dead, when its last attempt does not say so."),
    log: z.array(DeliveryAttempt),
    ...requestWarnings,
  })
  .meta({ id: "Delivery" });
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

export const DeliveryList = z.object({ deliveries: z.array(DeliveryRecord) }).meta({ id: "DeliveryList" });
/** Deliveries of the whole account, newest first. */
export const DeliveryPage = z
  .object({ deliveries: z.array(DeliveryRecord), next_cursor: z.string().nullable() })
  .meta({ id: "DeliveryPage" });

export const WebhookOrigin = z
  .object({
    origin: z.string().describe("Scheme, host and port of the URL."),
    url: z.string().describe("The URL, with `***` for the values of its query."),
    status: z
      .enum(["failing", "disabled"])
      .describe("`failing`: deliveries are tried one at a time. `disabled`: it answered 410 and is sent only tests and replays."),
    since: z.string().nullable(),
    failures: z.int().describe("Consecutive failed attempts."),
    last_error: z.string().nullable(),
    pending_deliveries: z.int(),
  })
  .meta({ id: "WebhookOrigin" });
export type WebhookOrigin = z.infer<typeof WebhookOrigin>;
export const WebhookOriginList = z.object({ origins: z.array(WebhookOrigin) }).meta({ id: "WebhookOriginList" });

export const WebhookTestBody = z.object({ url: WebUrl.describe("Receives a `webhook.test` event.") }).meta({ id: "WebhookTestRequest" });
export const WebhookSecret = z
  .object({ secret: Secret, created_at: z.string(), previous_expires_at: z.string().nullable() })
  .meta({ id: "WebhookSecret" });
export type WebhookSecret = z.infer<typeof WebhookSecret>;
