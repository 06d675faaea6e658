/** Maintenance of lists: deletes files whose row was not written. */
import type { Blobs } from "#platform/blobs/blobs.ts";
import { deleteOrphans, ORPHANS_SHARE } from "#platform/orphans.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { unreferencedListKeys } from "./lists.store.ts";

const ORPHANS_MS = 10 * 60_000;

export const listMaintenance = (deps: { db: Db; blobs: Blobs }): Maintenance[] => [
  { everyMs: ORPHANS_MS, work: () => forgetOrphanLists(deps), share: ORPHANS_SHARE },
];

/** How many files it deleted. */
export function forgetOrphanLists({ db, blobs }: { db: Db; blobs: Blobs }, olderThanMs?: number): Promise<number> {
  return deleteOrphans(blobs, { prefixes: ["lst_"], unneeded: (keys) => unreferencedListKeys(db, keys) }, olderThanMs);
}
