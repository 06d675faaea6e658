/**
 * How many things of one name go on at a time in this process. Whoever finds all places taken waits for one, but not for long, and not with
 * many others: what waits holds memory.
 */

const WAITING_MAX = 40;

/** By name: how many may go on at a time. All of them are taken, or none. */
export type Names = Readonly<Record<string, number>>;
/** Null: no place within `waitMs`, or too many wait already. Disposing gives the place back. */
export type Places = { take(names: Names, waitMs: number, signal: AbortSignal): Promise<Disposable | null> };

export function openPlaces(): Places {
  const taken = new Map<string, number>();
  /** Oldest first. */
  const waiting = new Set<{ names: Names; resolve: (place: Disposable) => void }>();
  const isFree = (names: Names) => Object.entries(names).every(([name, max]) => (taken.get(name) ?? 0) < max);

  const enter = (names: Names): Disposable => {
    for (const name of Object.keys(names)) taken.set(name, (taken.get(name) ?? 0) + 1);
    return { [Symbol.dispose]: () => leave(names) };
  };
  const leave = (names: Names): void => {
    for (const name of Object.keys(names)) {
      const left = (taken.get(name) ?? 1) - 1;
      if (left === 0) taken.delete(name);
      else taken.set(name, left);
    }
    for (const each of waiting) {
      if (!isFree(each.names)) continue;
      waiting.delete(each);
      each.resolve(enter(each.names));
    }
  };

  return {
    async take(names, waitMs, signal) {
      if (isFree(names)) return enter(names);
      if (waiting.size >= WAITING_MAX || signal.aborted) return null;
      const { promise, resolve } = Promise.withResolvers<Disposable | null>();
      const entry = { names, resolve };
      waiting.add(entry);
      const end = () => {
        if (waiting.delete(entry)) resolve(null);
      };
      const timer = setTimeout(end, waitMs);
      signal.addEventListener("abort", end, { once: true });
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
      }
    },
  };
}
