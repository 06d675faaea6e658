/** How much work of an account may wait or run at a time. Exact over all processes, without a count at every submission. */
import { sql } from "kysely";
import { ApiError } from "#contract/errors.ts";
import type { Tx } from "#platform/postgres/db.ts";
import { BACKLOG_MAX } from "./priority.ts";

/** What an account whose queue is full is told to wait, seconds. */
const RETRY_SECONDS = 30;
/** How long a count is trusted: counting ten thousand rows for each submission would cost more than it. */
const TRUSTED_MS = 1_000;
/** So far below the bound a count that is not exact is enough: nobody submits as many within the time that it is trusted. */
const NEAR = 1_000;
/** Any constant; with the account it names the lock under which its queue is counted exactly. */
const LOCK = 7_240_615;

export type AccountQueue = {
  /** What is counted. */
  kind: string;
  accountId: string;
  /** Unfinished ones that the account may have. */
  max: number;
  /** How many this submission brings. */
  adding: number;
};

const counts = new Map<string, { count: number; at: number }>();

/** For before anything is kept of a submission: throws ApiError `queue_full` when the queue was full a moment ago. */
export function refuseWhenFull(queue: AccountQueue): void {
  if ((knownCount(queue) ?? 0) + queue.adding > queue.max) throw full();
}

/** Whether an account with `count` unfinished rows, counted up to BACKLOG_MAX, has so much room that nobody needs to count them all. */
export const hasRoom = (count: number, max: number): boolean => count < BACKLOG_MAX && isFar(count, max);

const isFar = (count: number, max: number): boolean => count < max - NEAR;

/**
 * For after the insertion, in its transaction, where `hasRoom` says no. `count` tells the account's unfinished rows, those of `tx` included, up to the given number.
 * Near the bound an account's submissions go one at a time, so that they never pass it together. Throws ApiError `queue_full`.
 */
export async function admit(tx: Tx, queue: AccountQueue, count: (max: number) => Promise<number>): Promise<void> {
  const known = knownCount(queue);
  if (known !== null && isFar(known, queue.max)) return;
  if (queue.max > NEAR && isFar(await counted(queue, count), queue.max)) return;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${queue.accountId}, ${LOCK}))`.execute(tx);
  const n = await counted(queue, count);
  if (n <= queue.max) return;
  remember(queue, n - queue.adding);
  throw full();
}

async function counted(queue: AccountQueue, count: (max: number) => Promise<number>): Promise<number> {
  const n = await count(queue.max + 1);
  remember(queue, n);
  return n;
}

function remember(queue: AccountQueue, count: number): void {
  counts.set(keyOf(queue), { count, at: performance.now() });
}

function knownCount(queue: AccountQueue): number | null {
  const known = counts.get(keyOf(queue));
  return known && performance.now() - known.at < TRUSTED_MS ? known.count : null;
}

const keyOf = ({ kind, accountId }: AccountQueue): string => `${kind} ${accountId}`;
const full = (): ApiError => new ApiError("queue_full", { retryAfterSeconds: RETRY_SECONDS });
