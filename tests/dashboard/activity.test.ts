/** GET /api/account/v1/activity: what was done in an account, by whom and from where. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";
import { signedIn } from "../support/signed-in.ts";

const ACTIVITY = "/api/account/v1/activity";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ worker: false, env: { WINNOW_TRUST_PROXY: "127.0.0.1" } });
});
afterAll(() => service?.[Symbol.asyncDispose]());

test("the account's own lines come newest first, each with its time, actor and address", async () => {
  const { client, browser, accountId } = await signedIn(service);
  await signedIn(service);
  await client.post("/v1/webhook-secret/rotate");
  await browser.post("/api/extractor/v1/webhook-secret/rotate");
  const { status, json } = await browser.get(ACTIVITY);
  expect(status).toBe(200);
  expect(json.next_cursor).toBeNull();
  expect(json.lines[0]).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    action: "webhook_secret.rotated",
    subject: accountId,
    actor: expect.stringMatching(/^person:per_/),
    person: expect.stringMatching(/@example.com$/),
    ip: browser.ip,
  });
  expect(json.lines[1]).toMatchObject({ action: "webhook_secret.rotated", actor: expect.stringMatching(/^key:key_/) });
  expect(json.lines.slice(2).map(({ action }: { action: string }) => action)).toEqual([
    "account.signed_in",
    "account.password_changed",
    "key.created",
  ]);
  const times = json.lines.map(({ at }: { at: string }) => at);
  expect(times).toEqual(times.toSorted().reverse());
});

test("comes in pages that hold each line once", async () => {
  const { browser } = await signedIn(service);
  for (let i = 0; i < 4; i++) await browser.post("/api/extractor/v1/webhook-secret/rotate");
  const whole = (await browser.get(ACTIVITY)).json.lines;
  const pages = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { json } = await browser.get(`${ACTIVITY}?limit=3${cursor && `&cursor=${cursor}`}`);
    expect(json.lines.length).toBeLessThanOrEqual(3);
    pages.push(...json.lines);
    cursor = json.next_cursor;
  }
  expect(pages).toEqual(whole);
});

test("a key is nobody here, and a cursor that is none is 422", async () => {
  const { client, browser } = await signedIn(service);
  expect((await client.get(ACTIVITY)).status).toBe(401);
  for (const query of ["cursor=x", "cursor=-1", `cursor=${"9".repeat(30)}`, "limit=0", "limit=101"])
    expect((await browser.get(`${ACTIVITY}?${query}`)).status).toBe(422);
});
