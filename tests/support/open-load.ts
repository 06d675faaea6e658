/** Load as many strangers make it: each asks when it is its time, whether or not others have their answers. */
import { setTimeout as sleep } from "node:timers/promises";

/** `ms`: from when it should have been asked to the end of the answer. `status` 0: there was none. */
export type Asked = { atMs: number; ms: number; status: number };

/** So many at even times; resolves when all are answered. */
export async function openLoad(perSecond: number, seconds: number, ask: (i: number) => Promise<number>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const under = new Set<Promise<void>>();
  const from = performance.now();
  for (let i = 0; i < perSecond * seconds; i++) {
    const due = from + (i * 1000) / perSecond;
    // Who is late does not wait: a timer takes a millisecond at least, and a thousand of them a second would be all there is.
    const inMs = due - performance.now();
    if (inMs > 0) await sleep(inMs);
    const one: Promise<void> = ask(i)
      .catch(() => 0)
      .then((status) => void asked.push({ atMs: due - from, ms: performance.now() - due, status }))
      .finally(() => under.delete(one));
    under.add(one);
  }
  await Promise.all(under);
  return asked;
}

/** `share` 0.99: the time that 99 of a hundred keep to; 0 of none. */
export function quantileMs(asked: readonly { ms: number }[], share: number): number {
  const sorted = asked.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export const countByStatus = (asked: readonly Asked[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(asked, ({ status }) => status)].map(([status, each]) => [status, each.length]));
