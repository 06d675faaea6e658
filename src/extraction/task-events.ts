/** A task's server-sent events, numbered by revision, until it is finished; with `Last-Event-ID`, all later events are sent again. */
import type { Db } from "#platform/postgres/db.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import { eventsOf } from "./task-history.ts";
import { findTaskWithHistory } from "./task-rows.store.ts";

/** A comment at this interval keeps proxies from closing an idle stream. */
const KEEP_ALIVE_MS = 5_000;
/** The task is polled at this interval, in case a notification was lost. */
const LOOK_AGAIN_MS = 30_000;

/** Yields the text to write, starting after the event `lastSeen`; null: starting with the current state. Ends when the task is deleted. */
export async function* taskEvents(
  deps: { db: Db; watch: Watch },
  accountId: string,
  id: string,
  lastSeen: number | null,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let seen = lastSeen;
  while (!signal.aborted) {
    using change = deps.watch.changed(id, LOOK_AGAIN_MS, signal);
    const found = await findTaskWithHistory(deps.db, accountId, id);
    if (!found) return;
    const { row, history } = found;
    const events = eventsOf(row, history);
    for (const each of seen === null ? events.slice(-1) : events.filter((event) => event.id > (seen ?? 0))) {
      const event = seen === null ? "status" : each.event;
      yield `id: ${each.id}\nevent: ${event}\ndata: ${JSON.stringify(each.summary)}\n\n`;
    }
    seen = Math.max(seen ?? 0, events.at(-1)?.id ?? 0);
    if (row.finished_at !== null) return;
    while (!(await endsWithin(change.next, KEEP_ALIVE_MS))) yield ": still here\n\n";
  }
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, ms, false);
  try {
    return await Promise.race([work.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
