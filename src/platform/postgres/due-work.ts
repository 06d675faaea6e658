/** Work that a condition on the database makes due. All conditions are looked at in one statement, the one with which a leader shows that it lives. */
import type pg from "pg";
import type { Log } from "#platform/log.ts";

/** `isDue`: an SQL expression without parameters, quick by an index, that is true while there is such work. */
export type DueWork = { isDue: string; work: () => Promise<unknown> };

/** PostgreSQL ends the session of a leader that was silent for so long: where work goes on and where none does. */
const SILENT = { busy: "4s", quiet: "15s" };
export type DueLook = AsyncDisposable & {
  /** Starts what is due, unless it is at work already. Returns whether there is unfinished work. */
  look(client: pg.Client): Promise<boolean>;
};

/** A failure is logged; what is still due then is started again at the next look. `isBusy`: as of LeaderDeps. */
export function lookForDue(log: Log, isBusy: string, all: readonly DueWork[]): DueLook {
  const columns = all.map(({ isDue }, i) => `${isDue} AS due_${i}`);
  const statement = `SELECT busy, ${[...columns, `set_config('idle_session_timeout', CASE WHEN busy THEN '${SILENT.busy}' ELSE '${SILENT.quiet}' END, false)`].join(", ")}
    FROM (SELECT ${isBusy} AS busy) AS jobs`;
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
      const { rows } = await client.query<Record<string, boolean>>(statement);
      const row = rows[0] ?? {};
      for (const [i, each] of all.entries()) if (row[`due_${i}`] === true && !working.has(each)) working.set(each, begin(each));
      return row.busy === true;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(working.values());
    },
  };
}
