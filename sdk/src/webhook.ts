/** Verifies and parses incoming webhooks. Standard Webhooks (standardwebhooks.com). */
import type { components } from "./api.ts";

type Task = components["schemas"]["Task"];
type Packet = components["schemas"]["Packet"];
type Batch = components["schemas"]["ExtractBatchSummary"] & { results_url: string };
type ResumeJobStatus = components["schemas"]["ExtractionStatus"];

/** A task with a large record is sent without `fields`, with the URL of the complete record. */
type SentTask = Task & { result_url?: string };

export type WebhookEvent =
  | { type: "extraction.completed" | "extraction.failed"; timestamp: string; data: SentTask }
  | { type: "packet.completed"; timestamp: string; data: Packet }
  | { type: "batch.completed"; timestamp: string; data: Batch }
  | { type: "resume_job.completed"; timestamp: string; data: ResumeJobStatus }
  | { type: "webhook.test"; timestamp: string; data: { message: string } };

/** Respond with 400: the sender does not know the secret, or the content was changed. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WebhookVerificationError";
  }
}

type HeaderSource = Headers | Record<string, string | readonly string[] | undefined>;

/** Webhooks with an older or newer timestamp are rejected, as they may be replayed by an attacker. */
const TOLERANCE_SECONDS = 300;
const PREFIX = "whsec_";

/**
 * `body`: the bytes or text exactly as received. `headers`: of the request, in Node `request.headers`. The `webhook-id` stays the same when
 * an event is sent again: store it to handle each event once. Throws WebhookVerificationError.
 */
export async function verifyWebhook(
  secret: string,
  { body, headers, now = new Date() }: { body: string | Uint8Array; headers: HeaderSource; now?: Date },
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError("The headers webhook-id, webhook-timestamp and webhook-signature are needed.");
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS))
    throw new WebhookVerificationError("The webhook's timestamp is too far from the present time. Check the clock of this machine.");
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const key = await crypto.subtle.importKey("raw", keyBytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  for (const signature of signatures.split(" ")) {
    const bytes = signature.startsWith("v1,") ? fromBase64(signature.slice(3)) : null;
    if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return JSON.parse(text) as WebhookEvent;
  }
  throw new WebhookVerificationError("No signature of the webhook was made with this secret.");
}

function keyBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0)
    throw new WebhookVerificationError("This is not a webhook secret: those begin with whsec_, followed by base64.");
  return bytes;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function headerOf(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.join(" ");
}
