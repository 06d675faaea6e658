/** A copy of a résumé without who the person is, made while the caller waits. The audit log says who took it. */
import { answeringFailures } from "#contract/answer-failures.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db } from "#platform/postgres/db.ts";
import { resumeFile } from "./batches/status.ts";
import { REDACT } from "./in-reader/works.ts";

/** A PDF. Throws ApiError 404, and 400 for a file that cannot be read. */
export async function redactedCopy(
  deps: { db: Db; blobs: Blobs; reader: DocumentReader },
  caller: Caller,
  applicationId: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const { bytes } = await resumeFile(deps, caller.accountId, applicationId);
  const pdf = await answeringFailures("application_id", () => deps.reader.work(REDACT, null, bytes, signal));
  await recordAudit(deps.db, caller, "resume.redacted", applicationId);
  return Buffer.from(pdf, "base64");
}
