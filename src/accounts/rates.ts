/**
 * Rate limits. The counts are in the database, exact over all processes. While the database does not count in time, each process continues
 * with its own counts, so that an account gets at most its rate from each process, and every request is counted. Without a connection to
 * the database all requests are rejected, because keys cannot be looked up either.
 */
import pg from "pg";
import { openBatcher } from "#platform/batcher.ts";
import type { Log } from "#platform/log.ts";
import type { Db } from "#platform/postgres/db.ts";
import { openRecentCounts } from "#platform/recent-counts.ts";
import { type Admission, admit, admitOther, findAccountRate, findKey, type OtherCaller, takeAnonymous } from "./keys.store.ts";
import { openRefusals } from "./refusals.ts";

export type Rates = {
  /** Looks up the key and counts the request. Null: no such key. */
  admitKey(keyHash: Buffer): Promise<Admission | null>;
  /** Counts a request without a key. Null: no such account. */
  admitOther(caller: OtherCaller): Promise<Admission | null>;
  /** Counts an unauthenticated attempt. Returns the milliseconds to wait; 0: allowed. */
  takeAnonymous(by: string, perMinute: number): Promise<number>;
};

/**
 * The counts are considered away after this many failed or slow counts in a row, or after at least two over this many ms without a success.
 * Fewer are taken for a busy moment and tried once more. Requests of one key are batched, so their failures are few and far apart.
 */
const FAILURES_MAX = 6;
const SILENT_MS_MAX = 180;
/** While the counts are away, one request per this interval tries them again. */
const AWAY_MS = 1_000;

/** `ratesDb`: its statement timeout is within the time a caller may wait. `systemDb`: for lookups of keys and accounts only. */
export function openRates({ ratesDb, systemDb, log }: { ratesDb: Db; systemDb: Db; log: Log }): Rates {
  const own = openRecentCounts();
  const shared = openShared(log);
  const refusals = openRefusals();
  const batch = openBatcher<null, Admission | null>();
  /** Requests allowed by the database are also counted here, so that this process has a count when it has to continue alone. */
  const noted = <A extends Admission | null>(by: string, admission: A): A => {
    if (admission?.retryMs === 0) own.add(by);
    return admission;
  };
  return {
    async admitKey(keyHash) {
      const name = keyHash.toString("base64");
      const known = refusals.find(name);
      if (known) return known;
      const admission = await batch(name, null, ({ length: wanted }) =>
        shared.ask(
          async () => (await admit(ratesDb, keyHash, wanted))?.map((one) => noted(one.accountId, one)) ?? unknownKey(wanted),
          async () => {
            const found = await findKey(systemDb, keyHash);
            if (!found) return unknownKey(wanted);
            return Array.from({ length: wanted }, () => ({ ...found, ...own.take(found.accountId, found.ratePerMinute) }));
          },
        ),
      );
      return refusals.note(name, admission);
    },
    admitOther: (caller) =>
      shared.ask(
        async () => noted(caller.by, await admitOther(ratesDb, caller)),
        async () => {
          const rate = await findAccountRate(systemDb, caller.accountId);
          if (rate === null) return null;
          const ratePerMinute = caller.perMinute ?? rate;
          return { accountId: caller.accountId, keyId: "", ratePerMinute, ...own.take(caller.by, ratePerMinute) };
        },
      ),
    takeAnonymous: (by, perMinute) =>
      shared.ask(
        async () => {
          const retryMs = await takeAnonymous(ratesDb, by, perMinute);
          if (retryMs === 0) own.add(by);
          return retryMs;
        },
        async () => own.take(by, perMinute).retryMs,
      ),
  };
}

const unknownKey = (wanted: number): null[] => Array.from({ length: wanted }, () => null);

const AWAY = new Error("the counts are not waited for");

function openShared(log: Log) {
  let failures = 0;
  /** When the first of the current failures in a row was started. */
  let failingSince = 0;
  let away = false;
  let tryAgainAt = 0;
  /** Pending counts, including those that wait for a connection. */
  const waiting = new Set<(reason: Error) => void>();
  const fail = (error: unknown, askedAt: number): void => {
    if (failures === 0) failingSince = askedAt;
    failures++;
    tryAgainAt = performance.now() + AWAY_MS;
    const silent = failures > 1 && performance.now() - failingSince >= SILENT_MS_MAX;
    if (failures < FAILURES_MAX && !silent) return;
    if (!away) log.warn({ err: error }, "rates are counted by each process alone until the database counts them again");
    away = true;
    for (const giveUp of waiting) giveUp(AWAY);
  };
  const inTime = async <T>(count: () => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting.add(reject);
    count().then(resolve, reject);
    try {
      return await promise;
    } finally {
      waiting.delete(reject);
    }
  };
  return {
    /** The result of `count`, or of `alone` while the counts are away. Rejects when there is no connection to the database. */
    async ask<T>(count: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
      if (away) {
        if (performance.now() < tryAgainAt) return alone();
        tryAgainAt = performance.now() + AWAY_MS;
      }
      for (const isLast of [false, true]) {
        const askedAt = performance.now();
        try {
          const counted = await inTime(count);
          failures = 0;
          away = false;
          return counted;
        } catch (error) {
          if (error === AWAY) break;
          if (!(error instanceof pg.DatabaseError)) throw error;
          fail(error, askedAt);
          if (isLast || away) break;
        }
      }
      return alone();
    },
  };
}
