/** The file that a request brings, or names by the upload that brought it, and what is known of a document before it is read. */
import { ApiError } from "#contract/errors.ts";
import type { DocumentSource } from "#contract/extraction.ts";
import type { DocumentSummary } from "#contract/task.ts";
import { sniff, whyUnsupported } from "#documents/sniff.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { filenameOf } from "#platform/fetch/fetch-file.ts";
import { shownUrl } from "#platform/fetch/shown-url.ts";
import type { Db } from "#platform/postgres/db.ts";
import { sentBytes } from "#platform/sent-file.ts";
import { sha256 } from "#platform/sha256.ts";
import { type UploadedFile, uploadedFile } from "#uploads/use-upload.ts";

type Sent = Exclude<DocumentSource, { kind: "url" }>;
export type SentDocument = { summary: DocumentSummary; storeAs(key: string): Promise<void> };

/** Throws ApiError 400. */
export async function sentDocument(deps: { db: Db; blobs: Blobs }, accountId: string, source: Sent): Promise<SentDocument> {
  if (source.kind === "upload") {
    const file = await uploadedFile(deps, accountId, source.uploadId);
    return { summary: summaryOfUpload(source, file), storeAs: file.copyTo };
  }
  const bytes = await sentBytes(source.base64);
  const mimeType = sniff(bytes);
  if (mimeType === null) throw new ApiError("unsupported_type", whyUnsupported(bytes));
  const summary = { ...emptySummary(source), mime_type: mimeType, size_bytes: bytes.length, sha256: await sha256(bytes) };
  return { summary, storeAs: (key) => deps.blobs.put(key, bytes) };
}

export function summaryOfUpload(source: DocumentSource, file: UploadedFile): DocumentSummary {
  const { sizeBytes, sha256, mimeType } = file;
  const filename = source.filename ?? file.filename;
  return { ...emptySummary(source), filename, mime_type: mimeType, size_bytes: sizeBytes, sha256 };
}

export function emptySummary(source: DocumentSource): DocumentSummary {
  const url = source.kind === "url" ? source.url : null;
  const filename = source.filename ?? (url === null ? null : filenameOf(url));
  return {
    filename,
    url: url === null ? null : shownUrl(url),
    mime_type: null,
    size_bytes: null,
    sha256: null,
    page_count: null,
    pages: [],
  };
}
