/** Sends notifications: by NOTIFY, or over the node's supervisor (node-notices.ts). A notification is a hint; listeners also look at the table. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, prepared, type Tx } from "./db.ts";
import { columnsOf, type Notice } from "./listen.ts";
import { afterCommit } from "./transaction.ts";

/**
 * Sends a notification after the commit of `db`'s transaction, in a separate statement, because PostgreSQL serialises the commits of
 * transactions that notify, WAL flush included: commits took 8 ms instead of 0.5 ms. When the process dies in between, the notification is
 * lost and listeners see the change at their next poll.
 */
export function notify(db: Db | Tx, channel: string, payload: string, { lazy = false } = {}): void {
  afterCommit(db, (root) => {
    const relay = relays.get(root);
    if (relay) return relay({ channel, payload, lazy });
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
type Outbox = { waiting: Map<string, Notice>; sending: boolean };
/** Every statement wakes all listening processes. The first after a pause is sent at once. */
const GATHER_MS = 10;
const outboxes = new WeakMap<Db, Outbox>();

/** What is notified on these databases goes to `relay` and not to PostgreSQL. */
const relays = new WeakMap<Db, (notice: Notice) => void>();
export function relayNotices(db: Db, relay: (notice: Notice) => void): void {
  relays.set(db, relay);
}

async function send(root: Db, outbox: Outbox): Promise<void> {
  if (outbox.sending) return;
  outbox.sending = true;
  while (outbox.waiting.size > 0) {
    const notices = [...outbox.waiting.values()];
    outbox.waiting.clear();
    const gathered = sleep(GATHER_MS);
    const [channels, payloads] = columnsOf(notices);
    await sql`${prepared}SELECT pg_notify(channel, payload) FROM unnest(${channels}::text[], ${payloads}::text[]) AS notice (channel, payload)`
      .execute(root)
      .catch(() => undefined);
    await gathered;
  }
  outbox.sending = false;
}
