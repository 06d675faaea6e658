/** Files of recruiting: read as they are by their bytes, with failures in words that fit its fields. */
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document, MimeType } from "#documents/document.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { sniffAny } from "#documents/sniff.ts";

/** `refuse` answers why a file of this type is not taken; null when it is. Throws TaskFailure as the reader does. */
export async function readFile(
  reader: DocumentReader,
  bytes: Uint8Array,
  refuse: (mimeType: MimeType | null) => string | null,
  signal: AbortSignal,
): Promise<Document> {
  if (bytes.byteLength === 0) throw new TaskFailure("empty_document", { message: "The file is empty." });
  const refusal = refuse(sniffAny(bytes));
  if (refusal !== null) throw new TaskFailure("unsupported_type", { message: refusal });
  try {
    return await reader.read(bytes, { flow: true }, signal);
  } catch (error) {
    if (!(error instanceof TaskFailure) || error.code !== "encrypted_document") throw error;
    const message = "The file is protected by a password. Save it without one and send it again.";
    throw new TaskFailure("encrypted_document", { message, cause: error });
  }
}
