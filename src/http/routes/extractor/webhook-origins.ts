/** GET /webhook-origins: receivers that are disabled or failing. */
import { LIMITS } from "#contract/limits.ts";
import { WebhookOriginList } from "#contract/webhooks.ts";
import type { App } from "#http/app.ts";
import { errorReplies, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";
import { listTroubledReceivers } from "#webhooks/receivers.store.ts";

const schema = {
  tags: ["webhooks"],
  summary: "Callback URLs that are disabled or failing, the latest first",
  description:
    "Each entry is one URL; several may have the same origin, and other URLs of it may work. A URL that answered 410 is enabled again by a test, or a delivery that is sent again, that it answers with 2xx.",
  security,
  response: { 200: WebhookOriginList, ...errorReplies },
};

export function webhookOrigins(app: App, { db }: { db: Db }): void {
  app.get("/webhook-origins", { schema }, async (request) => ({
    origins: await listTroubledReceivers(db, request.accountId, LIMITS.listMax),
  }));
}
