/** GET /webhook-origins: receivers of webhooks that want none, or do not take them. */
import { LIMITS } from "#contract/limits.ts";
import { WebhookOriginList } from "#contract/webhooks.ts";
import type { App } from "#http/app.ts";
import { errorReplies, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";
import { listTroubledOrigins } from "#webhooks/origins.store.ts";

const schema = {
  tags: ["webhooks"],
  summary: "Receivers that are disabled or failing, the latest first",
  description: "A receiver that answered 410 is enabled again by a test, or a delivery that is sent again, that it answers with 2xx.",
  security,
  response: { 200: WebhookOriginList, ...errorReplies },
};

export function webhookOrigins(app: App, { db }: { db: Db }): void {
  app.get("/webhook-origins", { schema }, async (request) => ({
    origins: await listTroubledOrigins(db, request.accountId, LIMITS.listMax),
  }));
}
