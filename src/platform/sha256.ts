/** The hash by which documents are known. */

import { hash } from "node:crypto";

/** Hashed within a millisecond, which is less than handing the bytes to another thread takes. */
const AT_ONCE_BYTES_MAX = 1024 * 1024;

/** Hexadecimal; what takes longer is computed off the event loop. */
export async function sha256(bytes: Buffer): Promise<string> {
  if (bytes.length <= AT_ONCE_BYTES_MAX) return hash("sha256", bytes);
  const view = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
  return Buffer.from(await crypto.subtle.digest("SHA-256", view)).toString("hex");
}
