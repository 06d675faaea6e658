/** Tasks are kept by the month of their id: nothing is lost on the way there, nothing is refused, and what is empty and over goes. */
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { idTime, newId } from "#contract/ids.ts";
import { keepTaskMonths } from "#extraction/task-months.store.ts";
import { type Db, openDb } from "#platform/postgres/db.ts";
import { migrate } from "#platform/postgres/migrate.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../migrations");
const DAY_MS = 86_400_000;
const TASKS = 5;

const stack = new AsyncDisposableStack();
let owner: pg.Client;
let system: Db;
const before = Array.from({ length: TASKS }, (_, i) => newId("task", Date.now() - i * 20 * DAY_MS));

const insert = (id: string) =>
  owner.query(
    `INSERT INTO tasks (id, account_id, state, stage, finished_at, deadline_at, request, document, usage)
      VALUES ($1, 'acct_ada', 'completed', 'done', now(), now(), '{}', '{}', '{"pages":2}')`,
    [id],
  );
const partOf = async (id: string): Promise<string> =>
  (await owner.query("SELECT tableoid::regclass::text AS part FROM tasks WHERE id = $1", [id])).rows[0]?.part;
const parts = async (): Promise<string[]> =>
  (await owner.query("SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = 'tasks'::regclass ORDER BY 1")).rows.map(
    ({ part }) => part,
  );
/** `YYYY_MM` of so many months from now, in UTC. */
const month = (ahead: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 7).replace("-", "_");
};
const inMonth = (ahead: number): number => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 10);
};

/** A database of the version before, with tasks, brought to this one. */
beforeAll(async () => {
  const connection = { host: inject("postgresSocket"), user: "winnow", database: `months_${randomBytes(6).toString("hex")}`, port: 5432 };
  const admin = new pg.Client({ ...connection, database: "postgres" });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${connection.database}`);
  stack.defer(async () => {
    await admin.query(`DROP DATABASE ${connection.database} WITH (FORCE)`);
    await admin.end();
  });
  const earlier = await mkdtemp(path.join(tmpdir(), "winnow-migrations-"));
  stack.defer(() => rm(earlier, { recursive: true }));
  for (const name of await readdir(MIGRATIONS)) if (name < "0033") await cp(path.join(MIGRATIONS, name), path.join(earlier, name));
  await migrate(connection, pathToFileURL(`${earlier}/`));
  owner = new pg.Client(connection);
  await owner.connect();
  stack.defer(() => owner.end());
  await owner.query("INSERT INTO accounts (id, email, tier, rate_per_minute) VALUES ('acct_ada', 'ada@example.com', 'free', 10)");
  for (const id of before) await insert(id);
  await owner.query(
    "INSERT INTO deliveries (id, account_id, task_id, webhook_id, event_type, url, state, body, origin, receiver) VALUES ('dlv_1', 'acct_ada', $1, 'm', 'e', 'u', 'pending', 'b', 'o', 'r')",
    [before[0]],
  );
  await migrate(connection);
  system = stack.use(openDb(connection, { connectionsMax: 1, name: "test", role: "winnow_system", onError: () => undefined })).db;
});
afterAll(() => stack.disposeAsync());

test("what there was is there, and what refers to it still goes with it", async () => {
  const { rows } = await owner.query("SELECT id FROM tasks ORDER BY id DESC");
  expect(rows.map(({ id }) => id)).toEqual(before);
  expect(await partOf(before[0] ?? "")).toBe("tasks_first");
  await expect(owner.query("UPDATE deliveries SET task_id = 'task_none'")).rejects.toThrow("foreign key");
  await system
    .deleteFrom("tasks")
    .where("id", "=", before[0] ?? "")
    .execute();
  expect((await owner.query("SELECT FROM deliveries")).rowCount).toBe(0);
  expect((await owner.query("SELECT sum(tasks)::int AS tasks, sum(pages)::int AS pages FROM usage_days")).rows).toEqual([
    { tasks: 1, pages: 2 },
  ]);
  expect((await owner.query("SELECT count(*)::int AS n FROM usage_now")).rows).toEqual([{ n: TASKS - 1 }]);
});

test("the first part has all indexes from before, so that nobody waited while one was built", async () => {
  const indexes = async (table: string) =>
    (await owner.query("SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = $1::regclass", [table])).rows;
  const names = (await indexes("tasks_first")).map(({ name }) => name);
  expect(names).toHaveLength((await indexes("tasks_rest")).length);
  expect(names.filter((name) => name.endsWith("_idx"))).toEqual([]);
});

test("bounds are those of ids", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 42 }), async (ms) => {
      const { rows } = await owner.query("SELECT task_bound(to_timestamp($1::float8 / 1000)) AS bound", [ms]);
      expect(rows[0].bound).toBe(`task_${idTime(ms)}`);
    }),
    { numRuns: 50 },
  );
});

test("each month has a part, and what has none is kept as well", async () => {
  expect(await parts()).toEqual(["tasks_first", "tasks_rest"]);
  expect(await keepTaskMonths(system)).toEqual({ made: [], dropped: [] });
  await owner.query("SELECT make_task_months(2, 2)");
  const ids = [0, 1, 2, 7].map((ahead) => newId("task", inMonth(ahead)));
  for (const id of ids) await insert(id);
  const found = [];
  for (const id of ids) found.push(await partOf(id));
  expect(found).toEqual(["tasks_first", "tasks_first", `tasks_${month(2)}`, "tasks_rest"]);
});

test("months that are over and empty are dropped, others stay", async () => {
  await owner.query(
    `
    CREATE TABLE tasks_old (LIKE tasks INCLUDING ALL); CREATE TABLE tasks_older (LIKE tasks INCLUDING ALL);
    ALTER TABLE tasks DETACH PARTITION tasks_first;
    DELETE FROM tasks_first WHERE id >= task_bound(date_trunc('month', now()));
    ALTER TABLE tasks ATTACH PARTITION tasks_first FOR VALUES FROM (task_bound(now() - interval '5 years')) TO (task_bound(date_trunc('month', now())));
    ALTER TABLE tasks ATTACH PARTITION tasks_old FOR VALUES FROM (task_bound(now() - interval '6 years')) TO (task_bound(now() - interval '5 years'))`.replace(
      " CREATE TABLE tasks_older (LIKE tasks INCLUDING ALL);",
      "",
    ),
  );
  const { made, dropped } = await keepTaskMonths(system);
  expect([made, dropped]).toEqual([[`tasks_${month(0)}`, `tasks_${month(1)}`], ["tasks_old"]]);
  const fresh = newId("task");
  await insert(fresh);
  expect(await partOf(fresh)).toBe(`tasks_${month(0)}`);
  await system
    .deleteFrom("tasks")
    .where("id", "<", `task_${idTime(inMonth(0) - 15 * DAY_MS)}`)
    .execute();
  expect((await keepTaskMonths(system)).dropped).toEqual(["tasks_first"]);
  expect(await parts()).toEqual([0, 1, 2].map((ahead) => `tasks_${month(ahead)}`).concat("tasks_rest"));
});

test("a part of which another transaction holds rows is left for the next time", async () => {
  await owner.query("BEGIN");
  await insert(newId("task", inMonth(2)));
  expect(await keepTaskMonths(system)).toEqual({ made: [], dropped: [] });
  await owner.query("COMMIT");
});
