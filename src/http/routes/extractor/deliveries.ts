/** GET /deliveries: all webhooks of the account. POST /webhook-test: sends a test webhook. */
import { z } from "zod";
import { cursorOf, Limit } from "#contract/json.ts";
import { DELIVERY_STATES, DeliveryPage, DeliveryRecord, WebhookTestBody } from "#contract/webhooks.ts";
import type { App } from "#http/app.ts";
import type { WebhookDeps } from "#http/http-deps.ts";
import { errorReplies, security } from "#http/replies.ts";
import { listAllDeliveries } from "#webhooks/deliveries.store.ts";
import { sendTestWebhook } from "#webhooks/send-test.ts";

const base = { tags: ["webhooks"], security };

export function deliveries(app: App, deps: Pick<WebhookDeps, "db" | "queue" | "allowHosts">): void {
  const list = {
    ...base,
    summary: "All webhook deliveries, newest first",
    querystring: z.object({
      status: z.enum(DELIVERY_STATES).optional().describe("Only deliveries in this state."),
      limit: Limit,
      cursor: cursorOf("dlv").optional(),
    }),
    response: { 200: DeliveryPage, ...errorReplies },
  };
  app.get("/deliveries", { schema: list }, async (request) => {
    const { status, limit, cursor } = request.query;
    const found = await listAllDeliveries(deps.db, request.accountId, { state: status ?? null, after: cursor ?? null, limit: limit + 1 });
    const page = found.slice(0, limit);
    return { deliveries: page, next_cursor: found.length > limit ? (page.at(-1)?.delivery_id ?? null) : null };
  });

  const test = { ...base, summary: "Send a test event", body: WebhookTestBody, response: { 201: DeliveryRecord, ...errorReplies } };
  app.post("/webhook-test", { schema: test }, async (request, reply) =>
    reply.code(201).send(await sendTestWebhook(deps, request.caller, request.body.url)),
  );
}
