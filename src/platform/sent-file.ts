/**
 * Files that a request brings: as base64 in its JSON, or as a part of its own. Such a part lies in a temporary file until the response is
 * sent; the body has a mark in its place, which only this process knows.
 */
import { randomBytes } from "node:crypto";
import { decodeBase64 } from "#contract/base64.ts";
import { ApiError } from "#contract/errors.ts";
import { EMPTY_FILE, TASK_ERRORS, type TaskErrorCode } from "#contract/task-errors.ts";

/** Reads a part. Throws ApiError for one that is too large. */
export type ReadPart = () => Promise<Buffer>;

const MARK = "part:";
const MARKED = /^part:[0-9a-f]{32}$/;
const parts = new Map<string, ReadPart>();

/** `mark` stands for the part, where base64 would stand, until it is disposed. */
export function markPart(read: ReadPart): { mark: string } & Disposable {
  const mark = `${MARK}${randomBytes(16).toString("hex")}`;
  parts.set(mark, read);
  return { mark, [Symbol.dispose]: () => parts.delete(mark) };
}

/** The bytes of base64, or of a part. Throws ApiError 400, also for a part that is not there any more. */
export async function sentBytes(content: string): Promise<Buffer> {
  if (!MARKED.test(content)) return decodeBase64(content);
  const read = parts.get(content);
  if (!read) throw new ApiError("bad_request");
  return read();
}

/** Why a document cannot be read, as is known before a worker looks at it. */
export type Fault = { code: TaskErrorCode; message: string };

/** For files of which each fails alone. `called`: the property that holds it. */
export async function bytesOrFault(content: string, called: string): Promise<{ bytes: Buffer } | { fault: Fault }> {
  if (content.trim() === "") return { fault: { code: "empty_document", message: EMPTY_FILE } };
  try {
    return { bytes: await sentBytes(content) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === "bad_request") throw error;
    const { message } = TASK_ERRORS.document_too_large;
    if (error.code === "document_too_large") return { fault: { code: "document_too_large", message } };
    return { fault: { code: "corrupt_document", message: `\`${called}\` is not valid base64.` } };
  }
}
