/** What OCR read of a stored résumé is kept beside its file: reading a picture again for each evaluation takes seconds. */
import { gunzipSync, gzipSync } from "node:zlib";
import type { Document } from "#documents/document.ts";
import { keptReadingVersion } from "#documents/reading-version.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";

const EARLIER = ".read";

const keyOf = (blobKey: string) => `${blobKey}.read${keptReadingVersion()}`;

/** In the reader's child. Null for a document with a text layer, which is read again in milliseconds. */
export function packed(document: Document): Buffer | null {
  return document.pages.every((page) => page.textSource === "native") ? null : gzipSync(JSON.stringify(document));
}

/** In the reader's child. */
export function unpacked(bytes: Buffer): Document {
  return JSON.parse(gunzipSync(bytes).toString("utf8"));
}

/** `kept`: as base64, what `packed` gave. Does nothing for null. */
export async function keepReading(blobs: Blobs, blobKey: string, kept: string | null): Promise<void> {
  if (kept !== null) await blobs.put(keyOf(blobKey), Buffer.from(kept, "base64"));
}

/** Packed; null when there is none of this version. */
export function keptReading(blobs: Blobs, blobKey: string): Promise<Buffer | null> {
  return blobs.get(keyOf(blobKey));
}

/** The file and what was read of it. */
export async function deleteResumeFile(blobs: Blobs, blobKey: string): Promise<void> {
  await Promise.all([blobs.delete(blobKey), blobs.delete(keyOf(blobKey)), blobs.delete(`${blobKey}${EARLIER}`)]);
}
