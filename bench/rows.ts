/**
 * The statements of a task's life on a table of many finished tasks: time and pages that each touches, with a tenth of the rows and with all.
 * What grows with the rows is not found by an index. `npm run bench -- rows [NUMBER]`; a million by default, of 1.5 kB each.
 */
import { sql } from "kysely";
import { sumUsageDays } from "#accounts/maintenance.ts";
import { usedByDay } from "#accounts/usage.store.ts";
import { newId } from "#contract/ids.ts";
import { ANY_RULE } from "#extraction/review-work/broken-rules.store.ts";
import { nextToReview } from "#extraction/review-work/work.store.ts";
import { deleteExpired, unreferencedBlobKeys } from "#extraction/task-deletion.store.ts";
import { listLeastConfident, listNewest, type TaskFilter } from "#extraction/task-list.store.ts";
import {
  countByState,
  countUnfinished,
  findCached,
  findTaskText,
  oldestWaitingSeconds,
  queuePosition,
} from "#extraction/task-rows.store.ts";
import { completeTask, failOverdue, insertTasks, type NewTask, startTask } from "#extraction/tasks.store.ts";
import { type Connection, openClient } from "#platform/postgres/client.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { benchDatabase } from "./database.ts";
import { ACCOUNTS, DAY_MS, fill, MONTHS } from "./fill-tasks.ts";
import { type Finding, quantile, round } from "./report.ts";

const ROWS = 1_000_000;
const ROUNDS = 30;
const PAGE = 50;
const EXPIRED_AT_ONCE = 100;
/** More than this many times the pages with ten times the rows is not found by an index. */
const GROWTH_MAX = 3;

export async function rows(count = ROWS): Promise<Finding> {
  await using stack = new AsyncDisposableStack();
  const { db, connection } = await benchDatabase(stack);
  await sql`ALTER TABLE tasks DETACH PARTITION tasks_first`.execute(db);
  await sql`SELECT make_task_months(${-MONTHS - 1}, 1)`.execute(db);
  await sql`INSERT INTO accounts (id, email, tier, rate_per_minute) SELECT 'acct_' || n, n || '@example.com', 'enterprise', 1000 FROM generate_series(0, ${ACCOUNTS}) AS n`.execute(
    db,
  );
  const details: Record<string, number | string> = {};
  const few = Math.round(count / 10);
  await fill(db, 0, few);
  await vacuum(connection);
  const before = await measure(db);
  await fill(db, few, count);
  await vacuum(connection);
  const after = await measure(db);
  let worst = 0;
  for (const [name, { ms, pages }] of Object.entries(after)) {
    const growth = pages / Math.max(10, before[name]?.pages ?? 0);
    details[`\n  ${name}:`] = `${round(ms)} ms ${Math.round(pages)} pages ${round(growth)} times those of a tenth`;
    worst = Math.max(worst, growth);
  }
  const { rows: sizes } = await sql<{
    table: number;
    whole: number;
  }>`SELECT sum(pg_table_size(oid))::float8 / 1e6 AS "table", sum(pg_total_relation_size(oid))::float8 / 1e6 AS whole
    FROM pg_class WHERE relkind = 'r' AND relname LIKE 'tasks%'`.execute(db);
  details["\n  MB"] = sizes[0]?.whole ?? 0;
  details["MB of indexes"] = (sizes[0]?.whole ?? 0) - (sizes[0]?.table ?? 0);
  return {
    name: `statements on ${count} tasks`,
    value: worst,
    unit: "times the pages",
    target: { kind: "at most", value: GROWTH_MAX },
    details,
  };
}

/** On a connection that may be silent for long. */
async function vacuum(connection: Connection): Promise<void> {
  const client = openClient(connection, "bench", { mayBeSilent: true });
  await client.connect();
  await client.query("VACUUM ANALYZE tasks, task_broken_rules");
  await client.end();
}

type Measured = Record<string, { ms: number; pages: number }>;

const FILTER: TaskFilter = {
  state: null,
  templateId: null,
  batchId: null,
  createdAfter: null,
  createdBefore: null,
  text: null,
  review: null,
  reader: null,
  brokenRule: null,
  confidenceBelow: null,
  limit: PAGE,
};

const WANTED = { templateId: null, confidenceBelow: null, brokenRule: null, skip: [] };

