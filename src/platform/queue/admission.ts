/** Limits the unfinished work of an account. Exact over all processes, without counting at every submission. */
import { sql } from "kysely";
import { ApiError } from "#contract/errors.ts";
import type { Tx } from "#platform/postgres/db.ts";
import { BACKLOG_MAX } from "./priority.ts";

/** Retry-After for an account whose queue is full, seconds. */
const RETRY_SECONDS = 30;
/** How long a count is cached: counting ten thousand rows costs more than a submission. */
const TRUSTED_MS = 1_000;
/** Below the limit by this much an approximate count is enough: no account submits as many while it is cached. */
const NEAR = 1_000;
/** A submission that adds more is always counted exactly: ten of them within the time above would pass the limit. */
const FEW = NEAR / 10;
/** Any constant; with the account it forms the advisory lock under which its queue is counted exactly. */
const LOCK = 7_240_615;

export type AccountQueue = {
  /** What is counted, such as tasks. */
  kind: string;
  accountId: string;
  /** Most unfinished items of the account. */
  max: number;
  /** Items this submission adds. */
  adding: number;
};

const counts = new Map<string, { count: number; at: number }>();

/** Called before anything of a submission is stored: throws ApiError `queue_full` when a recent count says that the queue is full. */
export function refuseWhenFull(queue: AccountQueue): void {
  if ((knownCount(queue) ?? 0) + queue.adding > queue.max) throw full();
}

/**
 * Whether an account with `count` unfinished rows, counted up to BACKLOG_MAX, is so far from its limit that an exact count is not needed.
 */
export const hasRoom = (count: number, max: number): boolean => count < BACKLOG_MAX && isFar(count, max);

const isFar = (count: number, max: number): boolean => count < max - NEAR;

/**
 * Called after the insertion, in its transaction, when `hasRoom` is false. `count` returns the account's unfinished rows up to a given
 * number, including those of `tx`. Near the limit, submissions of one account are serialised, so that they cannot exceed it together.
 * Throws ApiError `queue_full`.
 */
export async function admitWork(tx: Tx, queue: AccountQueue, count: (max: number) => Promise<number>): Promise<void> {
  const known = knownCount(queue);
  if (queue.adding <= FEW && known !== null && isFar(known, queue.max)) return;
  if (queue.adding <= FEW && queue.max > NEAR && isFar(await counted(queue, count), queue.max)) return;
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
