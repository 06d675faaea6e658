/** Limits concurrency per account, within one process. An aborted signal ends the wait. */
import { ConcurrencyLimiter } from "#platform/concurrency-limiter.ts";
import { accountInScope } from "#platform/postgres/account-scope.ts";

export type LimitByAccount = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

export function limitByAccount(atOnce: number): LimitByAccount {
  const limiter = new ConcurrencyLimiter();
  return async (work, signal) => {
    using _permit = await limiter.take({ [accountInScope()]: atOnce }, { signal });
    return await work();
  };
}
