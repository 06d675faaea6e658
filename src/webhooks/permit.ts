/**
 * Whether a delivery may be sent now. Its receiver's host, and its account, are limited in this process; a receiver that was never tried, or
 * that fails again and again, gets one delivery at a time over all processes, and one that answered 410 gets none.
 */

import type { ConcurrencyLimiter } from "#platform/concurrency-limiter.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import type { DueDelivery } from "./deliveries.store.ts";
import { receiverId } from "./receiver.ts";
import { claimProbe, findReceiver, type ReceiverState } from "./receivers.store.ts";

/**
 * At a time and process; an attempt may last 15 s. The receivers of a host share its limit, by what is known of them: those that work, were never
 * tried, or fail, so that the last hold up none of the others. No URL takes all of it: it may be silent from now on.
 */
const LIMITS = { account: 50, works: { url: 10, host: 15 }, new: { url: 5, host: 10 }, fails: { url: 1, host: 3 } };
/** A receiver that works is done with what it has within this time; who still waits then is put off. */
const WAIT_MS = 1_000;

/** `go`: while it is sent, until disposed. `later`: its receiver is busy, or silent. `gone`: its receiver wants nothing any more, since then. */
export type Permit = ({ kind: "go" } | { kind: "later" } | { kind: "gone"; since: Date }) & Disposable;

/** Rejects with the signal's reason when it is aborted. */
export async function takePermit(
  deps: { db: Db; watch: Watch; limiter: ConcurrencyLimiter },
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<Permit> {
  const { accountId, isAsked } = delivery;
  const limits = { [`account ${accountId}`]: LIMITS.account, ...(isAsked ? {} : limitsOf(delivery)) };
  using stack = new DisposableStack();
  const permit = stack.use(await deps.limiter.take(limits, { waitMs: WAIT_MS, signal }));
  const verdict = !permit ? "later" : isAsked ? "go" : await verdictOf(deps, delivery, signal);
  const kept = stack.move();
  const end = { [Symbol.dispose]: () => kept.dispose() };
  return verdict === "go" || verdict === "later" ? { kind: verdict, ...end } : { kind: "gone", since: verdict, ...end };
}

function limitsOf(delivery: DueDelivery): Record<string, number> {
  const { accountId, origin, known } = delivery;
  const state = known.works ? "works" : known.fails ? "fails" : "new";
  return { [receiverId(accountId, delivery)]: LIMITS[state].url, [`${accountId} ${origin} ${state}`]: LIMITS[state].host };
}

/** A date: since when the receiver is disabled. */
async function verdictOf(
  { db, watch }: { db: Db; watch: Watch },
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<"go" | "later" | Date> {
  const until = performance.now() + WAIT_MS;
  for (let state: ReceiverState | null = delivery.known; ; ) {
    if (state?.disabledAt) return state.disabledAt;
    if (state?.works) return "go";
    using change = watch.changed(receiverId(delivery.accountId, delivery), Math.max(0, until - performance.now()), signal);
    if (await claimProbe(db, delivery, delivery.id)) return "go";
    state = await findReceiver(db, delivery);
    if (state?.works || state?.disabledAt) continue;
    const hasChanged = await change.next;
    if (!hasChanged) return "later";
    state = await findReceiver(db, delivery);
  }
}
