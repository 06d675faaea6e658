/** All SQL on lists. */
import { sql } from "kysely";
import type { ListRecord } from "#contract/lists.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";

export type ListContent = { name: string; columns: string[]; rows: number; blobKey: string };
export type StoredList = ListRecord & { blobKey: string };

export async function insertList(tx: Tx, accountId: string, id: string, { name, columns, rows, blobKey }: ListContent): Promise<void> {
  await tx
    .insertInto("lists")
    .values({ id, account_id: accountId, name, columns: JSON.stringify(columns), row_count: rows, blob_key: blobKey })
    .execute();
}

export async function countLists(db: Db, accountId: string): Promise<number> {
  const { n } = await db
    .selectFrom("lists")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Null when the account has no such list. Locks the row until the transaction ends. */
export async function lockList(tx: Tx, accountId: string, id: string): Promise<StoredList | null> {
  const row = await select(tx, accountId).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? recordOf(row) : null;
}

export async function replaceList(tx: Tx, accountId: string, id: string, { name, columns, rows, blobKey }: ListContent): Promise<void> {
  await tx
    .updateTable("lists")
    .set((eb) => ({
      name,
      columns: JSON.stringify(columns),
      row_count: rows,
      blob_key: blobKey,
      version: eb("version", "+", 1),
      updated_at: sql`now()`,
    }))
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .execute();
}

export async function findList(db: Db | Tx, accountId: string, id: string): Promise<StoredList | null> {
  const row = await select(db, accountId).where("id", "=", id).executeTakeFirst();
  return row ? recordOf(row) : null;
}

/** Whether the rows of one of them were replaced after that time. */
export async function areListsNewer(db: Db | Tx, accountId: string, ids: readonly string[], than: Date): Promise<boolean> {
  if (ids.length === 0) return false;
  return (await select(db, accountId).where("id", "in", ids).where("updated_at", ">", than).executeTakeFirst()) !== undefined;
}

/** Newest first. `after`: the last id of the previous part of the list. */
export async function listLists(db: Db, accountId: string, page: { after: string | null; limit: number }): Promise<StoredList[]> {
  let query = select(db, accountId);
  if (page.after !== null) query = query.where("id", "<", page.after);
  return (await query.orderBy("id", "desc").limit(page.limit).execute()).map(recordOf);
}

/** The file that is to be deleted; null when the account has no such list. */
export async function deleteList(tx: Tx, accountId: string, id: string): Promise<string | null> {
  const row = await tx
    .deleteFrom("lists")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .returning("blob_key")
    .executeTakeFirst();
  return row?.blob_key ?? null;
}

/** Of the given blob keys, those that no list references. */
export async function unreferencedListKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM unnest(${keys}::text[]) AS key
    WHERE NOT EXISTS (SELECT FROM lists l WHERE l.blob_key = key)`.execute(db);
  return rows.map(({ key }) => key);
}

const select = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom("lists")
    .select(["id", "name", "version", "columns", "row_count", "blob_key", "created_at", "updated_at"])
    .where("account_id", "=", accountId);

type Row = {
  id: string;
  name: string;
  version: number;
  columns: string[];
  row_count: number;
  blob_key: string;
  created_at: Date;
  updated_at: Date;
};

const recordOf = (row: Row): StoredList => ({
  list_id: row.id,
  name: row.name,
  version: row.version,
  columns: row.columns,
  rows: row.row_count,
  blobKey: row.blob_key,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
