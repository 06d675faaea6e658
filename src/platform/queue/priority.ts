/** The order in which jobs are taken: fair between accounts. */

/** The backlog is counted up to here; all later jobs of an account get the same priority. */
export const BACKLOG_MAX = 200;

/**
 * Fairness between accounts without counting when jobs are taken: an account's n-th waiting job goes behind the earlier jobs of all other
 * accounts, so a single job never waits for another account's backlog. `priority`, -10..10, moves a job among the account's own.
 */
export function priorityOf(backlog: number, priority = 0): number {
  return -Math.max(0, Math.min(backlog, BACKLOG_MAX) - priority * (BACKLOG_MAX / 10));
}
