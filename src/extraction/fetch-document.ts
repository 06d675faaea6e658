/** The bytes of a task's document: the stored file, or the URL's answer, which is stored then. */
import { LIMITS } from "#contract/limits.ts";
import type { DocumentSummary } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { sniff } from "#documents/sniff.ts";
import type { Blobs } from "#platform/blobs.ts";
import { type FetchAnswer, FetchFault, type FetchRules, guardedFetch } from "#platform/fetch/guarded-fetch.ts";
import type { Db } from "#platform/postgres/db.ts";
import { sha256 } from "./submit.ts";
import { type StartedTask, setDocument } from "./tasks.store.ts";

const REDIRECTS_MAX = 3;
const TIMEOUT_SECONDS = 30;

export type Fetched = { bytes: Buffer<ArrayBuffer>; document: DocumentSummary };

/** Throws TaskFailure. */
export async function fetchDocument(
  deps: { db: Db; blobs: Blobs; fetchRules: FetchRules },
  row: StartedTask,
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
  const answer = await get(url, deps.fetchRules, signal);
  const mimeType = sniff(answer.body);
  if (mimeType === null) throw new TaskFailure("unsupported_type");
  const bytes = Buffer.from(answer.body);
  const document = {
    ...row.document,
    filename: row.document.filename ?? filenameOf(url),
    mime_type: mimeType,
    size_bytes: bytes.length,
    sha256: await sha256(bytes),
  };
  const blobKey = `${row.account_id}/${row.id}`;
  await deps.blobs.put(blobKey, bytes);
  if (!(await setDocument(deps.db, row, document, blobKey))) await deps.blobs.delete(blobKey);
  return { bytes, document };
}

async function get(url: string, rules: FetchRules, signal: AbortSignal): Promise<FetchAnswer> {
  try {
    const answer = await guardedFetch(url, rules, {
      method: "GET",
      headers: { accept: "application/pdf, image/png, image/jpeg, */*;q=0.5", "user-agent": "Winnow/1" },
      redirectsMax: REDIRECTS_MAX,
      bytesMax: LIMITS.documentBytesMax,
      whenLonger: "fail",
      timeoutSeconds: TIMEOUT_SECONDS,
      signal,
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    const passing = answer.status === 408 || answer.status === 429 || answer.status >= 500;
    throw new TaskFailure("document_unreachable", { message: `The document URL answered ${answer.status}.`, retryable: passing });
  } catch (error) {
    if (!(error instanceof FetchFault)) throw error;
    if (error.fault === "too_large") throw new TaskFailure("document_too_large");
    throw new TaskFailure("document_unreachable", {
      message: error.message,
      retryable: error.fault === "unreachable" || error.fault === "timeout",
      cause: error,
    });
  }
}

/** The last part of the path, for display only. */
function filenameOf(url: string): string | null {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return last === "" ? null : last.slice(0, 255);
}
