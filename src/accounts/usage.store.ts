/** All SQL on usage. Existing rows are counted directly (view `usage_now`); deleted ones were added to totals per day (`usage_days`). */
import { sql } from "kysely";
import type { UsageDay } from "#contract/usage.ts";
import type { Db } from "#platform/postgres/db.ts";

export type UsedDay = Omit<UsageDay, "requests">;

/** By UTC day from `since` on; days without usage are left out. `sinceId`: the id part that corresponds to `since` (see idTime). */
export async function usedByDay(db: Db, accountId: string, since: string, sinceId: string): Promise<UsedDay[]> {
  const columns = sql`day, tasks, completed, failed, pages, input_tokens, output_tokens, cost_usd, resumes, evaluations`;
  const { rows } = await sql<UsedDay>`
    SELECT day::text AS date, sum(tasks)::bigint AS tasks, sum(completed)::bigint AS completed, sum(failed)::bigint AS failed, sum(pages)::bigint AS pages,
      sum(input_tokens)::bigint AS input_tokens, sum(output_tokens)::bigint AS output_tokens, sum(cost_usd)::float8 AS cost_usd,
      sum(resumes)::bigint AS resumes, sum(evaluations)::bigint AS evaluations
    FROM (
      SELECT ${columns} FROM usage_now WHERE account_id = ${accountId} AND id >= kind || '_' || ${sinceId} AND day >= ${since}::date
      UNION ALL
      SELECT ${columns} FROM usage_days WHERE account_id = ${accountId} AND day >= ${since}::date
    ) AS used GROUP BY day`.execute(db);
  return rows;
}
