/** The order in which work is taken: fair between accounts. */

/** A backlog counts up to here when priorities are given; later jobs of an account have the same. */
export const BACKLOG_MAX = 200;

/**
 * Fairness between accounts without counting at the time of taking: an account's n-th waiting job goes behind every other account's
 * earlier ones, so a single job never waits for somebody's backlog. `priority`, -10..10, moves a job among the account's own.
 */
export function priorityOf(backlog: number, priority = 0): number {
  return -Math.max(0, Math.min(backlog, BACKLOG_MAX) - priority * (BACKLOG_MAX / 10));
}
