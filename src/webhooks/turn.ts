/**
 * Whether a delivery may be sent now. Its receiver, and its account, have so many places in this process; a receiver that was never tried, or
 * that fails again and again, gets one delivery at a time over all processes, and one that answered 410 gets none.
 */
import type { Db } from "#platform/postgres/db.ts";
import type { Watch } from "#platform/postgres/watch.ts";
import type { DueDelivery } from "./deliveries.store.ts";
import { originId } from "./origin.ts";
import { claimProbe, findOrigin, type OriginState } from "./origins.store.ts";
import type { Places } from "./places.ts";

/** At a time and process. An attempt may last 15 s. */
const PLACES = { origin: 10, account: 50 };
/** A receiver that works is done with what it has within this time; who still waits then is put off. */
const WAIT_MS = 1_000;

/** `go`: while it is sent, until disposed. `later`: its receiver is busy, or silent. `gone`: its receiver wants nothing any more, since then. */
export type Turn = ({ kind: "go" } | { kind: "later" } | { kind: "gone"; since: Date }) & Disposable;

/** Rejects with the signal's reason when it is aborted. */
export async function takeTurn(deps: { db: Db; watch: Watch; places: Places }, delivery: DueDelivery, signal: AbortSignal): Promise<Turn> {
  const { accountId, origin, isAsked } = delivery;
  const names = { [`account ${accountId}`]: PLACES.account, ...(isAsked ? {} : { [originId(accountId, origin)]: PLACES.origin }) };
  using stack = new DisposableStack();
  const place = stack.use(await deps.places.take(names, WAIT_MS, signal));
  signal.throwIfAborted();
  const verdict = !place ? "later" : isAsked ? "go" : await verdictOf(deps, delivery, signal);
  const kept = stack.move();
  const end = { [Symbol.dispose]: () => kept.dispose() };
  return verdict === "go" || verdict === "later" ? { kind: verdict, ...end } : { kind: "gone", since: verdict, ...end };
}

/** A date: since when the receiver is disabled. */
async function verdictOf(
  { db, watch }: { db: Db; watch: Watch },
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<"go" | "later" | Date> {
  const until = performance.now() + WAIT_MS;
  for (let state: OriginState | null = delivery.originState; ; ) {
    if (state?.disabledAt) return state.disabledAt;
    if (state?.works) return "go";
    using change = watch.changed(originId(delivery.accountId, delivery.origin), Math.max(0, until - performance.now()), signal);
    if (await claimProbe(db, delivery, delivery.id)) return "go";
    state = await findOrigin(db, delivery);
    if (state?.works || state?.disabledAt) continue;
    const hasChanged = await change.next;
    signal.throwIfAborted();
    if (!hasChanged) return "later";
    state = await findOrigin(db, delivery);
  }
}
