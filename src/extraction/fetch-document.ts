/** The bytes of a task's document: the stored file, or the download from its URL, which is then stored. */
import type { DocumentSummary } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { sniff, whyUnsupported } from "#documents/sniff.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { fetchedKey } from "#platform/blobs/keys.ts";
import { fetchFile } from "#platform/fetch/fetch-file.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Db } from "#platform/postgres/db.ts";
import { sha256 } from "#platform/sha256.ts";
import { type StartedTask, setDocument } from "./tasks.store.ts";

export type Fetched = { bytes: Buffer<ArrayBuffer>; document: DocumentSummary };

/** Throws TaskFailure. */
export function fetchDocument(deps: FetchDeps & { db: Db }, row: StartedTask, signal: AbortSignal): Promise<Fetched> {
  return fetchOnce(deps, row, (document, blobKey) => setDocument(deps.db, row, document, blobKey), signal);
}

type FetchDeps = { blobs: Blobs; fetchRules: FetchRules };
type Source = Pick<StartedTask, "id" | "account_id" | "attempts" | "blob_key" | "document"> & { request: { url: string | null } };

/** `keep` stores the key of a download, so that a retry reads the same bytes; false where the attempt may not any more. Throws TaskFailure. */
export async function fetchOnce(
  deps: FetchDeps,
  row: Source,
  keep: (document: DocumentSummary, blobKey: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<Fetched> {
  if (row.blob_key !== null) {
    const bytes = await deps.blobs.get(row.blob_key).catch((cause: unknown) => {
      throw new TaskFailure("internal", { internal: "the stored document cannot be read", cause });
    });
    if (bytes === null) throw new TaskFailure("internal", { internal: "the stored document is not there" });
    return { bytes: Buffer.from(bytes), document: row.document };
  }
  const { url } = row.request;
  if (url === null)
    throw new TaskFailure("document_unreachable", { retryable: false, message: "The document was deleted. Submit it again." });
  const bytes = await fetchFile(url, deps.fetchRules, signal);
  const mimeType = sniff(bytes);
  if (mimeType === null) throw new TaskFailure("unsupported_type", whyUnsupported(bytes));
  const document = {
    ...row.document,
    mime_type: mimeType,
    size_bytes: bytes.length,
    sha256: await sha256(bytes),
  };
  const blobKey = fetchedKey(row);
  await deps.blobs.put(blobKey, bytes);
  if (!(await keep(document, blobKey))) await deps.blobs.delete(blobKey);
  return { bytes, document };
}
