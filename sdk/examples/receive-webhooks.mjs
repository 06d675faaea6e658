/** `node receive-webhooks.mjs`: takes webhooks on port 3000; `WINNOW_WEBHOOK_SECRET` is the account's `whsec_…`. */
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifyWebhook, WebhookVerificationError } from "@winnow/sdk";

const secret = process.env.WINNOW_WEBHOOK_SECRET ?? "";
/** In your database: an event may come twice, with the same id. */
const seen = new Set();

const server = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook(secret, { body: await buffer(request), headers: request.headers });
    const id = String(request.headers["webhook-id"]);
    if (!seen.has(id) && event.type === "extraction.completed") console.log(event.data.task_id, JSON.stringify(event.data.data));
    seen.add(id);
    response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.writeHead(400).end(error.message);
  }
});
server.listen(Number(process.env.PORT ?? 3000), () => console.log("listening"));
