/**
 * Decides whether a delivery may be sent now. Host and account are limited per process. A receiver that was never tried, or that fails
 * repeatedly, gets one delivery at a time over all processes; one that answered 410 gets none.
 */

import type { ConcurrencyLimiter } from "#platform/concurrency-limiter.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import type { DueDelivery } from "./deliveries.store.ts";
import { receiverId } from "./receiver.ts";
import { claimProbe, findReceiver, type ReceiverState } from "./receivers.store.ts";

/**
 * Concurrent deliveries per process; an attempt may last 15 s. The receivers of a host share limits by their state (working, new, failing),
 * so that failing ones do not delay the others. One URL cannot use the whole limit of its host, as it may stop answering.
 */
const LIMITS = { account: 50, works: { url: 10, host: 15 }, new: { url: 5, host: 10 }, fails: { url: 1, host: 3 } };
/** A working receiver frees a slot within this time; a delivery that waits longer is postponed. */
const WAIT_MS = 1_000;

/**
 * `go`: held while it is sent, until disposed. `later`: the receiver is busy or does not answer. `gone`: it answered 410, at the given
 * time.
 */
export type Permit = ({ kind: "go" } | { kind: "later" } | { kind: "gone"; since: Date }) & Disposable;

/** Rejects with the signal's reason. */
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

/** A date: when the receiver answered 410. */
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
