/** Uploads as callers ask for them, read and delete them. */
import { ApiError } from "#contract/errors.ts";
import { newId } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import type { UploadBody, UploadRecord, UploadReply } from "#contract/uploads.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { KeyedHash } from "#platform/keyed-hash.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { uploadGone, uploadUrl } from "./upload-url.ts";
import { deleteUpload, findUpload, insertUpload, type UploadRow } from "./uploads.store.ts";

export type UploadDeps = { db: Db; blobs: Blobs; keyedHash: KeyedHash; publicUrl: string };

const ANY_TYPE = "application/octet-stream";

/** Throws ApiError 400. */
export async function createUpload(
  { db, keyedHash, publicUrl }: Omit<UploadDeps, "blobs">,
  accountId: string,
  body: UploadBody,
): Promise<UploadReply> {
  if ((body.size_bytes ?? 0) > LIMITS.documentBytesMax) throw new ApiError("document_too_large");
  const row = await insertUpload(db, accountId, newId("upl"), body);
  const url = uploadUrl(keyedHash, publicUrl, row.id, row.expires_at);
  return { ...uploadRecord(row), url, headers: { "Content-Type": body.content_type ?? ANY_TYPE } };
}

/** Throws ApiError 404. */
export async function requireUpload(db: Db, accountId: string, id: string): Promise<UploadRow> {
  const row = await findUpload(db, accountId, id);
  if (!row) throw uploadGone();
  return row;
}

/** Tasks that were made of it keep their file. Throws ApiError 404. */
export async function removeUpload({ db, blobs }: Pick<UploadDeps, "db" | "blobs">, caller: Caller, id: string): Promise<void> {
  const gone = await transaction(db, async (tx) => {
    const deleted = await deleteUpload(tx, caller.accountId, id);
    if (!deleted) throw uploadGone();
    await recordAudit(tx, caller, "upload.deleted", id);
    return deleted;
  });
  if (gone.blobKey !== null) await blobs.delete(gone.blobKey);
}

export const uploadRecord = (row: UploadRow): UploadRecord => ({
  upload_id: row.id,
  status: row.blob_key === null ? "waiting" : "ready",
  filename: row.filename,
  size_bytes: row.size_bytes,
  sha256: row.sha256,
  mime_type: row.mime_type,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});
