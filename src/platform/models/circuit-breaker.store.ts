/**
 * Circuit breaker, pauses, budgets and spending, shared by all processes. Rules that have to be atomic are in SQL
 * (migrations/0003_models.sql, `may_call`).
 */
import { sql } from "kysely";
import type { Provider } from "#contract/providers.ts";
import { type Db, prepared } from "#platform/postgres/db.ts";

/** Consecutive failures that open the breaker. */
const BREAKER_FAILURES = 5;
/** While the breaker is open, one probe call per this interval is allowed. */
const PROBE_SECONDS = 10;
/** A longer pause requested by a provider is shortened to this. */
const PAUSE_SECONDS_MAX = 3600;

export type AskVerdict = {
  verdict: "free" | "paused" | "open" | "over_budget";
  waitSeconds: number;
  budget: number | null;
  failures: number;
};

export type BreakerAsk = { provider: Provider; accountId: string; defaultBudget: number | null };

/** `claim`: the call follows at once and may be the probe of an open breaker. */
export async function mayCall(db: Db, { provider, accountId, defaultBudget }: BreakerAsk, claim: boolean): Promise<AskVerdict> {
  const { rows } = await sql<{
    verdict: AskVerdict["verdict"];
    wait_seconds: number | null;
    budget: string | null;
    failures: number | null;
  }>`${prepared}
    SELECT * FROM may_call(${provider}, ${accountId}, ${defaultBudget}, ${PROBE_SECONDS}, ${claim})`.execute(db);
  const [row] = rows;
  const budget = row?.budget == null ? null : Number(row.budget);
  return { verdict: row?.verdict ?? "free", waitSeconds: row?.wait_seconds ?? 0, budget, failures: row?.failures ?? 0 };
}

/** Spending of one or several calls. `costUsd`: sum over calls with a known price; null when no call has one. */
export type Spend = {
  model: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
  unpricedCalls: number;
};

/** After answered calls: adds their cost and closes the breaker. */
export async function recordAnswers(db: Db, provider: Provider, accountId: string, spend: Spend): Promise<void> {
  await sql`${prepared}
    WITH spent AS (
      INSERT INTO model_spend AS s (account_id, month, provider, model, calls, input_tokens, output_tokens, cost_usd, unpriced_calls)
      SELECT a.id, date_trunc('month', now() AT TIME ZONE 'UTC')::date, ${provider}, ${spend.model}, ${spend.calls}::integer, ${spend.inputTokens}::bigint,
        ${spend.outputTokens}::bigint, ${spend.costUsd ?? 0}::numeric, ${spend.unpricedCalls}::integer
      FROM accounts a WHERE a.id = ${accountId}
      ON CONFLICT (account_id, month, provider, model) DO UPDATE SET calls = s.calls + excluded.calls, input_tokens = s.input_tokens + excluded.input_tokens,
        output_tokens = s.output_tokens + excluded.output_tokens, cost_usd = s.cost_usd + excluded.cost_usd,
        unpriced_calls = s.unpriced_calls + excluded.unpriced_calls)
    UPDATE provider_health SET failures = 0, opened_at = NULL WHERE provider = ${provider} AND failures > 0`.execute(db);
}

/** After a call that the provider failed; BREAKER_FAILURES in a row open the breaker. */
export async function recordFailure(db: Db, provider: Provider): Promise<void> {
  await sql`${prepared}
    INSERT INTO provider_health AS h (provider, failures) VALUES (${provider}, 1)
    ON CONFLICT (provider) DO UPDATE SET failures = h.failures + 1,
      opened_at = CASE WHEN h.failures + 1 >= ${BREAKER_FAILURES} THEN coalesce(h.opened_at, now()) END,
      probed_at = CASE WHEN h.failures + 1 >= ${BREAKER_FAILURES} THEN now() END`.execute(db);
}

/** The provider answered, but without a usable result: it is reachable. */
export async function recordSignOfLife(db: Db, provider: Provider): Promise<void> {
  await sql`${prepared} UPDATE provider_health SET failures = 0, opened_at = NULL WHERE provider = ${provider} AND failures > 0`.execute(
    db,
  );
}

/** The provider asked to pause calls for this account. */
export async function recordPause(db: Db, provider: Provider, accountId: string, seconds: number): Promise<void> {
  await sql`${prepared}
    INSERT INTO provider_pauses AS p (provider, account_id, until)
    SELECT ${provider}, a.id, now() + make_interval(secs => ${Math.min(seconds, PAUSE_SECONDS_MAX)}) FROM accounts a WHERE a.id = ${accountId}
    ON CONFLICT (provider, account_id) DO UPDATE SET until = greatest(p.until, excluded.until)`.execute(db);
}

export type MonthSpend = {
  provider: string;
  model: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  unpricedCalls: number;
};

/** Spending of the account this month by model, most expensive first. */
export async function spendOfMonth(db: Db, accountId: string): Promise<MonthSpend[]> {
  const { rows } = await sql<MonthSpend>`
    SELECT provider, model, calls, input_tokens::float8 AS "inputTokens", output_tokens::float8 AS "outputTokens", cost_usd::float8 AS "costUsd",
      unpriced_calls AS "unpricedCalls"
    FROM model_spend WHERE account_id = ${accountId} AND month = date_trunc('month', now() AT TIME ZONE 'UTC')::date ORDER BY cost_usd DESC, model`.execute(
    db,
  );
  return rows;
}

/** Whether the account has used up this month's budget. */
export async function isOverBudget(db: Db, accountId: string, defaultBudget: number | null): Promise<boolean> {
  const { rows } = await sql<{ over: boolean | null }>`
    SELECT coalesce(a.monthly_budget_usd, ${defaultBudget}::numeric) <= coalesce((SELECT sum(s.cost_usd) FROM model_spend s
      WHERE s.account_id = a.id AND s.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date), 0) AS over
    FROM accounts a WHERE a.id = ${accountId}`.execute(db);
  return rows[0]?.over ?? false;
}
