/** Replays a delivery: same webhook-id and body, new timestamp and signature. */

import { ApiError } from "#contract/errors.ts";
import type { DeliveryRecord } from "#contract/webhooks.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { findDelivery, reopenDelivery } from "./deliveries.store.ts";

/** Throws ApiError 404. */
export async function replayDelivery({ db, queue }: { db: Db; queue: Queue }, caller: Caller, deliveryId: string): Promise<DeliveryRecord> {
  const { accountId } = caller;
  return transaction(db, async (tx) => {
    if (!(await reopenDelivery(tx, accountId, deliveryId))) throw new ApiError("not_found");
    await queue.send(tx, "deliver-webhook", { deliveryId }, { accountId });
    await recordAudit(tx, caller, "delivery.replayed", deliveryId);
    const record = await findDelivery(tx, accountId, deliveryId);
    if (!record) throw new ApiError("not_found");
    return record;
  });
}
