/** How many connections to the database each process opens at most. */

/** Of one process each: an API process has the first three. */
export const POOLS = { requests: 12, api: 8, rates: 6, worker: 12, supervisor: 2 };
/** Each process listens for notifications on a connection of its own, and all but the supervisor stand for leader on another. */
export const OWN = { notifications: 1, leader: 1 };
/** For commands, backups and whoever looks in; three of them PostgreSQL keeps for its superuser. */
const SPARE = 20;
/** PostgreSQL's own default times two: fewer save nothing. */
const LEAST = 200;

/** What the processes of a node with so many workers need in all. */
export function connectionsOf(workers: number): number {
  const own = OWN.notifications + OWN.leader;
  const api = POOLS.requests + POOLS.api + POOLS.rates + own;
  return Math.max(LEAST, api + workers * (POOLS.worker + own) + POOLS.supervisor + OWN.notifications + SPARE);
}
