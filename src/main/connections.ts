/** The most database connections that each process opens. */

/** Pool sizes per process; an API process has the first three. */
export const POOLS = { requests: 12, api: 8, rates: 6, worker: 12, supervisor: 2 };
/** Each API process and worker has a dedicated connection for notifications, and another one for leader election. */
export const OWN = { notifications: 1, leader: 1 };
/** For commands, backups and administrators; PostgreSQL reserves three for superusers. */
const SPARE = 20;
/** Twice PostgreSQL's default; fewer save nothing. */
const LEAST = 200;

/** Connections that all processes of a node with this many workers need. */
export function connectionsOf(workers: number): number {
  const own = OWN.notifications + OWN.leader;
  const api = POOLS.requests + POOLS.api + POOLS.rates + own;
  return Math.max(LEAST, api + workers * (POOLS.worker + own) + POOLS.supervisor + SPARE);
}
