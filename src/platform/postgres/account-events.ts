/** Changes of an account's records for its event streams: sent by NOTIFY, handed to the streams of this process. */
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountEvent } from "#contract/account-events.ts";
import type { Db, Tx } from "./db.ts";
import { ACCOUNT_CHANGED, type Notifications } from "./listen.ts";
import { notify } from "./notifications.ts";

type Change = Omit<AccountEvent, "position_id"> & { position_id?: string | null };

/** Sent after the commit, as every notification is; streams gather changes anyway. */
export function notifyAccount(db: Db | Tx, accountId: string, { position_id = null, ...change }: Change): void {
  notify(db, ACCOUNT_CHANGED, JSON.stringify({ accountId, event: { ...change, position_id } }), { lazy: true });
}

/** `refresh`: changes may have been missed. */
export type AccountNews = { kind: "changed"; event: AccountEvent } | { kind: "refresh" };

export type AccountEvents = {
  /** Yields what changed since the last time, at least one; null when nothing changed for `quietMs`. Ends when the signal aborts. */
  follow(accountId: string, quietMs: number, signal: AbortSignal): AsyncGenerator<AccountNews[] | null>;
};

/** Changes are gathered for this time after some were yielded, one for each record. */
const GATHER_MS = 500;
/** More changes than this are yielded as one `refresh`, so that a client that reads slowly costs little memory. */
const KEPT_MAX = 500;

export async function openAccountEvents(notifications: Notifications): Promise<AccountEvents> {
  const followers = new Map<string, Set<Follower>>();
  await notifications.listen(ACCOUNT_CHANGED, (payload) => {
    if (payload === null) for (const group of followers.values()) for (const follower of group) follower.miss();
    else {
      const { accountId, event } = JSON.parse(payload) as { accountId: string; event: AccountEvent };
      for (const follower of followers.get(accountId) ?? []) follower.add(event);
    }
  });
  return {
    async *follow(accountId, quietMs, signal) {
      const follower = new Follower();
      const group = followers.get(accountId) ?? new Set();
      followers.set(accountId, group.add(follower));
      try {
        while (!signal.aborted) {
          const news = await follower.next(quietMs, signal);
          if (signal.aborted) return;
          yield news;
          if (news) await sleep(GATHER_MS, undefined, { signal }).catch(() => undefined);
        }
      } finally {
        group.delete(follower);
        if (group.size === 0) followers.delete(accountId);
      }
    },
  };
}

/** Keeps, for one stream, the latest event of each record until the stream sends it. */
class Follower {
  readonly #events = new Map<string, AccountEvent>();
  #missed = false;
  #wake: () => void = () => undefined;

  add(event: AccountEvent): void {
    if (this.#events.size >= KEPT_MAX && !this.#events.has(event.id)) this.miss();
    else this.#events.set(event.id, event);
    this.#wake();
  }

  miss(): void {
    this.#missed = true;
    this.#events.clear();
    this.#wake();
  }

  async next(quietMs: number, signal: AbortSignal): Promise<AccountNews[] | null> {
    if (!this.#missed && this.#events.size === 0) await this.#changeWithin(quietMs, signal);
    const news: AccountNews[] = [
      ...(this.#missed ? [{ kind: "refresh" } as const] : []),
      ...[...this.#events.values()].map((event) => ({ kind: "changed", event }) as const),
    ];
    this.#missed = false;
    this.#events.clear();
    return news.length > 0 ? news : null;
  }

  #changeWithin(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    const wake = () => resolve();
    this.#wake = wake;
    signal.addEventListener("abort", wake, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
    });
  }
}
