/** Maintenance of accounts: deletes expired sessions, links, counts of wrong passwords and stored answers of idempotency keys; sums usage by day. */
import type { Db } from "#platform/postgres/db.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { deleteOldSessions } from "./credentials.store.ts";
import { deleteOldIdempotencyKeys } from "./idempotency.store.ts";
import { deleteOldLinks } from "./links.store.ts";
import { deleteOldSignInSteps } from "./second-factor/second-factor.store.ts";
import { deleteOldSignInTries } from "./sign-in-delay.store.ts";
import { noteUsageDays, sumUsageDay } from "./usage.store.ts";

const EVERY_MS = 5 * 60_000;
const USAGE_MS = 60 * 60_000;
/** Of its time at most: a day of very many tasks, of which some are deleted all the time, is summed each hour. */
const USAGE_SHARE = 0.1;

export const accountMaintenance = ({ db }: { db: Db }): Maintenance[] => [
  ...[deleteOldSessions, deleteOldSignInSteps, deleteOldLinks, deleteOldSignInTries, deleteOldIdempotencyKeys].map((work) => ({
    everyMs: EVERY_MS,
    work: () => work(db),
  })),
  { everyMs: USAGE_MS, work: () => sumUsageDays(db), share: USAGE_SHARE },
];

/** Sums the tasks of all days that are over, for the page of usage. */
export async function sumUsageDays(db: Db): Promise<void> {
  await noteUsageDays(db);
  while ((await sumUsageDay(db)) > 0);
}
