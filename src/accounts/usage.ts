/** Usage of an account by day. */
import type { UsageCounts, UsageDay } from "#contract/usage.ts";
import type { Db } from "#platform/postgres/db.ts";
import { requestsByDay } from "./keys.store.ts";
import { usedByDay } from "./usage.store.ts";

const DAY_MS = 86_400_000;

const NOTHING: UsageCounts = {
  requests: 0,
  tasks: 0,
  completed: 0,
  failed: 0,
  pages: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost_usd: 0,
  resumes: 0,
  evaluations: 0,
};
const COUNTED = Object.keys(NOTHING) as (keyof UsageCounts)[];

/** The last `count` days in UTC, oldest first, today included; a day without use is all zeros. */
export async function accountUsage(
  db: Db,
  accountId: string,
  count: number,
  now: Date = new Date(),
): Promise<{ days: UsageDay[]; totals: UsageCounts }> {
  const dates = Array.from({ length: count }, (_, i) => dateOf(now.getTime() - (count - 1 - i) * DAY_MS));
  const [since = dateOf(now.getTime())] = dates;
  const [used, requests] = await Promise.all([usedByDay(db, accountId, since), requestsByDay(db, accountId, since)]);
  const usedOn = new Map(used.map((day) => [day.date, day]));
  const requestsOn = new Map(requests.map((day) => [day.date, day.requests]));
  const days = dates.map((date) => ({ date, ...NOTHING, ...usedOn.get(date), requests: requestsOn.get(date) ?? 0 }));
  return { days, totals: totalOf(days) };
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function totalOf(days: UsageDay[]): UsageCounts {
  const total = { ...NOTHING };
  for (const day of days) for (const name of COUNTED) total[name] += day[name];
  // Avoids floating-point sums such as 0.30000000000000004.
  return { ...total, cost_usd: Number(total.cost_usd.toPrecision(12)) };
}
