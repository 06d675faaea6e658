/** Transactions, and hooks that run after the commit. */
import pg from "pg";
import type { Db, Tx } from "./db.ts";

const waiting = new WeakMap<Tx, ((db: Db) => void)[]>();

/** Deadlock: PostgreSQL ends one of the transactions, which may be run again (its manual, "Deadlocks"). */
const DEADLOCK = "40P01";
const TRIES_MAX = 4;

/**
 * COMMIT was sent but not answered, so the transaction may be committed. After every other error of `transaction` it is certainly rolled
 * back, because COMMIT was not sent or the server refused it; only then may a caller undo what the rows would need.
 */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super("the answer to COMMIT was lost", { cause });
  }
}

/** SQLSTATE classes: the connection failed (08), or the server ended it (57), which can also happen after the commit. */
const LEAVES_UNKNOWN = /^(08|57)/;
const wasRefused = (error: unknown): boolean => error instanceof pg.DatabaseError && !LEAVES_UNKNOWN.test(error.code ?? "08");

/**
 * Runs `work` in a transaction, then the hooks given to `afterCommit`. A deadlock runs `work` again, so `work` must change nothing but the
 * database. Throws CommitUnknown.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const hooks: ((db: Db) => void)[] = [];
    try {
      const result = await attempt(db, work, hooks);
      for (const hook of hooks) hook(db);
      return result;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK || tries === TRIES_MAX) throw error;
    }
  }
}

async function attempt<T>(db: Db, work: (tx: Tx) => Promise<T>, hooks: ((db: Db) => void)[]): Promise<T> {
  let isCommitting = false;
  try {
    return await db.transaction().execute(async (tx) => {
      waiting.set(tx, hooks);
      const result = await work(tx);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    if (isCommitting && !wasRefused(error)) throw new CommitUnknown(error);
    throw error;
  }
}

/** Runs `hook` after the transaction commits, not after a rollback; outside a transaction, at once. */
export function afterCommit(db: Db | Tx, hook: (db: Db) => void): void {
  if (!db.isTransaction) {
    hook(db);
    return;
  }
  const hooks = waiting.get(db as Tx);
  if (!hooks) throw new Error("use transaction() of postgres/transaction.ts, so that others can be notified after the commit");
  hooks.push(hook);
}
