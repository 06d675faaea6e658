/** Keys, both forms of the header, the order of checks. */

import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { revokeKey } from "#accounts/keys.ts";
import { BY_COMMAND } from "#platform/audit.store.ts";
import { Client } from "../../support/client.ts";
import { figure } from "../../support/figure.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../../support/pdf.ts";
import { rawRequest } from "../../support/raw.ts";
import { startTestService } from "../../support/service.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const statusOf = async (authorization: string | undefined) =>
  (await fetch(`${service.url}/api/extractor/v1/tasks`, { headers: authorization === undefined ? {} : { authorization } })).status;

describe("`Authorization: KEY` and `Authorization: Bearer KEY` are the same", () => {
  test.each([
    ["the key alone", (key: string) => key],
    ["Bearer", (key: string) => `Bearer ${key}`],
    ["bearer in small letters", (key: string) => `bearer ${key}`],
    ["BEARER in capitals", (key: string) => `BEARER ${key}`],
    ["two spaces after Bearer", (key: string) => `Bearer  ${key}`],
    ["a tab after Bearer", (key: string) => `Bearer\t${key}`],
    ["white space around it", (key: string) => `  ${key}  `],
  ])("K03: %s", async (_name, written) => {
    const { key } = await service.account();
    expect(await statusOf(written(key))).toBe(200);
  });
});

