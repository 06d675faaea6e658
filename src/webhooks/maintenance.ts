/**
 * Maintenance of webhooks: deletes old deliveries without a task or batch (tests), and the state of receivers that get no deliveries any
 * more.
 */
import type { Db } from "#platform/postgres/db.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { deleteOldDeliveries } from "./deliveries.store.ts";
import { deleteOldReceivers } from "./receivers.store.ts";

const EVERY_MS = 5 * 60_000;

export const webhookMaintenance = (deps: { db: Db; retentionDays: number }): Maintenance[] => [
  { everyMs: EVERY_MS, work: () => deleteOldDeliveries(deps.db, Math.max(1, deps.retentionDays)) },
  { everyMs: EVERY_MS, work: () => deleteOldReceivers(deps.db, Math.max(1, deps.retentionDays)) },
];
