/**
 * Listens to notifications: one connection, reconnected with backoff. Of the processes of a node only the supervisor has one
 * (node-notices.ts), which loads little else: no query builder here.
 */
import type pg from "pg";
import type { Log } from "#platform/log.ts";
import { type Connection, openClient } from "./client.ts";

/** A row changed. Payload: id of a task, a batch or a webhook receiver (webhooks/receiver.ts). */
export const CHANGED = "winnow_task";
/** Something of an account changed. Payload: JSON of account-events.ts. */
export const ACCOUNT_CHANGED = "winnow_account";
/** Work on a task has to stop. Payload: task id. */
export const CANCELLED = "winnow_cancel";

/** A job may be due. Payload: job name. */
export const JOB_DUE = "winnow_job";
/** Somebody has begun to listen. */
const LISTENING = "winnow_listening";

/** `lazy`: other nodes may hear of it a moment later, together with what is more urgent: each NOTIFY wakes all sessions that listen. */
export type Notice = { channel: string; payload: string; lazy?: boolean };

/** Called with the payload; with null after a lost connection was restored, when notifications may have been missed. */
export type Listener = (payload: string | null) => void;

/** As the arrays that `pg_notify` is called with. */
export const columnsOf = (notices: readonly Notice[]): [channels: string[], payloads: string[]] => [
  notices.map(({ channel }) => channel),
  notices.map(({ payload }) => payload),
];

export type Notifications = {
  /** Resolves when the channel is subscribed. The returned function unsubscribes. */
  listen(channel: string, listener: Listener): Promise<() => void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The listeners of each channel. */
export class Channels {
  readonly #listeners = new Map<string, Set<Listener>>();

  get names(): string[] {
    return [...this.#listeners.keys()];
  }

  /** Returns whether the channel is new, and how to end listening. */
  add(channel: string, listener: Listener): { isNew: boolean; remove: () => void } {
    const group = this.#listeners.get(channel);
    const all = group ?? new Set();
    this.#listeners.set(channel, all.add(listener));
    return { isNew: group === undefined, remove: () => void all.delete(listener) };
  }

  call(channel: string, payload: string | null): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
  }

  /** Notices may have been missed. */
  callAll(): void {
    for (const channel of this.names) this.call(channel, null);
  }
}

/** Another session that listens in this database. `node` null: a process without a node. */
export type Listening = { node: string | null; workers: number };

/** The connection of a node: what it sends does not come back to it. */
export type NodeNotifications = Notifications & {
  /** Rejects while the connection is lost. */
  send(notices: readonly Notice[]): Promise<void>;
  /** Who else listens, as last looked, some seconds ago at most; who begins to listen says so. */
  others(): Promise<readonly Listening[]>;
};

const RECONNECT_MS_MAX = 2_000;
/** Sent so that silence means a dead connection. */
const PING_MS = 15_000;
const OTHERS_MS = 10_000;
/** The `application_name` of a session that listens; that of a node has its name and number of workers behind it. */
const NAME = "winnow notices";
const OTHERS = `SELECT application_name AS name FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE '${NAME}%' AND pid <> pg_backend_pid()`;

/** `node`: for the supervisor of one. */
export async function openNotifications(
  connection: Connection,
  log: Log,
  node?: { name: string; workers: number },
): Promise<NodeNotifications> {
  const channels = new Channels();
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let others: { at: number; found: Promise<Listening[]> } | null = null;

  const connect = async (): Promise<void> => {
    const next = openClient(connection, node ? `${NAME} ${node.name} ${node.workers}` : NAME);
    let own: number | null = null;
    next.on("notification", ({ channel, payload, processId }) => {
      if (channel === LISTENING) others = null;
      else if (node === undefined || processId !== own) channels.call(channel, payload ?? "");
    });
    next.on("error", (error) => log.warn({ err: error }, "the notice connection broke"));
    next.on("end", () => {
      if (client === next) client = null;
      if (!closed) reconnect(100);
    });
    await next.connect();
    const { rows } = await next.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    own = rows[0]?.pid ?? null;
    const names = [LISTENING, ...channels.names].map((channel) => `LISTEN ${next.escapeIdentifier(channel)}`);
    await next.query([...names, `NOTIFY ${LISTENING}`].join("; "));
    others = null;
    client = next;
  };
  const reconnect = (delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connect().then(
        () => channels.callAll(),
        () => closed || reconnect(Math.min(delayMs * 2, RECONNECT_MS_MAX)),
      );
    }, delayMs);
  };
  const query = <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    if (client === null) throw new Error("the notice connection is lost");
    return client.query<R>(text, values);
  };

  await connect();
  const ping = setInterval(() => void client?.query("SELECT 1").catch(() => undefined), PING_MS);
  return {
    async listen(channel, listener) {
      const { isNew, remove } = channels.add(channel, listener);
      if (isNew) await client?.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      return remove;
    },
    async send(notices) {
      await query(
        "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS notice (channel, payload)",
        columnsOf(notices),
      );
    },
    async others() {
      if (others === null || performance.now() - others.at > OTHERS_MS)
        others = {
          at: performance.now(),
          found: query<{ name: string }>(OTHERS).then(({ rows }) => rows.map(({ name }) => listeningAs(name))),
        };
      return others.found;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      clearTimeout(timer);
      clearInterval(ping);
      await client?.end();
    },
  };
}

function listeningAs(applicationName: string): Listening {
  const [node = null, workers = "0"] = applicationName.slice(NAME.length + 1).split(" ");
  return { node: node || null, workers: Number(workers) };
}
