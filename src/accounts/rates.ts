/**
 * Who may make a request now. The counts are in the database, exact over all processes. While they cannot be had in time, each process goes on
 * with what it counts itself, so that an account gets at most its rate from each process; nobody is let through uncounted.
 * Without the database itself nobody is let through: then keys cannot be looked up either.
 */
import pg from "pg";
import { openBatcher } from "#platform/batcher.ts";
import type { Log } from "#platform/log.ts";
import type { Db } from "#platform/postgres/db.ts";
import { openRecentCounts } from "#platform/recent-counts.ts";
import { type Admission, admit, admitOther, findAccountRate, findKey, type OtherCaller, takeAnonymous } from "./keys.store.ts";
import { openRefusals } from "./refusals.ts";

export type Rates = {
  /** Checks the key and counts the request. Null: no such key. */
  admitKey(keyHash: Buffer): Promise<Admission | null>;
  /** Counts a request that brings no key. Null: no such account. */
  admitOther(caller: OtherCaller): Promise<Admission | null>;
  /** Counts a try of somebody unknown. The milliseconds to wait; 0: go on. */
  takeAnonymous(by: string, perMinute: number): Promise<number>;
};

/**
 * So many counts in a row that failed or took too long, or two and none that succeeded for so long: the others are not waited for. Fewer
 * are a busy moment, and are asked again. Requests of one key wait for each other, so that their failures are few and far apart.
 */
const FAILURES_MAX = 6;
const SILENT_MS_MAX = 180;
/** Then one request in this time tries whether they are back. */
const AWAY_MS = 1_000;

/** `ratesDb`: its statements end, one way or the other, within the time a caller may be kept waiting. `systemDb`: for keys and accounts alone. */
export function openRates({ ratesDb, systemDb, log }: { ratesDb: Db; systemDb: Db; log: Log }): Rates {
  const own = openRecentCounts();
  const shared = openShared(log);
  const refusals = openRefusals();
  const batch = openBatcher<null, Admission | null>();
  /** What this process let through counts here as well, so that it knows it when it is alone. */
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
          async () => (await admit(ratesDb, keyHash, wanted))?.map((one) => noted(one.accountId, one)) ?? nobody(wanted),
          async () => {
            const found = await findKey(systemDb, keyHash);
            if (!found) return nobody(wanted);
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

const nobody = (wanted: number): null[] => Array.from({ length: wanted }, () => null);

const AWAY = new Error("the counts are not waited for");

function openShared(log: Log) {
  let failures = 0;
  /** When the first of those failures in a row was asked. */
  let failingSince = 0;
  let away = false;
  let tryAgainAt = 0;
  /** Who waits for a count, perhaps for a connection first. */
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
    /** What `count` gives, or `alone`, when the counts are away. Rejects when there is no connection to the database. */
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
