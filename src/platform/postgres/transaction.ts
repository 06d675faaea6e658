/** Transactions, and what is to happen once they are committed. */
import pg from "pg";
import type { Db, Tx } from "./db.ts";

const waiting = new WeakMap<Tx, ((db: Db) => void)[]>();

/** Two transactions that wait for each other's rows: PostgreSQL ends one of them, which may begin again (its manual, "Deadlocks"). */
const DEADLOCK = "40P01";
const TRIES_MAX = 4;

/** Runs `work` in a transaction, then what `afterCommit` was given in it. A deadlock runs it again, so `work` changes nothing but the database. */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const hooks: ((db: Db) => void)[] = [];
    try {
      const result = await db.transaction().execute((tx) => {
        waiting.set(tx, hooks);
        return work(tx);
      });
      for (const hook of hooks) hook(db);
      return result;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK || tries === TRIES_MAX) throw error;
    }
  }
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
