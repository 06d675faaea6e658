/** GET /usage: the account's usage by day, and its limits. */
import { z } from "zod";
import { planOf } from "#accounts/accounts.store.ts";
import { requestsOfLastMinute } from "#accounts/keys.store.ts";
import { accountUsage } from "#accounts/usage.ts";
import { LIMITS } from "#contract/limits.ts";
import { UsageDays, type UsageLimits, UsageReport } from "#contract/usage.ts";
import { countUnfinished } from "#extraction/task-rows.store.ts";
import type { App } from "#http/app.ts";
import type { AccountDeps } from "#http/http-deps.ts";
import { errorReplies } from "#http/replies.ts";
import { spendOfMonth } from "#platform/models/circuit-breaker.store.ts";

type Deps = Pick<AccountDeps, "db" | "models" | "queueMax" | "retentionDays">;

const schema = {
  tags: ["account"],
  summary: "What was used by day, and the account's limits",
  querystring: z.object({ days: UsageDays }),
  response: { 200: UsageReport, ...errorReplies },
};

export function usage(app: App, deps: Deps): void {
  app.get("/usage", { schema }, async (request) => {
    const { accountId } = request;
    const [used, limits] = await Promise.all([accountUsage(deps.db, accountId, request.query.days), limitsOf(deps, accountId)]);
    return { ...used, limits };
  });
}

async function limitsOf({ db, models, retentionDays, queueMax }: Deps, accountId: string): Promise<UsageLimits> {
  const [plan, lastMinute, waiting, spent] = await Promise.all([
    planOf(db, accountId),
    requestsOfLastMinute(db, accountId),
    countUnfinished(db, accountId, queueMax),
    spendOfMonth(db, accountId),
  ]);
  return {
    tier: plan.tier,
    requests_per_minute: plan.ratePerMinute,
    requests_last_minute: lastMinute,
    tasks_waiting: waiting,
    tasks_waiting_max: queueMax,
    monthly_budget_usd: plan.monthlyBudgetUsd ?? models.monthlyBudgetUsd,
    spent_this_month_usd: spent.reduce((sum, each) => sum + each.costUsd, 0),
    retention_days: retentionDays,
    document_bytes_max: LIMITS.documentBytesMax,
    document_pages_max: LIMITS.documentPagesMax,
  };
}
