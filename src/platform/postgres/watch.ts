/**
 * Waiters for changes of a record (task, batch, webhook receiver) in this process: long polls and event streams wait for a change, workers
 * for a cancellation.
 */
import { CANCELLED, CHANGED, type Notifications } from "./listen.ts";

export type Watch = {
  /** Resolves true at the next change of the record (or when one may have been missed), false after `timeoutMs` or an abort. */
  changed(id: string, timeoutMs: number, signal: AbortSignal): { next: Promise<boolean> } & Disposable;
  /** Aborts with `reason` when the record is cancelled, overdue or deleted. */
  cancellation(id: string, reason: Error): { signal: AbortSignal } & Disposable;
};

export async function openWatch(notifications: Notifications): Promise<Watch> {
  const waiting = new Listeners();
  const working = new Listeners();
  await notifications.listen(CHANGED, (id) => waiting.call(id));
  await notifications.listen(CANCELLED, (id) => id !== null && working.call(id));
  return {
    changed(id, timeoutMs, signal) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(resolve, timeoutMs, false);
      const stop = () => resolve(false);
      signal.addEventListener("abort", stop, { once: true });
      const remove = waiting.add(id, () => resolve(true));
      return {
        next: promise,
        [Symbol.dispose]: () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", stop);
          remove();
        },
      };
    },
    cancellation(id, reason) {
      const controller = new AbortController();
      return { signal: controller.signal, [Symbol.dispose]: working.add(id, () => controller.abort(reason)) };
    },
  };
}

/** A change whose notification was lost is seen after this time. */
const LOOK_AGAIN_MS = 5_000;

/** Returns what `read` gives, as soon as `isDone`, after `waitSeconds`, or when the signal aborts, whichever is first. */
export async function waitFor<T>(
  watch: Watch,
  id: string,
  ask: { read: () => Promise<T>; isDone: (record: T) => boolean; waitSeconds: number; signal: AbortSignal },
): Promise<T> {
  const end = performance.now() + ask.waitSeconds * 1000;
  for (;;) {
    using change = watch.changed(id, Math.max(0, Math.min(end - performance.now(), LOOK_AGAIN_MS)), ask.signal);
    const record = await ask.read();
    if (ask.isDone(record) || performance.now() >= end || ask.signal.aborted) return record;
    await change.next;
  }
}

class Listeners {
  readonly #byId = new Map<string, Set<() => void>>();

  add(id: string, listener: () => void): () => void {
    const group = this.#byId.get(id) ?? new Set();
    this.#byId.set(id, group.add(listener));
    return () => {
      group.delete(listener);
      if (group.size === 0) this.#byId.delete(id);
    };
  }

  /** Null calls all listeners. */
  call(id: string | null): void {
    const groups = id === null ? [...this.#byId.values()] : [this.#byId.get(id) ?? new Set<() => void>()];
    for (const group of groups) for (const listener of [...group]) listener();
  }
}
