/** Queues an event: inserts the delivery and its job in the caller's transaction, with the body that every attempt sends. */
import { LIMITS } from "#contract/limits.ts";
import type { EventType, WebhookEvent } from "#contract/webhooks.ts";
import type { Tx } from "#platform/postgres/db.ts";
import { BACKLOG_MAX, priorityOf } from "#platform/queue/priority.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { countWaiting, insertDelivery, type Subject } from "./deliveries.store.ts";
import { receiverOf } from "./receiver.ts";

export type Announcement = {
  accountId: string;
  /** Null: about no stored record, such as a test. */
  about: Subject | null;
  url: string;
  type: EventType;
  /** ISO 8601 time of the event, not of an attempt. */
  timestamp: string;
  /** Alternative bodies, from complete to shortest: the first of at most 256 KiB is sent, else the last. */
  data: Iterable<object>;
};

/** Returns the delivery's id. */
export async function announce(tx: Tx, queue: Queue, { accountId, about, url, type, timestamp, data }: Announcement): Promise<string> {
  const body = JSON.stringify({ type, timestamp, data: { ...fitting(data) } } satisfies WebhookEvent);
  // Priority counts only deliveries to the same receiver, so that the backlog of a receiver that does not answer delays no other.
  const priority =
    type === "webhook.test" ? 0 : priorityOf(await countWaiting(tx, { accountId, receiver: receiverOf(url).receiver }, BACKLOG_MAX));
  const deliveryId = await insertDelivery(tx, { accountId, about, url, eventType: type, body });
  await queue.send(tx, "deliver-webhook", { deliveryId }, { accountId, priority });
  return deliveryId;
}

function fitting(shapes: Iterable<object>): object {
  let last: object = {};
  for (const shape of shapes) {
    last = shape;
    if (Buffer.byteLength(JSON.stringify(shape)) <= LIMITS.webhookPayloadBytesMax) break;
  }
  return last;
}
