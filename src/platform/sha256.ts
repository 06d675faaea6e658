/** The hash that identifies documents. */

import { hash } from "node:crypto";

/** Hashing this many bytes takes less than a millisecond, which is less than passing them to another thread. */
const AT_ONCE_BYTES_MAX = 1024 * 1024;

/** Hexadecimal; larger input is hashed off the event loop. */
export async function sha256(bytes: Buffer): Promise<string> {
  if (bytes.length <= AT_ONCE_BYTES_MAX) return hash("sha256", bytes);
  const view = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
  return Buffer.from(await crypto.subtle.digest("SHA-256", view)).toString("hex");
}
