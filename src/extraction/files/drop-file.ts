/** Deletes the file of a task or packet that is gone or does not need it any more. */
import type { Blobs } from "#platform/blobs/blobs.ts";
import { FETCHED } from "#platform/blobs/keys.ts";
import type { Db } from "#platform/postgres/db.ts";
import { isInUse } from "./file-uses.store.ts";
import { layoutsKey } from "./page-layouts.ts";

const PACKETS = ["pkt_", `${FETCHED}pkt_`];

/** Whether tasks may share the file: it is a packet's. */
const isShared = (blobKey: string): boolean => PACKETS.some((prefix) => blobKey.split("/")[1]?.startsWith(prefix));

/**
 * With what is kept beside it, unless another task or the packet still reads it. Call it when the row is gone, and its transaction has
 * ended: whoever looks last deletes.
 */
export async function dropFile({ db, blobs }: { db: Db; blobs: Blobs }, blobKey: string): Promise<void> {
  if (!isShared(blobKey)) return blobs.delete(blobKey);
  if (await isInUse(db, blobKey)) return;
  await Promise.all([blobs.delete(layoutsKey(blobKey)), blobs.delete(blobKey)]);
}
