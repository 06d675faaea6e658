/** Webhooks that the stock library signed are taken by the SDK, and nothing else is. */
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook } from "../../sdk/src/client.ts";

const SECRET = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another secret of thirty-two byt").toString("base64")}`;
const body = JSON.stringify({ type: "webhook.test", timestamp: "2026-01-01T00:00:00Z", data: { message: "Grüße" } });
const now = new Date("2026-01-01T00:00:00Z");
const headersBy = (secret: string, at = now) => ({
  "webhook-id": "msg_1",
  "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
  "webhook-signature": new Webhook(secret).sign("msg_1", at, body),
});

test("what the stock library signed, as text or bytes, with the headers of Node or of fetch", async () => {
  const headers = headersBy(SECRET);
  const event = { type: "webhook.test", timestamp: "2026-01-01T00:00:00Z", data: { message: "Grüße" } };
  expect(await verifyWebhook(SECRET, { body, headers, now })).toEqual(event);
  expect(await verifyWebhook(SECRET, { body: new TextEncoder().encode(body), headers: new Headers(headers), now })).toEqual(event);
  const upper = {
    "Webhook-Id": "msg_1",
    "Webhook-Timestamp": headers["webhook-timestamp"],
    "Webhook-Signature": [headers["webhook-signature"]],
  };
  expect(await verifyWebhook(SECRET, { body, headers: upper, now })).toEqual(event);
});

test("one of two signatures is enough, as in the day after a secret was changed", async () => {
  const signatures = [headersBy(OTHER), headersBy(SECRET)].map((headers) => headers["webhook-signature"]).join(" ");
  await expect(
    verifyWebhook(SECRET, { body, headers: { ...headersBy(SECRET), "webhook-signature": signatures }, now }),
  ).resolves.toBeTruthy();
});

test.each([
  ["another secret", { headers: headersBy(OTHER) }],
  ["another body", { body: body.replace("Grüße", "Gruesse") }],
  ["another id", { headers: { ...headersBy(SECRET), "webhook-id": "msg_2" } }],
  ["a signature that is none", { headers: { ...headersBy(SECRET), "webhook-signature": "v1,%%% v2,AAAA" } }],
  ["no signature", { headers: { ...headersBy(SECRET), "webhook-signature": undefined } }],
  ["a time that is none", { headers: { ...headersBy(SECRET), "webhook-timestamp": "soon" } }],
  ["five minutes and a second ago", { headers: headersBy(SECRET, new Date(now.getTime() - 301_000)) }],
  ["five minutes and a second to come", { headers: headersBy(SECRET, new Date(now.getTime() + 301_000)) }],
])("%s is refused", async (_name, changed) => {
  await expect(verifyWebhook(SECRET, { body, headers: headersBy(SECRET), now, ...changed })).rejects.toMatchObject({
    name: "WebhookVerificationError",
  });
});

test("a secret that is none is told", async () => {
  await expect(verifyWebhook("whsec_", { body, headers: headersBy(SECRET), now })).rejects.toThrow("whsec_, followed by base64");
});
