/**
 * The supervisor's part in notices: hands those of one process to the others of the node, those that concern others to other nodes, and
 * wakes for each job one worker that can take it.
 */
import { JOB_NAMES, JOBS, type JobName } from "#contract/jobs.ts";
import type { Log } from "#platform/log.ts";
import {
  ACCOUNT_CHANGED,
  CANCELLED,
  CHANGED,
  JOB_DUE,
  type Listening,
  type NodeNotifications,
  type Notice,
} from "#platform/postgres/listen.ts";
import type { NodeNotice } from "#platform/postgres/node-notices.ts";

/** A process of the node. `held`: jobs that it runs, by name; null for one that takes none. */
export type Neighbour = { send(message: NodeNotice): void; held: ((name: JobName) => number) | null };

/** A worker that was woken counts as taken for so long, or until it takes the job. */
const WOKEN_MS = 200;
/** A worker with more jobs than this share of its slots is busy: it takes jobs ahead of the one that its reader is at. */
const FREE_SHARE = 0.2;
/** Nodes that a job is offered to one after the other when all workers of the first are busy. Then all are: who is free next looks. */
const OFFERS_MAX = 3;
/** Notices to other nodes are gathered for this time after some were sent, without duplicates. */
const GATHER_MS = 20;
/** A lazy one waits so long for others. */
const LAZY_MS = 250;

/** The channel of one node. Payload: JSON of Offer. */
const channelOf = (node: string): string => `winnow_node_${node}`;
type Offer = { due: JobName; offers: number };

export type NodeHub = {
  add(neighbour: Neighbour): void;
  /** A notice of the supervisor itself, or of one of its processes. */
  tell(from: Neighbour | null, notice: Notice): void;
  /** The worker has taken a job of this name. */
  taken(worker: Neighbour, name: JobName): void;
};

export async function openNodeHub({
  name,
  notifications,
  log,
}: {
  name: string;
  notifications: NodeNotifications;
  log: Log;
}): Promise<NodeHub> {
  const all = new Set<Neighbour>();
  const outbox = new Map<string, Notice>();
  const woken = new Map<Neighbour, { name: JobName; at: number }[]>();
  let sending = false;
  let later: NodeJS.Timeout | undefined;

  const spread = (from: Neighbour | null, channel: string, payload: string | null) => {
    for (const each of all) if (each !== from) each.send({ kind: "notice", channel, payload });
  };
  const send = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    while (outbox.size > 0) {
      const notices = [...outbox.values()];
      outbox.clear();
      clearTimeout(later);
      later = undefined;
      await notifications.send(notices).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    }
    sending = false;
  };
  const outside = (notice: Notice): void => {
    outbox.set(`${notice.channel} ${notice.payload}`, notice);
    if (notice.lazy !== true) void send();
    else later ??= setTimeout(() => void send(), LAZY_MS).unref();
  };
  /** Nobody hears of it when nobody listens; while that is not known, somebody may. */
  const others = (): Promise<readonly Listening[]> =>
    notifications.others().catch((error: unknown) => {
      log.debug({ err: error }, "who else listens is not known");
      return [{ node: null, workers: 0 }];
    });
  const load = (worker: Neighbour, job: JobName): number => {
    const now = performance.now();
    const open = (woken.get(worker) ?? []).filter(({ at }) => now - at < WOKEN_MS);
    woken.set(worker, open);
    return (worker.held?.(job) ?? 0) + open.filter((each) => each.name === job).length;
  };
  const wake = (worker: Neighbour, job: JobName): void => {
    woken.set(worker, [...(woken.get(worker) ?? []), { name: job, at: performance.now() }]);
    worker.send({ kind: "notice", channel: JOB_DUE, payload: job });
  };
  const workers = () => [...all].filter(({ held }) => held !== null);
  const leastBusy = (job: JobName): { worker: Neighbour; isFree: boolean } | null => {
    const loads = workers().map((worker) => ({ worker, load: load(worker, job) }));
    const least = Math.min(...loads.map((each) => each.load));
    const found = oneOf(loads.filter((each) => each.load === least));
    return found && { worker: found.worker, isFree: found.load < FREE_SHARE * JOBS[job].slots };
  };
  const offer = async ({ due, offers }: Offer): Promise<void> => {
    const own = leastBusy(due);
    if (own?.isFree) return wake(own.worker, due);
    const elsewhere = offers < OFFERS_MAX ? oneOf((await others()).filter(({ node, workers }) => node !== null && workers > 0)) : null;
    if (elsewhere?.node)
      outside({ channel: channelOf(elsewhere.node), payload: JSON.stringify({ due, offers: offers + 1 } satisfies Offer) });
    // One that is busy looks for more when it has ended a job.
    else if (own) wake(own.worker, due);
    if (offers === 0 && (await others()).some(({ node }) => node === null)) outside({ channel: JOB_DUE, payload: due });
  };
  const due = (job: string, offers = 0): void => {
    const found = JOB_NAMES.find((each) => each === job);
    if (found === undefined) return;
    void offer({ due: found, offers });
  };

  for (const channel of [CHANGED, ACCOUNT_CHANGED, CANCELLED])
    await notifications.listen(channel, (payload) => spread(null, channel, payload));
  // After a lost connection was restored each worker looks at all jobs. What every node hears goes no further.
  await notifications.listen(JOB_DUE, (payload) => (payload === null ? spread(null, JOB_DUE, null) : due(payload, OFFERS_MAX)));
  await notifications.listen(channelOf(name), (payload) => {
    const offered = payload === null ? null : (JSON.parse(payload) as Offer);
    if (offered) due(offered.due, offered.offers);
  });
  return {
    add: (neighbour) => void all.add(neighbour),
    tell(from, notice) {
      if (notice.channel === JOB_DUE) return due(notice.payload);
      spread(from, notice.channel, notice.payload);
      void others().then((found) => found.length > 0 && outside(notice));
    },
    taken(worker, job) {
      const open = woken.get(worker) ?? [];
      const at = open.findIndex((each) => each.name === job);
      if (at >= 0) open.splice(at, 1);
    },
  };
}

const oneOf = <T>(all: readonly T[]): T | null => all[Math.floor(Math.random() * all.length)] ?? null;
