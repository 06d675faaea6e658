/** The parts of the table of tasks, one a month; only the database's own functions make and drop them (migrations/0036_tasks_by_month.sql). */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.ts";

/** Makes the parts of this month and the next, and drops those of past months that have no task left. Fails when a table is locked for 1 s. */
export async function keepTaskMonths(db: Db): Promise<{ made: string[]; dropped: string[] }> {
  const { rows: made } = await sql<{ name: string }>`SELECT make_task_months(0, 1) AS name`.execute(db);
  const { rows: dropped } = await sql<{ name: string }>`SELECT drop_empty_task_months() AS name`.execute(db);
  return { made: made.map(({ name }) => name), dropped: dropped.map(({ name }) => name) };
}
