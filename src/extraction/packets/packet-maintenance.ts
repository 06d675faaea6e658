/** Maintenance of packets: fails those whose deadline has passed, deletes expired ones and files without a packet. */
import { TASK_ERRORS } from "#contract/task-errors.ts";
import { dropFile } from "#extraction/files/drop-file.ts";
import { unusedOf } from "#extraction/files/file-uses.store.ts";
import { BY_SERVICE, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { FETCHED } from "#platform/blobs/keys.ts";
import { deleteOrphans, ORPHANS_SHARE } from "#platform/orphans.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { DueWork } from "#platform/postgres/due-work.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Maintenance } from "#platform/process/maintenance.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { deleteExpiredPackets, failOverduePackets, unreferencedPacketKeys } from "./packets.store.ts";
import { announcePacket, forgetFile } from "./split-packet.ts";

type Deps = { db: Db; blobs: Blobs; queue: Queue; retentionDays: number };

const DUE = "SELECT min(deadline_at) FROM packets WHERE state = 'processing'";
const EXPIRED_MS = 5 * 60_000;
const ORPHANS_MS = 10 * 60_000;
const BATCH = 100;

export const packetMaintenance = (deps: Deps): (Maintenance | DueWork)[] => [
  { at: DUE, work: () => endOverdue(deps) },
  { everyMs: EXPIRED_MS, work: () => forgetExpiredPackets(deps), atOnce: BATCH },
  { everyMs: ORPHANS_MS, work: () => forgetOrphanPackets(deps), share: ORPHANS_SHARE },
];

async function endOverdue(deps: Deps): Promise<void> {
  const { db, queue, retentionDays } = deps;
  const error = { code: "deadline_exceeded", message: TASK_ERRORS.deadline_exceeded.message, retryable: false, stage: "queued" } as const;
  const ended = await transaction(db, async (tx) => {
    const rows = await failOverduePackets(tx, error, Math.max(1, retentionDays), BATCH);
    for (const row of rows) await announcePacket(tx, { queue }, row);
    return rows;
  });
  for (const row of ended) await forgetFile(deps, row);
}

/** Returns how many it deleted. */
export async function forgetExpiredPackets({ db, blobs }: Pick<Deps, "db" | "blobs">): Promise<number> {
  const gone = await transaction(db, async (tx) => {
    const rows = await deleteExpiredPackets(tx, BATCH);
    for (const { accountId, id } of rows) await recordAudit(tx, { accountId, ...BY_SERVICE }, "packet.expired", id);
    return rows;
  });
  for (const { blobKey } of gone) if (blobKey !== null) await dropFile({ db, blobs }, blobKey);
  return gone.length;
}

/** Deletes files that neither a packet nor a task of one has; returns how many. */
export function forgetOrphanPackets({ db, blobs }: Pick<Deps, "db" | "blobs">, olderThanMs?: number): Promise<number> {
  const unneeded = async (keys: string[]) => unusedOf(db, await unreferencedPacketKeys(db, keys));
  return deleteOrphans(blobs, { prefixes: ["pkt_", `${FETCHED}pkt_`], unneeded }, olderThanMs);
}
