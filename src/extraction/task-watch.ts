/** Who waits for a task in this process: long polls and event streams for a change, workers for a cancellation. */
import { type Notices, TASK_CANCELLED, TASK_CHANGED } from "#platform/postgres/notices.ts";

export type TaskWatch = {
  /** Resolves true at the next change of the task (or when one may have been missed), false after `timeoutMs` or an abort. */
  changed(taskId: string, timeoutMs: number, signal: AbortSignal): { next: Promise<boolean> } & Disposable;
  /** Aborts with `reason` when the task is cancelled, overdue or deleted. */
  cancellation(taskId: string, reason: Error): { signal: AbortSignal } & Disposable;
};

export async function openTaskWatch(notices: Notices): Promise<TaskWatch> {
  const waiting = new Listeners();
  const working = new Listeners();
  await notices.listen(TASK_CHANGED, (id) => waiting.call(id));
  await notices.listen(TASK_CANCELLED, (id) => id !== null && working.call(id));
  return {
    changed(taskId, timeoutMs, signal) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(resolve, timeoutMs, false);
      const stop = () => resolve(false);
      signal.addEventListener("abort", stop, { once: true });
      const remove = waiting.add(taskId, () => resolve(true));
      return {
        next: promise,
        [Symbol.dispose]: () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", stop);
          remove();
        },
      };
    },
    cancellation(taskId, reason) {
      const controller = new AbortController();
      return { signal: controller.signal, [Symbol.dispose]: working.add(taskId, () => controller.abort(reason)) };
    },
  };
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

  /** Null calls everybody. */
  call(id: string | null): void {
    const groups = id === null ? [...this.#byId.values()] : [this.#byId.get(id) ?? new Set<() => void>()];
    for (const group of groups) for (const listener of [...group]) listener();
  }
}
