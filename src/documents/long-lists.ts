/**
 * For lists whose length an untrusted document sets: spread over the arguments of a call such as `Math.max` or `push`, they overflow the
 * stack at some 120,000 entries (tests/rules/spreads.test.ts).
 */

/** -Infinity for an empty list, like `Math.max`. */
export function largest(values: Iterable<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  if (Array.isArray(values)) for (let i = 0; i < values.length; i++) most = Math.max(most, values[i]);
  else for (const value of values) most = Math.max(most, value);
  return most;
}

/** Infinity for an empty list, like `Math.min`. */
export function smallest(values: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  if (Array.isArray(values)) for (let i = 0; i < values.length; i++) least = Math.min(least, values[i]);
  else for (const value of values) least = Math.min(least, value);
  return least;
}

export function append<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}
