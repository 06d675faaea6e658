/**
 * Elects one of all processes that share a database. The leader holds an advisory lock on a dedicated session. When its process dies,
 * PostgreSQL releases the lock at once; when it hangs or its network is cut, PostgreSQL ends the session by its idle timeout.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "#platform/log.ts";
import { type Connection, openClient } from "./db.ts";
import type { DueLook } from "./due-work.ts";
import { findRowSecurity } from "./row-security.ts";

/** Any constant; shared by all Winnow processes of a database. */
const LOCK = 7_240_619;
/**
 * Between two attempts of a follower, and between two looks of the leader: with unfinished work, and without. An idle database is asked
 * rarely; the shortest deadline of a task is longer.
 */
const BEAT_MS = { busy: 1_000, quiet: 5_000 };
/** A query without an answer by then fails. */
const ANSWER_MS_MAX = 4_000;

/** The `application_name` of each candidate's session, with its process id. */
const NAME = "winnow leader";

export type LeaderDeps = {
  connection: Connection;
  log: Log;
  /** An SQL expression, true while there is unfinished work: a deadline may pass, a worker may die, and a dead leader is missed. */
  isBusy: string;
  /** Calls the listener when work may have come; returns how to end that. */
  onWork(listener: () => void): () => void;
};

/**
 * A candidate until disposed. `lead` starts the leader's work, which is disposed when the session ends; it is asked to look for what is due
 * at each beat. Two processes may briefly believe that they lead, so that work has to tolerate it.
 */
export function standForLeader({ connection, log, isBusy, onWork }: LeaderDeps, lead: () => DueLook): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  let wake: () => void = () => undefined;
  const endListening = onWork(() => wake());
  /** A quiet pause ends early when work comes. */
  const pause = async (hasWork: boolean): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!hasWork) wake = resolve;
    await Promise.race([promise, sleep(hasWork ? BEAT_MS.busy : BEAT_MS.quiet, undefined, { signal }).catch(() => undefined)]);
    wake = () => undefined;
  };
  const campaign = async (): Promise<void> => {
    while (!signal.aborted) {
      await serve().catch((error: unknown) => log.warn({ err: error }, "the session that stands for leader ended; standing again"));
      await pause(true);
    }
  };
  const serve = async (): Promise<void> => {
    // An unreachable database is reported by the queries that need it.
    await using session = await openSession(connection).catch(() => null);
    if (session === null) return;
    for (;;) {
      const { isTaken, hasWork } = await tryLock(session.client, isBusy);
      if (isTaken || signal.aborted) break;
      await pause(hasWork);
    }
    if (signal.aborted) return;
    log.info("this process does the maintenance now");
    await using leading = lead();
    while (!signal.aborted) await pause(await leading.look(session.client));
  };
  const ended = campaign();
  return {
    async [Symbol.asyncDispose]() {
      endListening();
      stopping.abort();
      await ended;
    },
  };
}

/** Followers are silent for as long as an idle leader. */
async function openSession(connection: Connection): Promise<{ client: pg.Client } & AsyncDisposable> {
  const { isOn } = await findRowSecurity(connection);
  const client = openClient(connection, `${NAME} ${process.pid}`, { answerMsMax: ANSWER_MS_MAX });
  await client.connect();
  await client.query(`SET idle_session_timeout = '15s'${isOn ? "; SET ROLE winnow_system" : ""}`);
  return { client, [Symbol.asyncDispose]: () => client.end().catch(() => undefined) };
}

async function tryLock(client: pg.Client, isBusy: string): Promise<{ isTaken: boolean; hasWork: boolean }> {
  const { rows } = await client.query<{ taken: boolean; busy: boolean }>(
    `SELECT pg_try_advisory_lock(${LOCK}) AS taken, ${isBusy} AS busy`,
  );
  return { isTaken: rows[0]?.taken === true, hasWork: rows[0]?.busy === true };
}
