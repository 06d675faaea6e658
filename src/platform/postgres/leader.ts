/**
 * Elects one of all processes that share a database. The leader holds an advisory lock on a dedicated session. When its process dies,
 * PostgreSQL releases the lock at once; when it hangs or its network is cut, PostgreSQL ends the session by its idle timeout.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "#platform/log.ts";
import { type Connection, openClient } from "./client.ts";
import type { DueLook } from "./due-work.ts";
import { findRowSecurity } from "./row-security.ts";

/** Any constant; shared by all Winnow processes of a database. */
const LOCK = 7_240_619;
/**
 * Between two attempts of a follower, and between two looks of the leader unless something is due before: an idle database is asked
 * rarely, and nothing that begins now is due sooner, as no deadline is shorter than 10 s.
 */
const BEAT_MS = 4_000;
/** What fails, or is due and not done yet, is looked at again after this. */
const AGAIN_MS = 1_000;
/** PostgreSQL ends the session of a leader that sent nothing for this long. */
const SILENT_MS_MAX = 7_000;
/** A query without an answer by then fails. */
const ANSWER_MS_MAX = 4_000;

/** The `application_name` of each candidate's session, with its process id. */
const NAME = "winnow leader";

/**
 * A candidate until disposed. `lead` starts the leader's work, which is disposed when the session ends; it is asked to look for what is due
 * at each beat. Two processes may briefly believe that they lead, so that work has to tolerate it.
 */
export function standForLeader({ connection, log }: { connection: Connection; log: Log }, lead: () => DueLook): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  const campaign = async (): Promise<void> => {
    while (!signal.aborted) {
      await serve().catch((error: unknown) => log.warn({ err: error }, "the session that stands for leader ended; standing again"));
      await pause(AGAIN_MS);
    }
  };
  const serve = async (): Promise<void> => {
    // An unreachable database is reported by the queries that need it.
    await using session = await openSession(connection).catch(() => null);
    if (session === null) return;
    while (!signal.aborted && !(await takesLock(session.client))) await pause(BEAT_MS);
    if (signal.aborted) return;
    log.info("this process does the maintenance now");
    await using leading = lead();
    while (!signal.aborted) {
      const next = await leading.look(session.client);
      await pause(Math.min(BEAT_MS, Math.max(next, AGAIN_MS)));
    }
  };
  const ended = campaign();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await ended;
    },
  };
}

async function openSession(connection: Connection): Promise<{ client: pg.Client } & AsyncDisposable> {
  const { isOn } = await findRowSecurity(connection);
  const client = openClient(connection, `${NAME} ${process.pid}`, { answerMsMax: ANSWER_MS_MAX });
  await client.connect();
  await client.query(`SET idle_session_timeout = ${SILENT_MS_MAX}${isOn ? "; SET ROLE winnow_system" : ""}`);
  return { client, [Symbol.asyncDispose]: () => client.end().catch(() => undefined) };
}

async function takesLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS taken`);
  return rows[0]?.taken === true;
}