/** Medians of each statement, as the large account. */
async function measure(db: Db): Promise<Measured> {
  const account = "acct_0";
  await sql`DELETE FROM task_usage_days`.execute(db);
  await sumUsageDays(db);
  const ids = (
    await sql<{ id: string }>`SELECT id FROM tasks WHERE account_id = ${account} ORDER BY md5(id) LIMIT ${ROUNDS}`.execute(db)
  ).rows.map(({ id }) => id);
  const id = (i: number) => ids[i % ids.length] ?? "";
  const waiting: string[] = [];
  const since = new Date(Date.now() - 30 * DAY_MS);
  const own = (i: number) => waiting[i] ?? "";
  const works: Record<string, (i: number) => Promise<unknown>> = {
    submit: () => transaction(db, (tx) => insertTasks(tx, account, [newTask(waiting)], 1_000)),
    "queue position": (i) => queuePosition(db, { id: own(i), account_id: account, finished_at: null, stage: "queued" }),
    "unfinished tasks": () => countUnfinished(db, account, 1_000),
    "tasks by state": () => countByState(db),
    "oldest that waits": () => oldestWaitingSeconds(db),
    start: (i) => transaction(db, (tx) => startTask(tx, { taskId: own(i), run: 1 }, "reading")),
    complete: (i) => transaction(db, async (tx) => completeTask(tx, await leaseOf(tx, own(i)), DONE, { keepDays: 30, reviewBelow: 0.8 })),
    status: (i) => findTaskText(db, account, id(i)),
    "equal document": (i) => findCached(db, account, `none ${i}`),
    "list, newest": () => listNewest(db, account, FILTER, null),
    "list, from the middle": (i) => listNewest(db, account, FILTER, { id: id(i) }),
    "list, a template": () => listNewest(db, account, { ...FILTER, templateId: "tpl_4" }, null),
    "list, failed": () => listNewest(db, account, { ...FILTER, state: "failed" }, null),
    "list, to review": () => listNewest(db, account, { ...FILTER, review: "needed" }, null),
    "list, reviewed": () => listNewest(db, account, { ...FILTER, review: "done" }, null),
    "list, a day in the past": () =>
      listNewest(db, account, { ...FILTER, createdBefore: new Date(Date.now() - (MONTHS - 1) * 30 * DAY_MS) }, null),
    "list, least sure": () => listLeastConfident(db, account, FILTER, null),
    "list, least sure to review": () => listLeastConfident(db, account, { ...FILTER, review: "needed", confidenceBelow: 0.6 }, null),
    "list, a broken rule to review": () =>
      listLeastConfident(db, account, { ...FILTER, review: "needed", brokenRule: ANY_RULE, templateId: "tpl_0" }, null),
    "next to review, of a broken rule": () =>
      transaction(db, (tx) => nextToReview(tx, account, "per_0", { ...WANTED, brokenRule: ANY_RULE })),
    "next to review": () => transaction(db, (tx) => nextToReview(tx, account, "per_0", WANTED)),
    overdue: () => transaction(db, (tx) => failOverdue(tx, ERROR, 30, EXPIRED_AT_ONCE)),
    "files without a task": () => unreferencedBlobKeys(db, ids),
    "use of 30 days": () => usedByDay(db, account, since.toISOString().slice(0, 10)),
  };
  const measured: Measured = {};
  for (const [name, work] of Object.entries(works)) measured[name] = await repeated(db, work);
  await sql`UPDATE tasks SET expires_at = now() - interval '1 second' WHERE id = ANY(${await oldest(db)}::text[])`.execute(db);
  measured["delete a hundred"] = await repeated(db, () => transaction(db, (tx) => deleteExpired(tx, EXPIRED_AT_ONCE)), 5);
  return measured;
}

const ERROR = { code: "deadline_exceeded", message: "Late.", retryable: false, stage: "queued" } as const;
const DOCUMENT = {
  filename: "invoice.pdf",
  url: null,
  mime_type: "application/pdf",
  size_bytes: 1,
  sha256: null,
  page_count: 1,
  pages: [],
};
const DONE = {
  result: { data: {}, fields: {}, completeness: { pages_read: [1], pages_failed: [], truncated: false }, warnings: [] },
  document: DOCUMENT,
  engine: "local",
  provider: null,
  model: null,
  usage: { pages: 1, input_tokens: 0, output_tokens: 0, cost_usd: 0 },
  timing: null,
  cacheHit: false,
  cacheKey: null,
  rules: null,
} as unknown as Parameters<typeof completeTask>[2];

function newTask(ids: string[]): NewTask {
  const id = newId("task");
  ids.push(id);
  const request = {
    url: null,
    documentDescription: null,
    provider: "local",
    fallback: [],
    pages: null,
    cache: "use",
    retentionDays: null,
    deadlineSeconds: 600,
    priority: 0,
  } as const;
  return {
    id,
    request: { ...request, schema: { fields: [] }, fallback: [] },
    callbackUrl: null,
    sealedPassword: null,
    blobKey: id,
    template: null,
    metadata: {},
    document: DOCUMENT,
    asked: { engine: "local", provider: null, model: null },
  };
}

async function leaseOf(db: Db | Tx, id: string): Promise<{ id: string; lease: string }> {
  const row = await db.selectFrom("tasks").select("lease").where("id", "=", id).executeTakeFirstOrThrow();
  return { id, lease: row.lease ?? "" };
}

async function oldest(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM tasks ORDER BY id LIMIT ${5 * EXPIRED_AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Median time of `work`, and pages that it touches each time, on the one connection. */
async function repeated(db: Db, work: (i: number) => Promise<unknown>, rounds = ROUNDS): Promise<{ ms: number; pages: number }> {
  const times: number[] = [];
  const from = await pagesTouched(db);
  for (let i = 0; i < rounds; i++) {
    const at = performance.now();
    await work(i);
    times.push(performance.now() - at);
  }
  return { ms: quantile(times, 0.5), pages: ((await pagesTouched(db)) - from) / rounds };
}

async function pagesTouched(db: Db): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{
    pages: number;
  }>`SELECT sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0) + coalesce(toast_blks_read, 0) + coalesce(toast_blks_hit, 0))::float8 AS pages
    FROM pg_statio_all_tables WHERE relname LIKE 'task%'`.execute(db);
  return rows[0]?.pages ?? 0;
}
