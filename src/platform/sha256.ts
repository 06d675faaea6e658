/** The hash by which documents are known. */

/** Hexadecimal, computed off the event loop. */
export async function sha256(bytes: Buffer): Promise<string> {
  const view = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
  return Buffer.from(await crypto.subtle.digest("SHA-256", view)).toString("hex");
}
