/** Takes the file of an upload: it is stored as a whole first, and then named by the upload's row, so that no row has half a file. */
import { randomBytes } from "node:crypto";
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { sniff, whyUnsupported } from "#documents/sniff.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { sentKey } from "#platform/blobs/keys.ts";
import type { Db } from "#platform/postgres/db.ts";
import { setFile, type UploadRow } from "./uploads.store.ts";
import { requireUpload } from "./uploads.ts";

/** A file that lies in a temporary file. `read`: its bytes, in memory from then on. */
export type ArrivedFile = { bytes: number; sha256: string; read(): Promise<Buffer> };

/** Whether a file of this size can be the one of the upload. Throws ApiError 400. */
export function checkSize({ size_bytes: size, blob_key }: Pick<UploadRow, "size_bytes" | "blob_key">, bytes: number): void {
  if (bytes === 0) throw new ApiError("empty_document", { detail: "The body is empty. PUT the bytes of the file." });
  if (bytes > LIMITS.documentBytesMax) throw new ApiError("document_too_large");
  if (size === null || bytes === size) return;
  if (blob_key !== null) throw new ApiError("upload_has_file");
  throw new ApiError("upload_damaged", { detail: `The file has ${bytes} bytes, and ${size} were announced. Send the whole file again.` });
}

/** The same file may arrive again. Throws ApiError 400, and 404 when the upload has gone meanwhile. */
export async function receiveUpload({ db, blobs }: { db: Db; blobs: Blobs }, upload: UploadRow, file: ArrivedFile): Promise<UploadRow> {
  if (upload.blob_key !== null) return sameFile(upload, file);
  checkSize(upload, file.bytes);
  const bytes = await file.read();
  const mimeType = sniff(bytes);
  if (mimeType === null) throw new ApiError("unsupported_type", whyUnsupported(bytes));
  // Of each PUT another, so that two at a time never write the same file.
  const blobKey = `${sentKey(upload.account_id, upload.id)}-${randomBytes(6).toString("hex")}`;
  await blobs.put(blobKey, bytes);
  const ready = await setFile(db, upload.account_id, upload.id, { blobKey, bytes: file.bytes, sha256: file.sha256, mimeType });
  if (ready) return ready;
  await blobs.delete(blobKey);
  return sameFile(await requireUpload(db, upload.account_id, upload.id), file);
}

/** Throws ApiError 400 when the upload has another file. */
function sameFile(upload: UploadRow, { sha256 }: ArrivedFile): UploadRow {
  if (upload.sha256 !== sha256) throw new ApiError("upload_has_file");
  return upload;
}
