/** `winnow budget`: what an account's calls to model providers cost this month, and its limit. */
import { budgetOf, setBudget } from "#accounts/accounts.store.ts";
import { spendOfMonth } from "#platform/models/circuit-breaker.store.ts";
import { accountOf } from "./account-of.ts";
import type { CommandOutput } from "./output.ts";
import { withDatabase } from "./with-database.ts";

export async function budget(options: { account?: string; set?: number | "none" }, signal: AbortSignal): Promise<CommandOutput> {
  const { account, spent, own, general } = await withDatabase(signal, async (db, config) => {
    const { accountId, email } = await accountOf(db, options.account);
    if (options.set !== undefined) await setBudget(db, accountId, options.set === "none" ? null : options.set);
    return {
      account: email,
      spent: await spendOfMonth(db, accountId),
      own: await budgetOf(db, accountId),
      general: config.models.monthlyBudgetUsd,
    };
  });
  const limit = own ?? general;
  const total = spent.reduce((sum, each) => sum + each.costUsd, 0);
  const source = own === null ? " (WINNOW_MONTHLY_BUDGET_USD)" : "";
  const lines = spent.map((each) => {
    const unpriced = each.unpricedCalls > 0 ? `, ${each.unpricedCalls} calls without a known price` : "";
    const tokens = `${each.inputTokens} tokens in, ${each.outputTokens} out`;
    return `  ${each.provider} ${each.model}: ${each.calls} calls, ${tokens}, $${each.costUsd.toFixed(4)}${unpriced}`;
  });
  const models = spent.map((each) => ({
    provider: each.provider,
    model: each.model,
    calls: each.calls,
    unpriced_calls: each.unpricedCalls,
    input_tokens: each.inputTokens,
    output_tokens: each.outputTokens,
    cost_usd: each.costUsd,
  }));
  return {
    record: { account, spent_usd: total, limit_usd: limit, own_limit: own !== null, models },
    lines: [`spent $${total.toFixed(4)} of ${limit === null ? "no limit" : `$${limit}${source}`} this month`, ...lines],
  };
}
