/** What is read of a file: of a signed one the file inside, of others themselves. The code for envelopes is loaded with the first one. */
import { FILE_TYPES, type MimeType } from "#contract/file-types.ts";
import type { ReadingWarning } from "#documents/document.ts";

/** `type`: of the bytes. `warnings`: what is to be said of a signed file. */
export type Opened = { type: MimeType; bytes: Buffer; warnings: ReadingWarning[] };

/** Throws TaskFailure. */
export async function opened(type: MimeType, bytes: Buffer): Promise<Opened> {
  if (FILE_TYPES[type].kind !== "signed") return { type, bytes, warnings: [] };
  return (await import("./open-signed.ts")).openSigned(bytes);
}
