/** POST /deliveries/{delivery_id}/replay: sends a webhook again. */
import { z } from "zod";
import { idShape } from "#contract/ids.ts";
import { DeliveryRecord } from "#contract/webhooks.ts";
import type { App } from "#http/app.ts";
import { errorRepliesWithId, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { replayDelivery } from "#webhooks/replay.ts";

const schema = {
  tags: ["webhooks"],
  summary: "Send a webhook again",
  security,
  params: z.object({ delivery_id: idShape("dlv") }),
  response: { 200: DeliveryRecord, ...errorRepliesWithId },
};

export function deliveryReplay(app: App, deps: { db: Db; queue: Queue }): void {
  app.post("/deliveries/:delivery_id/replay", { schema }, async (request) =>
    replayDelivery(deps, request.caller, request.params.delivery_id),
  );
}
