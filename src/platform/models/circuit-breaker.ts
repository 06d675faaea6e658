/**
 * Decides whether a call may be made, and counts what calls cost: circuit breaker, pauses, budgets. The state is in the database
 * (circuit-breaker.store.ts). Only two things are cached for a moment: that an account without a budget may call a provider without
 * failures, and what such calls cost until it is written.
 */
import type { Provider } from "#contract/providers.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Log } from "#platform/log.ts";
import type { Db } from "#platform/postgres/db.ts";
import { isOverBudget, mayCall, recordAnswers, recordFailure, recordPause, recordSignOfLife, type Spend } from "./circuit-breaker.store.ts";
import { nameOf } from "./vendor-names.ts";

/** Which account wants to call which model. */
export type Call = { provider: Provider; model: string; hasPrice: boolean; accountId: string };

export type CircuitBreaker = {
  /** Rejects with TaskFailure when the call is not allowed. `claim`: the call follows at once. */
  pass(call: Call, claim: boolean): Promise<void>;
  /** Reports how a call ended; `failure` null: it was answered. */
  report(call: Call, failure: TaskFailure | null, spent: Pick<Spend, "inputTokens" | "outputTokens" | "costUsd">): Promise<void>;
  isOverBudget(accountId: string): Promise<boolean>;
  /** Writes the costs that are still in memory. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** The account's budget for this month is used up. */
export class OverBudget extends TaskFailure {
  constructor(message: string) {
    super("provider_rate_limited", { message, retryable: false });
  }
}

/** For a pause whose length the provider did not give. */
const PAUSE_SECONDS = 1;
const REMEMBERED_MS = 100;
const REMEMBERED_MAX = 10_000;

export function openCircuitBreaker({ db, log }: { db: Db; log: Log }, defaultBudget: number | null): CircuitBreaker {
  const free = new Map<string, number>();
  const ledger = openLedger(db, log);
  const keyOf = ({ provider, accountId }: Call) => `${provider} ${accountId}`;
  const isRemembered = (call: Call) => performance.now() - (free.get(keyOf(call)) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS;
  return {
    async pass(call, claim) {
      if (isRemembered(call)) return;
      const { verdict, waitSeconds, budget, failures } = await mayCall(db, { ...call, defaultBudget }, claim);
      refuse(call, verdict, waitSeconds, budget);
      if (budget !== null || failures > 0) return;
      if (free.size >= REMEMBERED_MAX) free.clear();
      free.set(keyOf(call), performance.now());
    },
    async report(call, failure, spent) {
      const { provider, accountId, model } = call;
      const spend = { ...spent, model, calls: 1, unpricedCalls: spent.costUsd === null ? 1 : 0 };
      const isAnswered = failure === null || spent.inputTokens + spent.outputTokens > 0;
      if (isAnswered && isRemembered(call)) return ledger.add(provider, accountId, spend);
      free.clear();
      if (isAnswered) await recordAnswers(db, provider, accountId, spend);
      else if (failure.code === "provider_unavailable") await recordFailure(db, provider);
      else await recordSignOfLife(db, provider);
      if (failure?.code === "provider_rate_limited" && failure.waits)
        await recordPause(db, provider, accountId, failure.retryAfterSeconds ?? PAUSE_SECONDS);
    },
    isOverBudget: (accountId) => isOverBudget(db, accountId, defaultBudget),
    [Symbol.asyncDispose]: () => ledger.flush(),
  };
}

function refuse({ provider, model, hasPrice }: Call, verdict: string, retryAfterSeconds: number, budget: number | null): void {
  if (verdict === "over_budget")
    throw new OverBudget(`The account's budget for this month, $${budget}, is used up. Raise it, or use the local engine.`);
  if (budget !== null && !hasPrice)
    throw new OverBudget(
      `The account has a budget, but the price of the model \`${model}\` is not known. Lift the budget, or use another model.`,
    );
  if (verdict === "paused")
    throw new TaskFailure("provider_rate_limited", { message: `${nameOf(provider)} asked to wait.`, waits: true, retryAfterSeconds });
  if (verdict !== "open") return;
  const message = `${nameOf(provider)} has failed several times in a row and is given a pause.`;
  throw new TaskFailure("provider_unavailable", { message, waits: true, retryAfterSeconds });
}

/**
 * Sums what accounts without a budget spend and writes it ten times a second, because a hundred calls would otherwise be a hundred commits
 * on one row.
 */
function openLedger(db: Db, log: Log) {
  let open = new Map<string, { provider: Provider; accountId: string; spend: Spend }>();
  let timer: NodeJS.Timeout | undefined;
  /** Writes run one after the other, so that awaiting the last one awaits all of them before the connections close. */
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  const write = async (): Promise<void> => {
    const due = open;
    open = new Map();
    for (const { provider, accountId, spend } of due.values())
      await recordAnswers(db, provider, accountId, spend).catch((error: unknown) =>
        log.error({ err: error }, "the cost of a call could not be written"),
      );
  };
  return {
    flush,
    add(provider: Provider, accountId: string, spend: Spend): void {
      const key = `${provider} ${spend.model} ${accountId}`;
      const known = open.get(key);
      if (known) add(known.spend, spend);
      else open.set(key, { provider, accountId, spend });
      timer ??= setTimeout(() => void flush(), REMEMBERED_MS);
    },
  };
}

function add(to: Spend, more: Spend): void {
  to.calls += more.calls;
  to.inputTokens += more.inputTokens;
  to.outputTokens += more.outputTokens;
  to.costUsd = to.costUsd === null && more.costUsd === null ? null : (to.costUsd ?? 0) + (more.costUsd ?? 0);
  to.unpricedCalls += more.unpricedCalls;
}
