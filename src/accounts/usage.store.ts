/**
 * All SQL on usage. Existing rows are counted directly (view `usage_now`), tasks of days that are over by a sum of each day
 * (`task_usage_days`); deleted ones were added to totals per day (`usage_days`).
 */
import { sql } from "kysely";
import type { UsageDay } from "#contract/usage.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";

export type UsedDay = Omit<UsageDay, "requests">;

/** Largest clock difference: ids are made with a node's clock, days with the database's. */
const CLOCKS_APART = sql`interval '1 hour'`;
/** A day is summed when it has been over for so long: what was submitted on it is committed. */
const SETTLED = sql`interval '1 hour'`;
/** The most that may be asked for. */
const SUMMED_DAYS = 90;

/** The least part behind `task_`, `job_` … of an id made on this day. */
const firstIdOf = (day: ReturnType<typeof sql>) => sql`substr(task_bound(${day}::timestamp AT TIME ZONE 'UTC' - ${CLOCKS_APART}), 6)`;
const lastIdOf = (day: ReturnType<typeof sql>) => sql`substr(task_bound((${day} + 1)::timestamp AT TIME ZONE 'UTC' + ${CLOCKS_APART}), 6)`;

/** By UTC day from `since` (YYYY-MM-DD) until today; days without usage are left out. */
export async function usedByDay(db: Db, accountId: string, since: string): Promise<UsedDay[]> {
  const columns = sql`day, tasks, completed, failed, pages, input_tokens, output_tokens, cost_usd, resumes, evaluations`;
  const ofTasks = sql`day, tasks, completed, failed, pages, input_tokens, output_tokens, cost_usd, 0, 0`;
  const day = sql`open.day`;
  const { rows } = await sql<UsedDay>`
    WITH open AS (
      SELECT each::date AS day FROM generate_series(${since}::date, ((now() + ${CLOCKS_APART}) AT TIME ZONE 'UTC')::date, '1 day') AS each
      WHERE NOT EXISTS (SELECT FROM task_usage_days s WHERE s.account_id = ${accountId} AND s.day = each::date AND s.tasks IS NOT NULL)
    )
    SELECT day::text AS date, sum(tasks)::bigint AS tasks, sum(completed)::bigint AS completed, sum(failed)::bigint AS failed, sum(pages)::bigint AS pages,
      sum(input_tokens)::bigint AS input_tokens, sum(output_tokens)::bigint AS output_tokens, sum(cost_usd)::float8 AS cost_usd,
      sum(resumes)::bigint AS resumes, sum(evaluations)::bigint AS evaluations
    FROM (
      SELECT ${columns} FROM usage_now WHERE kind <> 'task' AND account_id = ${accountId}
        AND id >= kind || '_' || ${firstIdOf(sql`${since}::date`)} AND day >= ${since}::date
      UNION ALL
      SELECT ${columns} FROM usage_days WHERE account_id = ${accountId} AND day >= ${since}::date
      UNION ALL
      SELECT ${ofTasks} FROM task_usage_days WHERE account_id = ${accountId} AND day >= ${since}::date AND tasks IS NOT NULL
      UNION ALL
      SELECT t.* FROM open, LATERAL (SELECT ${ofTasks} FROM usage_now u WHERE u.kind = 'task' AND u.account_id = ${accountId}
        AND u.id >= 'task_' || ${firstIdOf(day)} AND u.id < 'task_' || ${lastIdOf(day)} AND u.day = ${day}) AS t
    ) AS used GROUP BY day`.execute(db);
  return rows;
}

/** Notes days that are over and have tasks, to be summed; deletes sums that nobody can ask for. */
export async function noteUsageDays(db: Db): Promise<void> {
  await sql`DELETE FROM task_usage_days WHERE day < (now() AT TIME ZONE 'UTC')::date - ${SUMMED_DAYS}::int`.execute(db);
  const day = sql`each::date`;
  const { rows: over } = await sql<{ day: string; first: string; last: string }>`
    SELECT ${day}::text AS day, 'task_' || ${firstIdOf(day)} AS first, 'task_' || ${lastIdOf(day)} AS last FROM generate_series(
      coalesce((SELECT max(day) FROM task_usage_days), (now() AT TIME ZONE 'UTC')::date - ${SUMMED_DAYS}::int),
      ((now() - ${SETTLED}) AT TIME ZONE 'UTC')::date - 1, '1 day') AS each ORDER BY each`.execute(db);
  // A statement for each day, whose bounds are known when it is planned, so that it looks at the tasks of one month.
  for (const { day, first, last } of over)
    await sql`INSERT INTO task_usage_days (account_id, day) SELECT a.id, ${day}::date FROM accounts a
      WHERE EXISTS (SELECT FROM tasks t WHERE t.account_id = a.id AND t.id >= ${first} AND t.id < ${last}) ON CONFLICT DO NOTHING`.execute(
      db,
    );
}

/** Sums one day of one account that has been noted; returns how many it summed, 0 or 1. */
export async function sumUsageDay(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    // Before the snapshot of the sum: changes wait until it is written, and each marks the day for another sum.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('winnow usage sums', 7240615))`.execute(tx);
    const { rows } = await sql`
      UPDATE task_usage_days d SET tasks = s.tasks, completed = s.completed, failed = s.failed, pages = s.pages,
        input_tokens = s.input_tokens, output_tokens = s.output_tokens, cost_usd = s.cost_usd
      FROM (SELECT account_id, day FROM task_usage_days WHERE tasks IS NULL ORDER BY day DESC LIMIT 1) AS next,
        LATERAL (SELECT count(*) AS tasks, coalesce(sum(completed), 0) AS completed, coalesce(sum(failed), 0) AS failed, coalesce(sum(pages), 0) AS pages,
            coalesce(sum(input_tokens), 0) AS input_tokens, coalesce(sum(output_tokens), 0) AS output_tokens, coalesce(sum(cost_usd), 0) AS cost_usd
          FROM usage_now u WHERE u.kind = 'task' AND u.account_id = next.account_id AND u.id >= 'task_' || ${firstIdOf(sql`next.day`)}
            AND u.id < 'task_' || ${lastIdOf(sql`next.day`)} AND u.day = next.day) AS s
      WHERE d.account_id = next.account_id AND d.day = next.day RETURNING 1`.execute(tx);
    return rows.length;
  });
}
