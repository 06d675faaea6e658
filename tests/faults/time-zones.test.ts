/** Where the machine and the database keep odd times, answers keep UTC. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { fillAccount, idsOf, startJudge } from "../support/filled-account.ts";
import { operations } from "../support/openapi.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Person } from "../support/signed-in.ts";

const MACHINE = "Pacific/Apia";
const DATABASE = "America/St_Johns";
const before = process.env.TZ;
const stack = new AsyncDisposableStack();

let service: TestService;
let person: Person;
beforeAll(async () => {
  process.env.TZ = MACHINE;
  const judge = stack.use(await startJudge());
  const plain = stack.use(await startTestService({ worker: false }));
  const name = new URL(plain.databaseUrl).pathname.slice(1);
  await sql`ALTER DATABASE ${sql.id(name)} SET timezone = ${sql.lit(DATABASE)}`.execute(plain.db);
  service = stack.use(await startTestService({ beside: plain, env: judge.env("openai") }));
  person = await fillAccount(service);
});
afterAll(async () => {
  await stack.disposeAsync();
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

test("Z11: the machine and the database are in the odd zones here, or the rest proves nothing", async () => {
  expect(new Date("2026-06-01T00:00:00Z").getHours()).toBe(13);
  const { rows } = await sql<{ TimeZone: string }>`SHOW timezone`.execute(service.deps.db);
  expect(rows[0]?.TimeZone).toBe(DATABASE);
});

test("Z11: every time in every answer is ISO 8601 in UTC, and is about now", async () => {
  const ids = await idsOf(service, person);
  let seen = 0;
  for (const { method, path, name } of operations) {
    if (method !== "GET" || !path.startsWith("/api/") || /events|document$|file$|pages/.test(path)) continue;
    const caller: Pick<Client, "get"> = path.startsWith("/api/account/") ? person.browser : person.client;
    const { text } = await caller.get(path.replace(/\{(\w+)\}/, (_, parameter: string) => encodeURIComponent(ids[parameter] ?? "")));
    for (const [, key = "", time = ""] of text.matchAll(/"(\w+_at|evaluation_date|at)":"([^"]*)"/g)) {
      seen++;
      expect(time, `${name} ${key}`).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
      const hours = (Date.parse(time) - Date.now()) / 3_600_000;
      // Links and sessions end in days; nothing else lies in another hour.
      if (!/expires|deadline|next/.test(key)) expect(Math.abs(hours), `${name} ${key}`).toBeLessThan(0.5);
    }
  }
  expect(seen).toBeGreaterThan(20);
});

test("Z11: `created_after` and `created_before` mean the same moment in any zone, also in the hour that is told twice", async () => {
  const at = "2026-11-01T04:45:00Z";
  // As if they were submitted then: their ids are of that time, and nothing refers to the ids they have.
  for (const table of [
    ...["deliveries", "file_uses", "template_evaluation_documents"],
    ...["task_work", "task_comments", "task_broken_rules", "second_readings", "outbox_writes"],
  ])
    await sql`DELETE FROM ${sql.table(table)} WHERE account_id = ${person.accountId} AND task_id IS NOT NULL`.execute(service.db);
  await sql`UPDATE tasks SET created_at = ${at}::timestamptz, id = task_bound(${at}::timestamptz) || substr(id, 16) WHERE account_id = ${person.accountId}`.execute(
    service.db,
  );
  const found = async (query: string) => (await person.client.get(`/v1/tasks?${query}`)).json.tasks.length;
  const all = await found("");
  expect(all).toBeGreaterThan(0);
  for (const [before, after] of [
    ["2026-11-01T04:45:01Z", "2026-11-01T04:44:59Z"],
    ["2026-11-01T02:15:01-02:30", "2026-11-01T02:14:59-02:30"],
    ["2026-11-01T01:15:01-03:30", "2026-11-01T01:14:59-03:30"],
    ["2026-11-01T17:45:01+13:00", "2026-11-01T17:44:59+13:00"],
  ] as const) {
    const [inside, outside] = [`created_after=${encodeURIComponent(after)}`, `created_after=${encodeURIComponent(before)}`];
    expect(await found(`${inside}&created_before=${encodeURIComponent(before)}`)).toBe(all);
    expect(await found(outside)).toBe(0);
  }
});

test("Z11: the days of usage are days of UTC", async () => {
  await sql`UPDATE tasks SET created_at = '2026-11-01T23:30:00Z' WHERE account_id = ${person.accountId}`.execute(service.db);
  const { json, status } = await person.browser.get("/api/account/v1/usage?days=90");
  expect(status, JSON.stringify(json)).toBe(200);
  expect(json.days.at(-1).date).toBe(new Date().toISOString().slice(0, 10));
  expect(new Set(json.days.map(({ date }: { date: string }) => date)).size).toBe(90);
});
