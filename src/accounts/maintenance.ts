/** Maintenance of accounts: deletes expired sessions, links, counts of wrong passwords, and stored responses of idempotency keys. */
import type { Db } from "#platform/postgres/db.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { deleteOldSessions } from "./credentials.store.ts";
import { deleteOldIdempotencyKeys } from "./idempotency.store.ts";
import { deleteOldLinks } from "./links.store.ts";
import { deleteOldSignInTries } from "./sign-in-delay.store.ts";

const EVERY_MS = 5 * 60_000;

export const accountMaintenance = ({ db }: { db: Db }): Maintenance[] =>
  [deleteOldSessions, deleteOldLinks, deleteOldSignInTries, deleteOldIdempotencyKeys].map((work) => ({
    everyMs: EVERY_MS,
    work: () => work(db),
  }));
