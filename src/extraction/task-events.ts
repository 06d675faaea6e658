/** A task as server-sent events: its newest state at every change, numbered by revision, until it is finished. */
import type { Db } from "#platform/postgres/db.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import { summaryOf } from "./task-record.ts";
import { findTask } from "./task-rows.store.ts";

/** A comment this often keeps proxies from closing a quiet stream; the task is looked at then, in case a notice was lost. */
const KEEP_ALIVE_MS = 5_000;

/** Yields what to write. States that follow each other within a moment may be told as the last of them. Ends when the task is deleted. */
export async function* taskEvents(
  deps: { db: Db; watch: Watch },
  accountId: string,
  id: string,
  lastSeen: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let seen = lastSeen;
  let state: string | null = null;
  while (!signal.aborted) {
    using change = deps.watch.changed(id, KEEP_ALIVE_MS, signal);
    const row = await findTask(deps.db, accountId, id);
    if (!row) return;
    if (row.revision > seen) {
      seen = row.revision;
      const event = row.state === state ? "progress" : "status";
      state = row.state;
      yield `id: ${row.revision}\nevent: ${event}\ndata: ${JSON.stringify(summaryOf(row))}\n\n`;
    }
    if (row.finished_at !== null) return;
    if (!(await change.next)) yield ": still here\n\n";
  }
}
