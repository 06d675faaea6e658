/** GET /webhook-secret; POST /webhook-secret/rotate. */
import { WebhookSecret } from "#contract/webhooks.ts";
import type { App } from "#http/app.ts";
import { errorReplies, security } from "#http/replies.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { readWebhookSecret, rotateWebhookSecret } from "#webhooks/secret.ts";

const base = { tags: ["webhooks"], security, response: { 200: WebhookSecret, ...errorReplies } };

export function webhookSecret(app: App, deps: { db: Db; secretBox: SecretBox }): void {
  app.get("/webhook-secret", { schema: { ...base, summary: "The secret that signs webhooks" } }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    return readWebhookSecret(deps, request.accountId);
  });
  app.post(
    "/webhook-secret/rotate",
    { schema: { ...base, summary: "Make a new secret; the old one stays valid for 24 h" } },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return rotateWebhookSecret(deps, request.caller);
    },
  );
}
