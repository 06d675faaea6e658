/** Health, readiness, metrics, OpenAPI, the reference page; the webhook secret. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildServer } from "#http/server.ts";
import { Client } from "../../support/client.ts";
import { nodeEnv } from "../../support/node-env.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../../support/pdf.ts";
import { open } from "../../support/raw-conversation.ts";
import { startTestService, type TestService } from "../../support/service.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
let service: TestService;
let anyone: Client;
beforeAll(async () => {
  service = await startTestService();
  anyone = new Client(service.url, null);
});
afterAll(() => service?.[Symbol.asyncDispose]());

describe("GET /healthz and /readyz need no key", () => {
  test.each(["/healthz", "/readyz"])("%s is 200 while the service works", async (path) =>
    expect(await anyone.get(path)).toMatchObject({ status: 200, json: { status: "ok" } }),
  );

  test("/readyz is 503 when the database is gone, /healthz still 200", async () => {
    const broken = await startTestService({ worker: false });
    await broken.deps.systemDb.destroy();
    const client = new Client(broken.url, null);
    expect(await client.get("/readyz")).toMatchObject({ status: 503, json: { status: "unavailable" } });
    expect((await client.get("/healthz")).status).toBe(200);
    await broken.app.close();
  });

  test("/readyz is 503 once the service begins to stop", async () => {
    const stopping = new AbortController();
    stopping.abort();
    const app = await buildServer({ ...service.http, server: { ...service.http.server, stopping: stopping.signal } });
    expect((await app.inject({ url: "/readyz" })).statusCode).toBe(503);
    await app.close();
  });
});

test.each([
  ["nothing", ""],
  ["half a head", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: "],
])("the service stops while a client keeps a connection open over which it sent %s", async (_, sent) => {
  const app = await buildServer(service.http);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const accepted = once(app.server, "connection");
  const socket = open(url, { staysOpen: true });
  await accepted;
  socket.write(sent);
  await app.close();
  expect([socket.writable, socket.destroyed]).toEqual([true, false]);
  socket.destroy();
});

describe("GET /metrics", () => {
  test("is Prometheus text with requests, waiting tasks and no id, key or URL", async () => {
    const client = await service.account();
    const id = await client.submit({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA });
    await client.wait(id);
    const { status, text, headers } = await anyone.get("/metrics");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(/^winnow_http_requests_total\{route="\/api\/extractor\/v1\/extract-async",method="POST",status="200"\} \d+$/m);
    expect(text).toContain("winnow_tasks");
    expect(text).toContain("winnow_resumes 0");
    for (const line of text.split("\n").filter(Boolean)) expect(line).toMatch(/^(#|[a-z_0-9]+(\{[^}]*\})? [-+0-9.eNaInf]+$)/);
    for (const secret of [id, client.key.slice(4), client.accountId]) expect(text).not.toContain(secret);
  });
});

describe("GET /openapi.json", () => {
  test("is OpenAPI 3.1, info.version 1.0.0, equal to the file that is published with the code", async () => {
    const { status, json } = await anyone.get("/openapi.json");
    expect(status).toBe(200);
    expect(json.openapi).toMatch(/^3\.1\.\d+$/);
    expect(json.info.version).toBe("1.0.0");
    const published = JSON.parse(await readFile(new URL("../../../openapi.json", import.meta.url), "utf8"));
    expect(json).toEqual({ ...published, servers: [{ url: service.url }] });
  });

  test("names every endpoint of the contract with its errors, and the key in the header Authorization", async () => {
    const { json } = await anyone.get("/openapi.json");
    expect(json.components.securitySchemes).toEqual({
      ApiKey: expect.objectContaining({ type: "apiKey", in: "header", name: "Authorization" }),
    });
    const named = Object.entries(json.paths).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const base = "/api/extractor/v1";
    const recruit = "/api/recruit/v1";
    // Those of people who are signed in are the dashboard's own.
    expect(named.filter((name) => !name.includes(" /api/account/")).sort()).toEqual(
      [
        "GET /healthz",
        "GET /metrics",
        "GET /readyz",
        `POST ${base}/extract-async`,
        `POST ${base}/schemas/validate`,
        `POST ${base}/schemas/suggest`,
        `POST ${base}/documents/preview`,
        `GET ${base}/tasks`,
        `GET ${base}/tasks/{task_id}`,
        `DELETE ${base}/tasks/{task_id}`,
        `POST ${base}/tasks/{task_id}/cancel`,
        `POST ${base}/tasks/{task_id}/retry`,
        `GET ${base}/tasks/{task_id}/events`,
        `GET ${base}/events`,
        `GET ${base}/tasks/{task_id}/document`,
        `GET ${base}/tasks/{task_id}/pages/{n}.png`,
        `GET ${base}/tasks/{task_id}/pages/{n}/words`,
        `GET ${base}/tasks/{task_id}/schema`,
        `GET ${base}/tasks/{task_id}/deliveries`,
        `POST ${base}/tasks/{task_id}/review`,
        `GET ${base}/deliveries`,
        `POST ${base}/deliveries/{delivery_id}/replay`,
        `POST ${base}/webhook-test`,
        `POST ${base}/templates`,
        `GET ${base}/templates`,
        `GET ${base}/templates/{template_id}`,
        `PUT ${base}/templates/{template_id}`,
        `DELETE ${base}/templates/{template_id}`,
        `GET ${base}/templates/{template_id}/versions`,
        `POST ${base}/templates/{template_id}/versions/{version}/publish`,
        `GET ${base}/templates/{template_id}/results`,
        `GET ${base}/templates/{template_id}/accuracy`,
        `POST ${base}/templates/{template_id}/evaluations`,
        `GET ${base}/templates/{template_id}/evaluations`,
        `GET ${base}/templates/{template_id}/evaluations/{template_evaluation_id}`,
        `GET ${base}/templates/{template_id}/memory`,
        `DELETE ${base}/templates/{template_id}/memory`,
        `DELETE ${base}/templates/{template_id}/memory/{layout_id}`,
        `POST ${base}/extract-batch`,
        `GET ${base}/extract-batch`,
        `GET ${base}/extract-batch/{batch_id}`,
        `GET ${base}/extract-batch/{batch_id}/results`,
        `DELETE ${base}/extract-batch/{batch_id}`,
        `POST ${base}/inboxes`,
        `GET ${base}/inboxes`,
        `GET ${base}/inboxes/{inbox_id}`,
        `PUT ${base}/inboxes/{inbox_id}`,
        `DELETE ${base}/inboxes/{inbox_id}`,
        `GET ${base}/inboxes/{inbox_id}/items`,
        `POST ${base}/outboxes`,
        `GET ${base}/outboxes`,
        `GET ${base}/outboxes/{outbox_id}`,
        `PUT ${base}/outboxes/{outbox_id}`,
        `DELETE ${base}/outboxes/{outbox_id}`,
        `GET ${base}/tasks/{task_id}/work`,
        `PUT ${base}/tasks/{task_id}/assignment`,
        `POST ${base}/tasks/{task_id}/comments`,
        `DELETE ${base}/tasks/{task_id}/comments/{comment_id}`,
        `GET ${base}/reviews/people`,
        `POST ${base}/uploads`,
        `GET ${base}/uploads/{upload_id}`,
        `PUT ${base}/uploads/{upload_id}`,
        `DELETE ${base}/uploads/{upload_id}`,
        `POST ${base}/packets`,
        `GET ${base}/packets`,
        `GET ${base}/packets/{packet_id}`,
        `PUT ${base}/packets/{packet_id}/parts`,
        `DELETE ${base}/packets/{packet_id}`,
        `GET ${base}/packets/{packet_id}/pages/{n}.png`,
        `POST ${base}/lists`,
        `GET ${base}/lists`,
        `GET ${base}/lists/{list_id}`,
        `PUT ${base}/lists/{list_id}`,
        `DELETE ${base}/lists/{list_id}`,
        `GET ${base}/webhook-origins`,
        `GET ${base}/webhook-secret`,
        `POST ${base}/webhook-secret/rotate`,
        `POST ${recruit}/evaluate`,
        `GET ${recruit}/evaluations/{evaluation_id}`,
        `POST ${recruit}/analyze-job`,
        `POST ${recruit}/extract-resumes`,
        `GET ${recruit}/extraction-status/{job_id}`,
        `GET ${recruit}/extraction-status/{job_id}/deliveries`,
        `GET ${recruit}/resumes/{application_id}`,
        `GET ${recruit}/resumes/{application_id}/file`,
        `GET ${recruit}/resumes/{application_id}/redacted.pdf`,
        `POST ${recruit}/resumes/search`,
        `POST ${recruit}/positions`,
        `GET ${recruit}/positions`,
        `GET ${recruit}/positions/{position_id}`,
        `PUT ${recruit}/positions/{position_id}`,
        `DELETE ${recruit}/positions/{position_id}`,
        `PUT ${recruit}/positions/{position_id}/groups`,
        `DELETE ${recruit}/positions/{position_id}/groups`,
        `GET ${recruit}/positions/{position_id}/impact`,
        `GET ${recruit}/positions/{position_id}/audit-export`,
        `POST ${recruit}/positions/{position_id}/resumes`,
        `GET ${recruit}/positions/{position_id}/applications`,
        `GET ${recruit}/applications/{application_id}`,
        `GET ${recruit}/applications/{application_id}/report`,
        `GET ${recruit}/applications/{application_id}/pages/{n}.png`,
      ].sort(),
    );
    const request = json.components.schemas.ExtractAsyncRequest;
    for (const key of [
      "document",
      "document_url",
      "file_content",
      "extraction_schema",
      "template_id",
      "provider",
      "document_description",
      "callback_url",
    ])
      expect(request.properties).toHaveProperty(key);
    expect(request.required ?? []).toEqual([]);
  });

  test("every reference leads somewhere within it", async () => {
    const { json, text } = await anyone.get("/openapi.json");
    const targets = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? ""));
    expect(targets.size).toBeGreaterThan(10);
    for (const target of targets)
      expect(
        target.split("/").reduce<unknown>((at, key) => Object(at)[key], json),
        target,
      ).toBeDefined();
  });
});

describe("GET /docs", () => {
  test("serves a page that asks no other host for anything", async () => {
    const page = await fetch(`${service.url}/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    const html = await page.text();
    const loaded = [...html.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)\s*=\s*["']([^"']+)["']/gi)].map(
      ([, url]) => url ?? "",
    );
    expect(loaded.length).toBeGreaterThan(0);
    const base = new URL(page.url);
    for (const url of loaded) expect(new URL(url, base).host).toBe(base.host);
    for (const url of loaded) expect((await fetch(new URL(url, base))).status).toBe(200);
    expect(html).not.toMatch(/@import|url\(\s*["']?https?:/i);
  });
});

describe("GET /webhook-secret, POST /webhook-secret/rotate: {secret, created_at, previous_expires_at}", () => {
  test("the same until rotated; then another, while the old one signs for 24 h more", async () => {
    const client = await service.account();
    const first = (await client.get("/v1/webhook-secret")).json;
    expect(first).toEqual({
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      created_at: expect.any(String),
      previous_expires_at: null,
    });
    expect((await client.get("/v1/webhook-secret")).json).toEqual(first);
    const rotated = await client.post("/v1/webhook-secret/rotate");
    expect(rotated.status).toBe(200);
    expect(rotated.json.secret).not.toBe(first.secret);
    const hours = (Date.parse(rotated.json.previous_expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect(rotated.headers.get("cache-control")).toBe("no-store");
  });

  test("`winnow webhooks secret --account EMAIL [--rotate]` prints it too", async () => {
    const client = await service.account({ email: "hooks@example.com" });
    const env = { ...nodeEnv(), DATABASE_URL: service.databaseUrl, WINNOW_DATA_DIR: service.config.dataDir };
    const winnow = async (...more: string[]) => {
      const args = ["src/cli/winnow.ts", "webhooks", "secret", "--account", "hooks@example.com", ...more];
      return (await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })).stdout.trim();
    };
    const first = (await client.get("/v1/webhook-secret")).json.secret;
    expect(await winnow()).toBe(first);
    const rotated = await winnow("--rotate");
    expect(rotated).not.toBe(first);
    expect((await client.get("/v1/webhook-secret")).json.secret).toBe(rotated);
  });

  test("two accounts have two; the database holds neither in the open", async () => {
    const [one, two] = [await service.account(), await service.account()];
    const secrets = [(await one.get("/v1/webhook-secret")).json.secret, (await two.get("/v1/webhook-secret")).json.secret];
    expect(secrets[0]).not.toBe(secrets[1]);
    const rows = JSON.stringify(await service.db.selectFrom("webhook_secrets").selectAll().execute());
    for (const secret of secrets) expect(rows).not.toContain(secret.slice(6));
  });
});
