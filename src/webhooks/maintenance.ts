/** Maintenance of webhooks: deletes the deliveries that go with no task and no job, tests, and what was known of receivers that nothing is sent to any more. */
import type { Db } from "#platform/postgres/db.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { deleteOldDeliveries } from "./deliveries.store.ts";
import { deleteOldReceivers } from "./receivers.store.ts";

const EVERY_MS = 60_000;

export const webhookMaintenance = (deps: { db: Db; retentionDays: number }): Maintenance[] => [
  { everyMs: EVERY_MS, work: () => deleteOldDeliveries(deps.db, Math.max(1, deps.retentionDays)) },
  { everyMs: EVERY_MS, work: () => deleteOldReceivers(deps.db, Math.max(1, deps.retentionDays)) },
];
