/** LISTEN/NOTIFY: one connection per process, reconnected with backoff. A notification is a hint; listeners also poll the table. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import type { Log } from "#platform/log.ts";
import { type Connection, openClient } from "./client.ts";
import { type Db, prepared, type Tx } from "./db.ts";
import { afterCommit } from "./transaction.ts";

/** A row changed. Payload: id of a task, a batch or a webhook receiver (webhooks/receiver.ts). */
export const CHANGED = "winnow_task";
/** Something of an account changed. Payload: JSON of account-events.ts. */
export const ACCOUNT_CHANGED = "winnow_account";
/** Work on a task has to stop. Payload: task id. */
export const CANCELLED = "winnow_cancel";

/** A job may be due. Payload: job name. */
export const JOB_DUE = "winnow_job";

/** Called with the payload; with null after a lost connection was restored, when notifications may have been missed. */
export type Listener = (payload: string | null) => void;

/**
 * Sends a notification after the commit of `db`'s transaction, in a separate statement, because PostgreSQL serialises the commits of
 * transactions that notify, WAL flush included: commits took 8 ms instead of 0.5 ms. When the process dies in between, the notification is
 * lost and listeners see the change at their next poll.
 */
export function notify(db: Db | Tx, channel: string, payload: string): void {
  afterCommit(db, (root) => {
    const outbox = outboxes.get(root) ?? { waiting: new Map(), sending: false };
    outboxes.set(root, outbox);
    outbox.waiting.set(`${channel} ${payload}`, { channel, payload });
    void send(root, outbox);
  });
}

/**
 * While a statement is in flight, and for GATHER_MS after it was sent, further notifications are collected (without duplicates) for the
 * next one.
 */
type Outbox = { waiting: Map<string, { channel: string; payload: string }>; sending: boolean };
/** Every statement wakes all listening processes. The first after a pause is sent at once. */
const GATHER_MS = 10;
const outboxes = new WeakMap<Db, Outbox>();

async function send(root: Db, outbox: Outbox): Promise<void> {
  if (outbox.sending) return;
  outbox.sending = true;
  while (outbox.waiting.size > 0) {
    const notices = [...outbox.waiting.values()];
    outbox.waiting.clear();
    const gathered = sleep(GATHER_MS);
    const channels = notices.map(({ channel }) => channel);
    const payloads = notices.map(({ payload }) => payload);
    await sql`${prepared}SELECT pg_notify(channel, payload) FROM unnest(${channels}::text[], ${payloads}::text[]) AS notice (channel, payload)`
      .execute(root)
      .catch(() => undefined);
    await gathered;
  }
  outbox.sending = false;
}

export type Notifications = {
  /** Resolves when the channel is subscribed. The returned function unsubscribes. */
  listen(channel: string, listener: Listener): Promise<() => void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const RECONNECT_MS_MAX = 2_000;
/** Sent so that silence means a dead connection. */
const PING_MS = 15_000;

export async function openNotifications(connection: Connection, log: Log): Promise<Notifications> {
  const listeners = new Map<string, Set<Listener>>();
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = openClient(connection, "winnow notices");
    next.on("notification", ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? "");
    });
    next.on("error", (error) => log.warn({ err: error }, "the notice connection broke"));
    next.on("end", () => {
      if (client === next) client = null;
      if (!closed) reconnect(100);
    });
    await next.connect();
    for (const channel of listeners.keys()) await next.query(`LISTEN ${next.escapeIdentifier(channel)}`);
    client = next;
  };
  const reconnect = (delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connect().then(
        () => {
          for (const group of listeners.values()) for (const listener of group) listener(null);
        },
        () => closed || reconnect(Math.min(delayMs * 2, RECONNECT_MS_MAX)),
      );
    }, delayMs);
  };

  await connect();
  const ping = setInterval(() => void client?.query("SELECT 1").catch(() => undefined), PING_MS);
  return {
    async listen(channel, listener) {
      const group = listeners.get(channel) ?? new Set<Listener>();
      group.add(listener);
      if (!listeners.has(channel)) {
        listeners.set(channel, group);
        await client?.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      }
      return () => group.delete(listener);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      clearTimeout(timer);
      clearInterval(ping);
      await client?.end();
    },
  };
}
