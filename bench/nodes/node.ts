/**
 * One node of the bench: the queue, the notices and the work on tasks as they are, and a reader that waits for as long as reading takes
 * and gives an answer that was read before. Its supervisor and its worker share a process, which is sent no signals.
 */
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { DocumentReader } from "#documents/read-document.ts";
import { openLists } from "#lists/loaded-lists.ts";
import { composeBase, poolsOf } from "#main/compose.ts";
import { connectionOf } from "#main/from-config.ts";
import { type Neighbour, openNodeHub } from "#main/notices.ts";
import { systemClock } from "#platform/clock.ts";
import { readConfig } from "#platform/config.ts";
import { openLog } from "#platform/log.ts";
import { openNotifications } from "#platform/postgres/listen.ts";
import { type NodeNotice, openNodeNotices } from "#platform/postgres/node-notices.ts";
import { openJobs } from "#worker/open-jobs.ts";
import { runWorker } from "#worker/run.ts";

/** The arguments: the node's name, milliseconds that a document takes, and the file with its answer. */
const [name = "", readMs = "0", answerFile = ""] = process.argv.slice(2);

/** Reads one document at a time, as the one reader of a worker does. */
export function stubReader(ms: number, answer: unknown): DocumentReader {
  let last: Promise<unknown> = Promise.resolve();
  const work = () => {
    last = last.then(() => sleep(ms));
    return last.then(() => answer);
  };
  return { work } as unknown as DocumentReader;
}

async function run(): Promise<void> {
  const config = readConfig();
  const log = openLog("silent", "bench");
  const stack = new AsyncDisposableStack();
  const notifications = stack.use(await openNotifications(connectionOf(config), log, { name, workers: 1 }));
  const hub = await openNodeHub({ name, notifications, log });
  const held = new Map<string, string>();
  const listeners = new Set<(notice: NodeNotice) => void>();
  const worker: Neighbour = {
    send: (notice) => {
      for (const listener of listeners) listener(notice);
    },
    held: (job) => [...held.values()].filter((each) => each === job).length,
  };
  hub.add(worker);
  const node = openNodeNotices({
    send: ({ channel, payload, lazy = false }) => hub.tell(worker, { channel, payload: payload ?? "", lazy }),
    onNotice: (listener) => void listeners.add(listener),
  });
  const { open, vault } = await poolsOf(config, log, node, stack);
  const db = open("worker", "winnow_system");
  const { base } = await composeBase(config, { db, log, vault, node }, stack);
  const reader = stubReader(Number(readMs), JSON.parse(await readFile(answerFile, "utf8")));
  const lists = openLists({ db, blobs: base.blobs, reader });
  const deps = { ...base, db, reader, batchReader: reader, lists, accountConcurrency: null, clock: systemClock, scheduleSeconds: [] };
  runWorker(deps, await openJobs(deps), {
    onClaim: (job, claim) => {
      held.set(claim.id, job);
      hub.taken(worker, job);
    },
    onSettle: (_, claim) => void held.delete(claim.id),
  });
  process.send?.("ready");
  process.on("disconnect", () => process.exit(0));
}

if (process.send) await run();
