/** All SQL on uploads. One that has expired is not there, whether or not it has been deleted. */
import { type Selectable, sql } from "kysely";
import { UPLOAD_HOURS, type UploadBody } from "#contract/uploads.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import { sealedText } from "#platform/postgres/sealed.ts";
import type { Tables } from "#platform/postgres/tables.ts";

export type UploadRow = Selectable<Tables["uploads"]>;

const row = sql`id, account_id, created_at, expires_at, filename, size_bytes, blob_key, sha256, mime_type`;

export async function insertUpload(
  db: Db,
  accountId: string,
  id: string,
  { filename, size_bytes }: Pick<UploadBody, "filename" | "size_bytes">,
): Promise<UploadRow> {
  const { rows } = await sql<UploadRow>`${prepared}
    INSERT INTO uploads (id, account_id, expires_at, filename, size_bytes)
    VALUES (${id}, ${accountId}, now() + make_interval(hours => ${UPLOAD_HOURS}), ${sealedText(filename ?? null)}, ${size_bytes ?? null})
    RETURNING ${row}`.execute(db);
  const [inserted] = rows;
  if (!inserted) throw new Error("an upload was not inserted");
  return inserted;
}

/** Null when the account has no such upload. */
export async function findUpload(db: Db, accountId: string, id: string): Promise<UploadRow | null> {
  const { rows } = await sql<UploadRow>`${prepared}
    SELECT ${row} FROM uploads WHERE id = ${id} AND account_id = ${accountId} AND expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/** Whose upload it is. `db` sees the rows of all accounts. */
export async function findAccountOfUpload(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`${prepared}
    SELECT account_id FROM uploads WHERE id = ${id} AND expires_at > now()`.execute(db);
  return rows[0]?.account_id ?? null;
}

export type StoredFile = { blobKey: string; bytes: number; sha256: string; mimeType: string };

/** Null when the upload has a file already, or is not there any more. */
export async function setFile(db: Db, accountId: string, id: string, file: StoredFile): Promise<UploadRow | null> {
  const { rows } = await sql<UploadRow>`${prepared}
    UPDATE uploads SET blob_key = ${file.blobKey}, size_bytes = ${file.bytes}, sha256 = ${file.sha256}, mime_type = ${file.mimeType}
    WHERE id = ${id} AND account_id = ${accountId} AND blob_key IS NULL AND expires_at > now() RETURNING ${row}`.execute(db);
  return rows[0] ?? null;
}

export type GoneUpload = { id: string; accountId: string; blobKey: string | null };

/** Null when the account has no such upload. */
export async function deleteUpload(tx: Tx, accountId: string, id: string): Promise<GoneUpload | null> {
  const { rows } = await sql<GoneUpload>`
    DELETE FROM uploads WHERE id = ${id} AND account_id = ${accountId} AND expires_at > now()
    RETURNING id, account_id AS "accountId", blob_key AS "blobKey"`.execute(tx);
  return rows[0] ?? null;
}

/** Deletes up to `limit` uploads whose time is over. */
export async function deleteExpiredUploads(tx: Tx, limit: number): Promise<GoneUpload[]> {
  const { rows } = await sql<GoneUpload>`
    DELETE FROM uploads WHERE id IN (SELECT id FROM uploads WHERE expires_at <= now() ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, account_id AS "accountId", blob_key AS "blobKey"`.execute(tx);
  return rows;
}

/** Of the given blob keys, those that no upload has. */
export async function unreferencedUploadKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM unnest(${keys}::text[]) AS key
    WHERE NOT EXISTS (SELECT FROM uploads u WHERE u.blob_key = key)`.execute(db);
  return rows.map(({ key }) => key);
}
