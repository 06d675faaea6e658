/** The account that the current call chain works for (AsyncLocalStorage), sent to the database with its queries. */
import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<string>();

/** Runs `work`, and everything it starts, in the account's scope. */
export function inAccount<T>(accountId: string, work: () => T): T {
  return scope.run(accountId, work);
}

/** Empty outside of a scope; row-level security then shows no rows. */
export const accountInScope = (): string => scope.getStore() ?? "";
