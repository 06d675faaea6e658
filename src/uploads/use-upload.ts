/** The file of an upload, for a request that names it. */
import { ApiError } from "#contract/errors.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db } from "#platform/postgres/db.ts";
import type { Fault } from "#platform/sent-file.ts";
import { findUpload } from "./uploads.store.ts";

type Deps = { db: Db; blobs: Blobs };
/** Reserves memory for so many bytes of this request. Throws ApiError 429. */
export type TakeBytes = (bytes: number) => Promise<void>;

export type UploadedFile = {
  filename: string | null;
  sizeBytes: number;
  sha256: string;
  mimeType: string;
  /** Stores it under another key too, without reading it into memory. Throws ApiError 400 when it has gone meanwhile. */
  copyTo(key: string): Promise<void>;
  /** Throws ApiError 400 when it has gone meanwhile. */
  read(): Promise<Buffer>;
};

/** Throws ApiError 400 when the account has no such upload, or its file has not arrived. */
export async function uploadedFile({ db, blobs }: Deps, accountId: string, id: string): Promise<UploadedFile> {
  const row = await findUpload(db, accountId, id);
  if (!row) throw new ApiError("upload_unknown");
  const { filename, blob_key: blobKey, size_bytes: sizeBytes, sha256, mime_type: mimeType } = row;
  if (blobKey === null || sizeBytes === null || sha256 === null || mimeType === null) throw new ApiError("upload_unfinished");
  return {
    filename,
    sizeBytes,
    sha256,
    mimeType,
    async copyTo(key) {
      if (!(await blobs.copy(blobKey, key))) throw new ApiError("upload_unknown");
    },
    async read() {
      const bytes = await blobs.get(blobKey);
      if (bytes === null) throw new ApiError("upload_unknown");
      return bytes;
    },
  };
}

/** The bytes of it, for a request that is answered from memory. Throws ApiError 400, 429. */
export async function uploadedBytes(deps: Deps, accountId: string, id: string, take: TakeBytes): Promise<Buffer> {
  const file = await uploadedFile(deps, accountId, id);
  await take(file.sizeBytes);
  return file.read();
}

/** For files of which each fails alone. `use` gets the file. */
export async function usedOrFault<T>(
  deps: Deps,
  accountId: string,
  id: string,
  use: (file: UploadedFile) => Promise<T>,
): Promise<{ used: T } | { fault: Fault }> {
  try {
    return { used: await use(await uploadedFile(deps, accountId, id)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { fault: { code: "document_unreachable", message: error.detail } };
  }
}
