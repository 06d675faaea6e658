/**
 * What was refused a moment ago is refused again from memory, so that whoever asks far too often costs no count in the database. A moment is
 * short: a key may be revoked in it, a rate may grow.
 */
import type { Admission } from "./keys.store.ts";

/** As long as the cells in which requests are counted (migration 0001): sooner nothing is forgotten. */
const KEPT_MS = 250;
/** The oldest goes first. */
const NAMES_MAX = 1_000;

export type Refusals = {
  /** With the times that are left now; null when it may be asked again. */
  find(name: string): Admission | null;
  /** The same admission; keeps it when it is a refusal. */
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
