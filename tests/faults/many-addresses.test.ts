/** Who is counted, limited or trusted by an address: IPv6 by /64, proxies by their addresses or number, and nothing that anybody can write. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newApiKey } from "#accounts/api-key.ts";
import { WRONG_KEYS_PER_MINUTE } from "#contract/tiers.ts";
import { readConfig } from "#platform/config.ts";
import { Client } from "../support/client.ts";
import { auditOf, waitingForLocks } from "../support/database-state.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { Browser, signedIn } from "../support/signed-in.ts";

const ACCOUNT = "/api/account/v1";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ worker: false, env: { WINNOW_TRUST_PROXY: "1" } });
});
afterAll(() => service[Symbol.asyncDispose]());

describe("H13a: tries to sign in", () => {
  test("H13a: from all addresses of one IPv6 /64 are counted together", async () => {
    const visitor = new Browser(service.url);
    const from = (i: number) => ({ "x-forwarded-for": `2001:db8:1:2:${i.toString(16)}::${i.toString(16)}` });
    const statuses = new Set<number>();
    for (let i = 0; i < 140; i++) statuses.add((await visitor.post(`${ACCOUNT}/links/inspect`, { token: "guess" }, from(i))).status);
    expect([...statuses].sort()).toEqual([400, 429]);
    expect((await visitor.post(`${ACCOUNT}/links/inspect`, { token: "guess" }, { "x-forwarded-for": "2001:db8:1:3::1" })).status).toBe(400);
  });
});

describe("H13b: over the cap of wrong keys", () => {
  test("H13b: further ones cost no query each; keys that were right before are served", async () => {
    const right = await service.account();
    const from = { "x-forwarded-for": "198.51.100.77" };
    const get = (key: string) => new Client(service.url, key).get("/v1/tasks", from);
    expect((await get(right.key)).status).toBe(200);
    for (let i = 0; i < WRONG_KEYS_PER_MINUTE; i += 50) await Promise.all(Array.from({ length: 50 }, () => get(newApiKey())));
    await Promise.all(Array.from({ length: 100 }, () => get(newApiKey())));
    // Nobody can look a key up now: whoever needs to would wait.
    const blocker = new pg.Client({ connectionString: service.databaseUrl });
    await blocker.connect();
    await blocker.query("BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE");
    const late = Promise.all(Array.from({ length: 200 }, () => get(newApiKey())));
    try {
      await expect.poll(() => waitingForLocks(service.db), { interval: 5 }).toBeGreaterThan(0);
      for (let look = 0; look < 20; look++) expect(await waitingForLocks(service.db)).toBe(1);
    } finally {
      await blocker.end();
    }
    expect(new Set((await late).map(({ status }) => status))).toEqual(new Set([429]));
    expect((await get(right.key)).status).toBe(200);
  });
});

describe("H13e: WINNOW_TRUST_PROXY", () => {
  test.each(["true", "TRUE", "yes", "0.0.0.0/0", "::/0", "0", "99", "10.0.0.1,true"])(
    "H13e: is not taken as %s, which would believe anybody",
    (value) => {
      expect(() => readConfig({ WINNOW_TRUST_PROXY: value })).toThrow(/^WINNOW_TRUST_PROXY: .*(number of proxies|addresses)/);
    },
  );

  test.each([
    [undefined, false],
    ["false", false],
    ["1", 1],
    ["2", 2],
    ["10.0.0.0/8, 127.0.0.1", "10.0.0.0/8, 127.0.0.1"],
  ])("H13e: as %s is %s", (value, read) => {
    expect(readConfig({ WINNOW_TRUST_PROXY: value }).trustProxy).toBe(read);
  });

  test("H13e: a number of proxies believes what they added, and nothing before it", async () => {
    const { db } = service;
    const person = new Browser(service.url);
    const { accountId, email } = await signedIn(service);
    await person.post(
      `${ACCOUNT}/sign-in`,
      { email, password: "a long enough sentence" },
      { "x-forwarded-for": "192.0.2.1, 198.51.100.9" },
    );
    const lines = await auditOf(db, "account_id", accountId);
    expect(lines.findLast(({ action }) => action === "account.signed_in")?.ip).toBe("198.51.100.9");
  });
});
