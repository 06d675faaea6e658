/** What is read of a file: of a signed one the file inside, of others themselves. The code for envelopes is loaded with the first one. */
import { FILE_TYPES, type MimeType } from "#contract/file-types.ts";
import type { Opened } from "./open-signed.ts";

/** Throws TaskFailure. */
export async function opened(type: MimeType, bytes: Buffer): Promise<Opened> {
  if (FILE_TYPES[type].kind !== "signed") return { type, bytes, warnings: [] };
  return (await import("./open-signed.ts")).openSigned(bytes);
}