describe("401: missing or invalid key", () => {
  test.each([
    ["no header", () => undefined],
    ["an empty header", () => ""],
    ["Bearer without a key", () => "Bearer"],
    ["Basic with the key as user name", (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`],
    ["Basic with the key as it is", (key: string) => `Basic ${key}`],
    ["another scheme", (key: string) => `Token ${key}`],
    ["Bearer written twice", (key: string) => `Bearer Bearer ${key}`],
    ["the key in quotes", (key: string) => `"${key}"`],
    ["the key in small letters", (key: string) => key.toLowerCase()],
    ["the key without its prefix", (key: string) => key.slice(4)],
    ["the key with one character more", (key: string) => `${key}A`],
    ["the key with its last character cut", (key: string) => key.slice(0, -1)],
    ["two keys", (key: string) => `${key}, ${key}`],
    ["a key that was never made", () => "wnw_0000000000000000000000000000000000000000000000000"],
    ["10,000 characters", () => "x".repeat(10_000)],
  ])("K03: %s", async (_name, written) => {
    const { key } = await service.account();
    expect(await statusOf(written(key))).toBe(401);
  });

  test("K10: a key in the query, the body or another header is no key", async () => {
    const { key } = await service.account();
    const answer = await fetch(`${service.url}/api/extractor/v1/tasks?api_key=${key}&Authorization=${key}`, {
      headers: { "x-api-key": key },
    });
    expect(answer.status).toBe(401);
    const body = { api_key: key, authorization: key, extraction_schema: INVOICE_SCHEMA };
    expect((await new Client(service.url, null).post(`/v1/schemas/validate?key=${key}`, body)).status).toBe(401);
  });

  test("the body has both shapes of the source and nothing of the key that was sent", async () => {
    const wrong = "wnw_notakeynotakeynotakeynotakeynotakeynotakeynotakey";
    const answer = await new Client(service.url, wrong).get("/v1/tasks");
    expect(answer.json).toEqual({
      detail: expect.any(String),
      error_code: "unauthorized",
      error: { message: answer.json.detail, type: "authentication_error" },
      request_id: expect.stringMatching(/^req_/),
    });
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.text).not.toContain(wrong);
  });
});

describe("order of checks: key (401) before a body byte is read, rate (429), body (422 / 400)", () => {
  const head = (more: string) =>
    `POST /api/extractor/v1/extract-async HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

  test("401 while a body of 10 GB is announced and none of it has come", async () => {
    expect((await rawRequest(service.url, head("Content-Length: 10000000000"))).status).toBe(401);
  });

  test("401 while a body without end is coming", async () => {
    const answer = await rawRequest(service.url, head("Transfer-Encoding: chunked"), `400\r\n${"x".repeat(1024)}\r\n`);
    expect(answer.status).toBe(401);
  });

  test("401 before `100 Continue` invites the body", async () => {
    const answer = await rawRequest(service.url, head("Expect: 100-continue\r\nContent-Length: 1000000"));
    expect(answer.status).toBe(401);
  });

  test("401 before the content type and the JSON are looked at", async () => {
    const answer = await fetch(`${service.url}/api/extractor/v1/extract-async`, { method: "POST", body: "{" });
    expect(answer.status).toBe(401);
  });

  test("429 before the body: a spent account with a wrong body is told 429, not 422 or 400", async () => {
    const client = await service.account({ ratePerMinute: 2 });
    expect((await client.post("/v1/extract-async", {})).status).toBe(422);
    expect((await client.post("/v1/extract-async", "{")).status).toBe(400);
    expect((await client.post("/v1/extract-async", {})).status).toBe(429);
    const spent = await rawRequest(service.url, head(`Authorization: ${client.key}\r\nTransfer-Encoding: chunked`), "1\r\nx\r\n");
    expect(spent.status).toBe(429);
  });

  test("with a good key `100 Continue` is sent and the body is read", async () => {
    const { key } = await service.account();
    const answer = await rawRequest(service.url, head(`Authorization: ${key}\r\nExpect: 100-continue\r\nContent-Length: 2`));
    expect(answer.status).toBe(100);
  });
});

describe("keys", () => {
  test("K01: are `wnw_` + 256 bits base62 + 6 characters of checksum", async () => {
    const { key } = await service.account();
    expect(key).toMatch(/^wnw_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
  });

  test("K02: only a hash is stored: no row of any table holds the key or its secret part", async () => {
    const client = await service.account();
    await client.get("/v1/tasks");
    await client.post("/v1/schemas/validate", { extraction_schema: INVOICE_SCHEMA }, { "idempotency-key": "a" });
    const tables = await sql<{ name: string }>`SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
      WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`.execute(service.db);
    let cells = 0;
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} AS t`.execute(service.db);
      cells += rows.length;
      for (const { row } of rows) expect(row).not.toContain(client.key.slice(4, 40));
    }
    expect(cells).toBeGreaterThan(3);
    const [stored] = await service.db.selectFrom("api_keys").selectAll().where("account_id", "=", client.accountId).execute();
    expect(stored).toMatchObject({ last_four: client.key.slice(-4), revoked_at: null });
    expect(stored?.hash).toHaveLength(32);
  });

  test("creating one revokes the account's previous one at once, on every node", async () => {
    await using second = await startTestService({ beside: service, worker: false });
    const old = await service.account({ email: "two-nodes@example.com" });
    const nodes = [service.url, second.url];
    const statuses = (key: string) => Promise.all(nodes.map(async (url) => (await new Client(url, key).get("/v1/tasks")).status));
    expect(await statuses(old.key)).toEqual([200, 200]);
    const fresh = await service.account({ email: "two-nodes@example.com" });
    const revokedAt = performance.now();
    expect(fresh.accountId).toBe(old.accountId);
    expect(await statuses(old.key)).toEqual([401, 401]);
    figure("revoked", `by two processes, asked ${Math.ceil(performance.now() - revokedAt)} ms later`);
    expect(await statuses(fresh.key)).toEqual([200, 200]);
  });

  test("K05: only one is active per account, whoever creates twenty at once", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => service.account({ email: "twenty@example.com" })));
    const statuses = await Promise.all(made.map(async (client) => (await client.get("/v1/tasks")).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(19);
  });

  test("a revoked key is refused at once", async () => {
    const client = await service.account();
    const key = await service.db.selectFrom("api_keys").select("id").where("account_id", "=", client.accountId).executeTakeFirstOrThrow();
    expect(await revokeKey(service.db, { accountId: null, ...BY_COMMAND }, key.id)).toBe(true);
    expect((await client.get("/v1/tasks")).status).toBe(401);
  });

  test("tell when they were last used", async () => {
    const client = await service.account();
    await client.get("/v1/tasks");
    const key = await service.db.selectFrom("api_keys").selectAll().where("account_id", "=", client.accountId).executeTakeFirstOrThrow();
    expect(key.last_used_at).toBeInstanceOf(Date);
  });
});

describe("every key gives full access", () => {
  test("a free account may submit, read, list and delete", async () => {
    const client = await service.account({ tier: "free" });
    const id = await client.submit({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA });
    expect((await client.get(`/v1/tasks/${id}`)).status).toBe(200);
    expect((await client.get("/v1/tasks")).json.tasks).toHaveLength(1);
    expect((await client.delete(`/v1/tasks/${id}`)).status).toBe(204);
  });
});
