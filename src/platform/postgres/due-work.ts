/** Work that becomes due at a time the database knows. All times are looked at in one statement, the one with which a leader shows that it lives. */
import type pg from "pg";
import type { Log } from "#platform/log.ts";

/**
 * `at`: an SQL expression without parameters, quick by an index: the earliest time from which there is such work (timestamptz), null while
 * none is known. `isLasting`: being due is no reason to look again sooner, as it may stay so under load.
 */
export type DueWork = { at: string; work: () => Promise<unknown>; isLasting?: boolean };

export type DueLook = AsyncDisposable & {
  /** Starts what is due, unless it is at work already. Returns milliseconds until the next is due: 0 while one is, infinite when none is known. */
  look(client: pg.Client): Promise<number>;
};

/** A failure is logged; what is still due then is started again at the next look. */
export function lookForDue(log: Log, all: readonly DueWork[]): DueLook {
  // The clock of the database, which wrote the times.
  const columns = all.map(({ at }, i) => `(extract(epoch FROM (${at}) - now()) * 1000)::float8 AS due_${i}`);
  const statement = `SELECT ${columns.join(", ")}`;
  const working = new Map<DueWork, Promise<void>>();
  const begin = async (each: DueWork): Promise<void> => {
    try {
      await each.work();
    } catch (error) {
      log.warn({ err: error }, "maintenance failed and is tried again");
    } finally {
      working.delete(each);
    }
  };
  return {
    async look(client) {
      const { rows } = await client.query<Record<string, number | null>>(statement);
      let next = Number.POSITIVE_INFINITY;
      for (const [i, each] of all.entries()) {
        const inMs = rows[0]?.[`due_${i}`] ?? Number.POSITIVE_INFINITY;
        if (inMs > 0 || each.isLasting !== true) next = Math.min(next, Math.max(0, inMs));
        if (inMs <= 0 && !working.has(each)) working.set(each, begin(each));
      }
      return next;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(working.values());
    },
  };
}
