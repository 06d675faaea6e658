/** For which account a piece of work is done: known by its whole chain of calls, and told to the database with each of its queries. */
import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<string>();

/** `work` and everything it starts acts for the account. */
export function inAccount<T>(accountId: string, work: () => T): T {
  return scope.run(accountId, work);
}

/** Empty outside of any, which is nobody. */
export const accountInScope = (): string => scope.getStore() ?? "";
