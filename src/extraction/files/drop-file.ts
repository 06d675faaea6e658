/** Deletes the file of a task or packet that is gone or does not need it any more. */
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db } from "#platform/postgres/db.ts";
import { isInUse } from "./file-uses.store.ts";
import { deletePacketFile, isOfPacket } from "./packet-file.ts";

/**
 * With what is kept beside it, unless another task or the packet still reads it. Call it when the row is gone, and its transaction has
 * ended: the last of those who share the file then finds no other row, and deletes it.
 */
export async function dropFile({ db, blobs }: { db: Db; blobs: Blobs }, blobKey: string): Promise<void> {
  if (!isOfPacket(blobKey)) return blobs.delete(blobKey);
  if (!(await isInUse(db, blobKey))) await deletePacketFile(blobs, blobKey);
}
