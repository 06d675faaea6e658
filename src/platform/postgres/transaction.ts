/** Transactions, and what is to happen once they are committed. */
import type { Db, Tx } from "./db.ts";

const waiting = new WeakMap<Tx, ((db: Db) => void)[]>();

/** Runs `work` in a transaction, then what `afterCommit` was given in it. */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const hooks: ((db: Db) => void)[] = [];
  const result = await db.transaction().execute((tx) => {
    waiting.set(tx, hooks);
    return work(tx);
  });
  for (const hook of hooks) hook(db);
  return result;
}

/** Runs `hook` when the transaction is committed, and not when it is rolled back; outside one, at once. */
export function afterCommit(db: Db | Tx, hook: (db: Db) => void): void {
  if (!db.isTransaction) {
    hook(db);
    return;
  }
  const hooks = waiting.get(db as Tx);
  if (!hooks) throw new Error("use transaction() of platform/transaction.ts, so that others can be told after the commit");
  hooks.push(hook);
}
