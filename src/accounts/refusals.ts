/**
 * Caches refusals, so that a caller far above its rate causes no queries. Only for a moment, because the key may be revoked or its rate
 * raised meanwhile.
 */
import type { Admission } from "./keys.store.ts";

/** The length of the cells in which requests are counted (migration 0001): no request expires sooner. */
const KEPT_MS = 250;
/** The oldest is removed first. */
const NAMES_MAX = 1_000;

export type Refusals = {
  /** The refusal with updated waiting times; null when there is none or it expired. */
  find(name: string): Admission | null;
  /** Returns the admission; caches it when it is a refusal. */
  note<A extends Admission | null>(name: string, admission: A): A;
};

export function openRefusals(now: () => number = () => performance.now()): Refusals {
  const kept = new Map<string, { admission: Admission; at: number; until: number }>();
  return {
    find(name) {
      const found = kept.get(name);
      if (!found) return null;
      if (now() >= found.until) {
        kept.delete(name);
        return null;
      }
      const passed = now() - found.at;
      const { retryMs, resetMs } = found.admission;
      return { ...found.admission, retryMs: retryMs - passed, resetMs: Math.max(0, resetMs - passed) };
    },
    note(name, admission) {
      if (!admission || admission.retryMs <= 0) return admission;
      const at = now();
      kept.delete(name);
      kept.set(name, { admission, at, until: at + Math.min(KEPT_MS, admission.retryMs) });
      const oldest = kept.keys().next();
      if (kept.size > NAMES_MAX && !oldest.done) kept.delete(oldest.value);
      return admission;
    },
  };
}
