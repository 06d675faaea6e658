/** Caches results for short texts while one résumé is read. The cache is cleared after it: it holds personal data. */
import { memo } from "#contract/memo.ts";

const caches: Map<string, unknown>[] = [];

/** Memoises the function by its text. */
export function remember<R>(read: (text: string) => R): (text: string) => R {
  const known = new Map<string, R>();
  caches.push(known);
  return memo(read, known);
}

/** Runs the work and then clears all caches. */
export function withMemory<R>(work: () => R): R {
  try {
    return work();
  } finally {
    for (const cache of caches) cache.clear();
  }
}
