/**
 * Counts events of the last minute by name, in this process's memory. Uses the monotonic clock, so that setting the wall clock has no
 * effect.
 */

const WINDOW_MS = 60_000;
const CELL_MS = 1_000;
/** Names kept; the least recently used are dropped first. A name takes at most 61 cells, about 5 kB. */
const NAMES_MAX = 10_000;

/**
 * `used`: including this one, if it is allowed. `retryMs`: 0, or the wait until one more is allowed. `resetMs`: until the oldest count
 * expires.
 */
export type Taken = { used: number; retryMs: number; resetMs: number };

export type RecentCounts = {
  /** Counts one if fewer than `allowed` were counted. */
  take(name: string, allowed: number): Taken;
  /** Counts one. */
  add(name: string): void;
};

export function openRecentCounts(now: () => number = () => performance.now()): RecentCounts {
  /** Oldest cell first. */
  const byName = new Map<string, { cell: number; n: number }[]>();

  const cellsOf = (name: string) => {
    const first = Math.floor((now() - WINDOW_MS) / CELL_MS);
    return (byName.get(name) ?? []).filter(({ cell }) => cell >= first);
  };
  const keep = (name: string, cells: { cell: number; n: number }[]): void => {
    byName.delete(name);
    byName.set(name, cells);
    const oldest = byName.keys().next();
    if (byName.size > NAMES_MAX && !oldest.done) byName.delete(oldest.value);
  };
  const sum = (cells: { n: number }[]) => cells.reduce((all, { n }) => all + n, 0);
  const add = (name: string): { cell: number; n: number }[] => {
    const cells = cellsOf(name);
    const cell = Math.floor(now() / CELL_MS);
    const last = cells.at(-1);
    if (last?.cell === cell) last.n++;
    else cells.push({ cell, n: 1 });
    keep(name, cells);
    return cells;
  };
  /** A cell counts while any part of it is in the window. */
  const leftMs = (cell: number) => (cell + 1) * CELL_MS + WINDOW_MS - now();
  const untilForgotten = ([oldest]: { cell: number }[]) => (oldest ? leftMs(oldest.cell) : WINDOW_MS);

  return {
    add: (name) => void add(name),
    take(name, allowed) {
      const before = cellsOf(name);
      const used = sum(before);
      if (used < allowed) return { used: used + 1, retryMs: 0, resetMs: untilForgotten(add(name)) };
      let freed = 0;
      const frees = before.find(({ n }) => {
        freed += n;
        return freed > used - allowed;
      });
      return { used, retryMs: frees ? leftMs(frees.cell) : WINDOW_MS, resetMs: untilForgotten(before) };
    },
  };
}
