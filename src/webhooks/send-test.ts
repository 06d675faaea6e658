/** Sends a `webhook.test` event like any other event: queued, signed, logged, retried. */
import { ApiError } from "#contract/errors.ts";
import type { DeliveryRecord } from "#contract/webhooks.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { AllowedHosts } from "#platform/config-hosts.ts";
import { checkUrl } from "#platform/fetch/check-url.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { announce } from "./announce.ts";
import { findDelivery } from "./deliveries.store.ts";

const MESSAGE = "This is a test. Check its signature with your webhook secret, answer with 2xx, and real events will arrive the same way.";

/** Throws ApiError 400 url_not_allowed. */
export async function sendTestWebhook(
  { db, queue, allowHosts }: { db: Db; queue: Queue; allowHosts: AllowedHosts },
  caller: Caller,
  url: string,
): Promise<DeliveryRecord> {
  const verdict = checkUrl(url, allowHosts);
  if (!verdict.ok) throw new ApiError("url_not_allowed", { detail: `\`url\`: ${verdict.why}` });
  const { accountId } = caller;
  return transaction(db, async (tx) => {
    const timestamp = new Date().toISOString();
    const id = await announce(tx, queue, { accountId, about: null, url, type: "webhook.test", timestamp, data: [{ message: MESSAGE }] });
    await recordAudit(tx, caller, "webhook.tested", id);
    const record = await findDelivery(tx, accountId, id);
    if (!record) throw new ApiError("internal", { internal: "a new delivery cannot be found" });
    return record;
  });
}
