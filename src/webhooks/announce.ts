/** Puts an event on its way: the delivery and its job, in the caller's transaction, with the body that every attempt will send. */
import { LIMITS } from "#contract/limits.ts";
import type { TaskRecord } from "#contract/task.ts";
import type { EventType, WebhookEvent } from "#contract/webhooks.ts";
import type { Tx } from "#platform/postgres/db.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { insertDelivery } from "./deliveries.store.ts";

export type Announcement = { accountId: string; url: string; type: EventType; record: TaskRecord; publicUrl: string };

/** `timestamp` is the time of the event, not of an attempt. */
export async function announce(tx: Tx, queue: Queue, { accountId, url, type, record, publicUrl }: Announcement): Promise<void> {
  const timestamp = record.completed_at ?? record.created_at;
  const event: WebhookEvent = { type, timestamp, data: { ...fitting(record, publicUrl) } };
  const body = JSON.stringify(event);
  const deliveryId = await insertDelivery(tx, { accountId, taskId: record.task_id, url, eventType: type, body });
  await queue.send(tx, "deliver-webhook", { deliveryId }, { accountId });
}

/** Over 256 KiB the record goes without `fields`, then without `data` and `warnings`, and says where the whole is. */
function fitting(record: TaskRecord, publicUrl: string): object {
  const size = (value: object) => Buffer.byteLength(JSON.stringify(value));
  if (size(record) <= LIMITS.webhookPayloadBytesMax) return record;
  const { fields: _, ...rest } = record;
  const withUrl = { ...rest, result_url: `${publicUrl}/api/extractor/v1/tasks/${record.task_id}` };
  if (size(withUrl) <= LIMITS.webhookPayloadBytesMax) return withUrl;
  const { data: _data, warnings: _warnings, ...small } = withUrl;
  return small;
}
