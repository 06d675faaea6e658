/** All SQL on who reads files that are not of one task alone. Rows go with their task or packet. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.ts";

/** The packet and the tasks read the file from now on; for a packet that does so already only the tasks are added. */
export async function insertUses(
  tx: Tx,
  { accountId, blobKey, packetId }: { accountId: string; blobKey: string; packetId: string },
  taskIds: readonly string[],
): Promise<void> {
  await sql`INSERT INTO file_uses (account_id, blob_key, task_id, packet_id)
    SELECT ${accountId}, ${blobKey}, NULL, ${packetId} UNION ALL SELECT ${accountId}, ${blobKey}, id, NULL FROM unnest(${taskIds}::text[]) AS id
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function isInUse(db: Db, blobKey: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`SELECT EXISTS (SELECT FROM file_uses WHERE blob_key = ${blobKey}) AS used`.execute(db);
  return rows[0]?.used ?? false;
}

/** The task or packet with this id, which stays, does not read its file any more. */
export async function deleteUse(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM file_uses WHERE task_id = ${id} OR packet_id = ${id}`.execute(tx);
}

/** Of the keys those of files that nobody reads. */
export async function unusedOf(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM unnest(${keys}::text[]) AS key
    WHERE NOT EXISTS (SELECT FROM file_uses u WHERE u.blob_key = key)`.execute(db);
  return rows.map(({ key }) => key);
}
