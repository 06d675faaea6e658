/** A file within a batch, as base64: one that cannot be decoded fails alone. */
import { ApiError } from "./errors.ts";
import { decodeBase64 } from "./extraction.ts";
import { EMPTY_FILE, TASK_ERRORS, type TaskErrorCode } from "./task-errors.ts";

/** Why a document cannot be read, as is known before a worker looks at it. */
export type Fault = { code: TaskErrorCode; message: string };

/** `called`: the property that holds it. */
export function bytesOrFault(base64: string, called: string): { bytes: Buffer } | { fault: Fault } {
  if (base64.trim() === "") return { fault: { code: "empty_document", message: EMPTY_FILE } };
  try {
    return { bytes: decodeBase64(base64) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message } = TASK_ERRORS.document_too_large;
    if (error.code === "document_too_large") return { fault: { code: "document_too_large", message } };
    return { fault: { code: "corrupt_document", message: `\`${called}\` is not valid base64.` } };
  }
}
