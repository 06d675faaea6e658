/** What was deleted stays gone, with all that was in it; what was refused leaves nothing behind. */
import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { Client } from "../support/client.ts";
import { fillQueue } from "../support/database-state.ts";
import { eventually } from "../support/eventually.ts";
import { fillAccount, idsOf, startJudge } from "../support/filled-account.ts";
import type { ModelServer } from "../support/model-server.ts";
import { operations } from "../support/openapi.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Person } from "../support/signed-in.ts";
import { validBodies } from "../support/valid-bodies.ts";

let judge: ModelServer;
let service: TestService;
let bodies: Record<string, Record<string, unknown>>;
let person: Person;
let ids: Record<string, string>;
beforeAll(async () => {
  judge = await startJudge();
  service = await startTestService({ env: judge.env("openai") });
  bodies = await validBodies();
  person = await fillAccount(service);
  ids = await idsOf(service, person);
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await judge?.[Symbol.asyncDispose]();
});

/** Files of documents, by their path. */
async function files(): Promise<string[]> {
  const entries = await readdir(service.documentsDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((each) => each.isFile())
    .map((each) => `${each.parentPath}/${each.name}`)
    .sort();
}

/** Tries all operations that take an id of this kind; each has to answer as for one that never was. */
async function expectGone({ client, browser }: Person, parameter: string, id: string): Promise<void> {
  const taking = operations.filter(({ path }) => path.includes(`{${parameter}}`));
  expect(taking.length).toBeGreaterThan(0);
  for (const { method, path, name, body } of taking) {
    const caller = path.startsWith("/api/account/") ? browser : client;
    const [gone, never] = await Promise.all(
      [id, parameter === "email" ? "never@example.com" : newId("task")].map((each) =>
        caller.call(
          method,
          path
            .replace(/\{\w+\}/, encodeURIComponent(each))
            .replace("{n}", "1")
            .replace("{version}", "1"),
          body === null ? undefined : bodies[body],
        ),
      ),
    );
    expect([gone?.status, gone?.json?.detail], name).toEqual([never?.status, never?.json?.detail]);
  }
}

describe("after its deletion", () => {
  test("Z02: a task, its document and its webhooks are gone", async () => {
    const { task_id = "", delivery_id = "" } = ids;
    const { json } = await person.client.get(`/v1/tasks/${task_id}/deliveries`);
    expect(json.deliveries.map((each: { delivery_id: string }) => each.delivery_id)).toContain(delivery_id);
    expect((await person.client.delete(`/v1/tasks/${task_id}`)).status).toBe(204);
    await expectGone(person, "task_id", task_id);
    await expectGone(person, "delivery_id", delivery_id);
    expect((await person.client.get("/v1/deliveries")).text).not.toContain(task_id);
    expect((await files()).join()).not.toContain(task_id);
  });

  test("Z02: a template is gone; a task that used it is not", async () => {
    const { template_id = "" } = ids;
    const { file_content } = bodies.ExtractAsyncRequest ?? {};
    const task = await person.client.extract({ file_content, template_id, provider: "local" });
    expect((await person.client.delete(`/v1/templates/${template_id}`)).status).toBe(204);
    await expectGone(person, "template_id", template_id);
    expect((await person.client.post("/v1/extract-async", { file_content, template_id })).json.error_code).toBe("template_unknown");
    expect((await person.client.wait(task.task_id)).status).toBe("completed");
  });

  test("Z02: a position is gone with its applications and their files", async () => {
    const { position_id = "", application_id = "" } = ids;
    await eventually(
      () => person.client.get(`/recruit/positions/${position_id}/applications`),
      ({ json }) => expect(json.applications[0].status).toBe("evaluated"),
    );
    expect((await files()).join()).toContain(application_id);
    expect((await person.client.delete(`/recruit/positions/${position_id}`)).status).toBe(204);
    await expectGone(person, "position_id", position_id);
    await expectGone(person, "application_id", application_id);
    expect((await files()).join()).not.toContain(application_id);
    const ask = { ...bodies.EvaluateRequest, resume_text: null, application_id };
    expect((await person.client.post("/recruit/evaluate", ask)).json.error_code).toBe("resume_missing");
  });

  test("Z02: a key is gone, and opens nothing", async () => {
    const { key_id = "" } = ids;
    expect((await person.browser.delete(`/api/account/v1/keys/${key_id}`)).status).toBe(204);
    await expectGone(person, "key_id", key_id);
    expect((await person.client.get("/v1/tasks")).status).toBe(401);
  });
});

describe("after a refusal", () => {
  /** Rows of all tables but those that count requests, and all files. */
  async function everything(): Promise<Record<string, unknown>> {
    const { rows } = await sql<{ name: string }>`SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
      WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'
      AND table_name NOT IN ('rate_cells', 'request_days', 'api_keys')`.execute(service.db);
    const counts: Record<string, unknown> = { files: await files() };
    for (const { name } of rows) {
      const count = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.raw(name)}`.execute(service.db);
      counts[name] = count.rows[0]?.n;
    }
    return counts;
  }

  /** Each with something to be kept, and wrong in its last part. */
  const REFUSED: [status: number, path: string, body: string, wrong: object][] = [
    [422, "/v1/extract-async", "ExtractAsyncRequest", { priority: 99 }],
    [422, "/v1/extract-async", "ExtractAsyncRequest", { extraction_schema: { fields: [{ name: "a", type: "nonsense" }] } }],
    [400, "/v1/extract-async", "ExtractAsyncRequest", { callback_url: "http://10.0.0.1/" }],
    [400, "/v1/extract-async", "ExtractAsyncRequest", { provider: "gemini" }],
    [400, "/v1/extract-async", "ExtractAsyncRequest", { extraction_schema: null, template_id: "tpl_none" }],
    [422, "/recruit/extract-resumes", "ExtractResumesRequest", { urls: ["here"] }],
    [400, "/recruit/extract-resumes", "ExtractResumesRequest", { callback_url: "http://10.0.0.1/" }],
    [400, "/recruit/extract-resumes", "ExtractResumesRequest", { provider: "gemini" }],
    [404, "/recruit/positions/pos_none/resumes", "ExtractResumesRequest", {}],
    [422, "/recruit/positions", "PositionRequest", { required_skills: [{ name: "a" }, { name: "a" }] }],
    [400, "/recruit/positions", "PositionRequest", { description_file_url: "http://10.0.0.1/" }],
    [422, "/recruit/evaluate", "EvaluateRequest", { job_details: {} }],
    [400, "/recruit/evaluate", "EvaluateRequest", { resume_url: "http://127.0.0.1:9/", resume_text: null }],
    [422, "/v1/templates", "TemplateRequest", { extraction_schema: { fields: [] } }],
    [400, "/v1/webhook-test", "WebhookTestRequest", { url: "http://10.0.0.1/" }],
  ];
  test.each(REFUSED)("Z02: %i at %s leaves no row and no file", async (status, path, name, wrong) => {
    const client = await service.account();
    await eventually(busy, (jobs) => expect(jobs).toBe(0));
    const before = await everything();
    const answer = await client.post(path, { ...bodies[name], ...wrong }, { "idempotency-key": "k" });
    expect(answer.status).toBe(status);
    expect(await everything()).toEqual(before);
  });

  const busy = async () => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pgboss.job WHERE state < 'completed'`.execute(service.db);
    return rows[0]?.n;
  };

  test("Z02: 401 and 429 leave no row and no file, also where the queue is full", async () => {
    const full = await service.account();
    const spent = await service.account({ ratePerMinute: 1 });
    await spent.get("/v1/tasks");
    await fillQueue(service.db, full.accountId, LIMITS.accountQueueMaxDefault);
    await eventually(busy, (jobs) => expect(jobs).toBe(0));
    const before = await everything();
    const statuses = [];
    for (const client of [full, spent, new Client(service.url, "none")])
      for (const [path, name] of [
        ["/v1/extract-async", "ExtractAsyncRequest"],
        ["/recruit/extract-resumes", "ExtractResumesRequest"],
      ] as const)
        if (client !== full || path === "/v1/extract-async")
          statuses.push((await client.post(path, bodies[name], { "idempotency-key": path })).status);
    expect(statuses).toEqual([429, 429, 429, 401, 401]);
    expect(await everything()).toEqual(before);
  });
});
