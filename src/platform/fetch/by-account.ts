/** So many at a time for each account, in one process; whoever waits leaves when the signal says so. */
import pLimit, { type LimitFunction } from "p-limit";
import { accountInScope } from "#platform/postgres/account-scope.ts";

export type InTurn = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

export function byAccount(atOnce: number): InTurn {
  const limits = new Map<string, LimitFunction>();
  return async (work, signal) => {
    signal.throwIfAborted();
    const account = accountInScope();
    const limit = limits.get(account) ?? pLimit(atOnce);
    limits.set(account, limit);
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal.reason);
    signal.addEventListener("abort", leave);
    try {
      return await Promise.race([limit(() => (signal.aborted ? left.promise : work())), left.promise]);
    } finally {
      signal.removeEventListener("abort", leave);
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(account);
    }
  };
}
