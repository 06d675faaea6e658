/** What is shown once, or proves who somebody is, cannot be read back from a copy of the database, not even with the service's own secret. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { secretBox } from "#platform/secret-box.ts";
import { readSecret } from "#platform/service-secret.ts";
import { becomeOwner } from "../support/dashboard.ts";
import { idleService, type SharedService } from "../support/shared-service.ts";
import { type Browser, PASSWORD, signedIn } from "../support/signed-in.ts";

const ACCOUNT = "/api/account/v1";
const ROOT = path.resolve(import.meta.dirname, "../..");

let service: SharedService;
let owner: Browser;
beforeAll(async () => {
  service = await idleService();
  owner = await becomeOwner(service, "keeper@example.com");
});

describe("H11: a copy of the database", () => {
  test("H11: does not sign in as anybody: it holds no cookie, password, key, link or secret", async () => {
    const { json: made } = await owner.post(`${ACCOUNT}/keys`, { name: "laptop" }, { "idempotency-key": "1" });
    const { json: invite } = await owner.post(`${ACCOUNT}/invites`, { email: "friend@example.com" }, { "idempotency-key": "2" });
    const { json: webhook } = await owner.post("/api/extractor/v1/webhook-secret/rotate", undefined, { "idempotency-key": "3" });
    const token = decodeURIComponent([...owner.cookies.values()][0] ?? "").split(".")[0] ?? "";
    const secrets = [token, PASSWORD, made.key, made.key.slice(4), invite.url.split("#")[1], webhook.secret, webhook.secret.slice(6)];
    for (const secret of secrets) expect(secret).toMatch(/.{16}/);
    const everything = await wholeDatabase(service);
    expect(everything.length).toBeGreaterThan(1_000);
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });

  test("H11: what it holds of a session is no cookie's token", async () => {
    const { db } = service;
    const { browser, personId } = await signedIn(service);
    const { token } = await db.selectFrom("sessions").select("token").where("person_id", "=", personId).executeTakeFirstOrThrow();
    expect((await browser.get(`${ACCOUNT}/session`)).status).toBe(200);
    // What another version, or somebody with the right to write, puts there as it is leads nowhere.
    const plain = decodeURIComponent([...browser.cookies.values()][0] ?? "").split(".")[0] ?? "";
    await db.updateTable("sessions").set({ token: plain }).where("person_id", "=", personId).execute();
    expect((await browser.get(`${ACCOUNT}/session`)).status).toBe(401);
    await db.updateTable("sessions").set({ token }).where("person_id", "=", personId).execute();
    expect((await browser.get(`${ACCOUNT}/session`)).status).toBe(200);
    expect((await browser.post(`${ACCOUNT}/sign-out`)).status).toBe(204);
    expect(await db.selectFrom("sessions").select("id").where("person_id", "=", personId).execute()).toEqual([]);
  });
});

describe("H11: an answer that shows a secret", () => {
  test.each([
    [`${ACCOUNT}/keys`, { name: "again" }],
    [`${ACCOUNT}/invites`, { email: "again@example.com" }],
    ["/api/extractor/v1/webhook-secret/rotate", undefined],
  ])("H11: is given once; the same Idempotency-Key does nothing again and is told so: %s", async (address, body) => {
    const ask = () => owner.post(address, body, { "idempotency-key": `once ${address}` });
    const first = await ask();
    expect([200, 201]).toContain(first.status);
    const before = await counted(service);
    const second = await ask();
    expect([second.status, second.json.error_code]).toEqual([400, "idempotency_answer_not_kept"]);
    expect(await counted(service)).toEqual(before);
    const other = await owner.post(address, { name: "other", email: "other@example.com" }, { "idempotency-key": `once ${address}` });
    expect([other.status, other.json.error_code]).toEqual([422, "idempotency_mismatch"]);
  });

  test("H11: is described as one wherever the reference names a key, secret or link, so that it is never kept", async () => {
    const { components } = JSON.parse(await readFile(path.join(ROOT, "openapi.json"), "utf8"));
    const secret: string[] = [];
    for (const [name, { properties = {} }] of Object.entries<{ properties?: Record<string, Record<string, unknown>> }>(components.schemas))
      for (const [property, described] of Object.entries(properties))
        if (!name.endsWith("Request") && /^(key|secret|token|password)$|shown once/i.test(`${property}`) && described.type === "string")
          secret.push(`${name}.${property}: ${described["x-secret"] === true}`);
    expect(secret.sort()).toEqual(["NewApiKey.key: true", "WebhookSecret.secret: true"]);
    expect(components.schemas.NewInvite.properties.url["x-secret"]).toBe(true);
  });
});

const counted = async ({ db }: SharedService) => ({
  keys: await db.selectFrom("api_keys").select("id").orderBy("id").execute(),
  links: await db.selectFrom("account_links").select("token_hash").orderBy("token_hash").execute(),
  secrets: await db.selectFrom("webhook_secrets").selectAll().orderBy("created_at").execute(),
});

/** Every row of every table as text, and what the service's secret opens of the answers that are kept. */
async function wholeDatabase({ db, config }: SharedService): Promise<string> {
  const tables = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(db);
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(name)} AS t`.execute(db);
    parts.push(...rows.map(({ row }) => row));
  }
  const { open } = secretBox(await readSecret(config));
  const kept = await db.selectFrom("idempotency_keys").select("body").where("body", "is not", null).execute();
  return [...parts, ...kept.map(({ body }) => open(body ?? ""))].join("\n");
}
