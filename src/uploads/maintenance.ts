/** Maintenance of uploads: deletes those whose time is over, and files whose row was not written. */
import { BY_SERVICE, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { deleteOrphans, ORPHANS_SHARE } from "#platform/orphans.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import { deleteExpiredUploads, unreferencedUploadKeys } from "./uploads.store.ts";

type Deps = { db: Db; blobs: Blobs };

const EXPIRED_MS = 5 * 60_000;
const ORPHANS_MS = 10 * 60_000;
const BATCH = 100;

export const uploadMaintenance = (deps: Deps): Maintenance[] => [
  { everyMs: EXPIRED_MS, work: () => forgetExpiredUploads(deps), atOnce: BATCH },
  { everyMs: ORPHANS_MS, work: () => forgetOrphanUploads(deps), share: ORPHANS_SHARE },
];

/** Returns how many it deleted. */
export async function forgetExpiredUploads({ db, blobs }: Deps): Promise<number> {
  const gone = await transaction(db, async (tx) => {
    const uploads = await deleteExpiredUploads(tx, BATCH);
    for (const { id, accountId } of uploads) await recordAudit(tx, { accountId, ...BY_SERVICE }, "upload.expired", id);
    return uploads;
  });
  for (const { blobKey } of gone) if (blobKey !== null) await blobs.delete(blobKey);
  return gone.length;
}

/** How many files it deleted. */
export function forgetOrphanUploads({ db, blobs }: Deps, olderThanMs?: number): Promise<number> {
  return deleteOrphans(blobs, { prefixes: ["upl_"], unneeded: (keys) => unreferencedUploadKeys(db, keys) }, olderThanMs);
}
