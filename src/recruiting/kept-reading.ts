/** What OCR read of a stored résumé is kept beside its file: reading a picture again for each evaluation takes seconds. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Document } from "#documents/document.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";

/** Raise when reading changes, so that earlier readings are not used any more. */
const VERSION = 2;

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
const keyOf = (blobKey: string) => `${blobKey}.read`;

/** Does nothing for a document with a text layer, which is read again in milliseconds. */
export async function keepReading(blobs: Blobs, blobKey: string, document: Document): Promise<void> {
  if (document.pages.every((page) => page.textSource === "native")) return;
  await blobs.put(keyOf(blobKey), await pack(JSON.stringify({ version: VERSION, document })));
}

/** Null when there is none, or one of another version. */
export async function keptReading(blobs: Blobs, blobKey: string): Promise<Document | null> {
  const packed = await blobs.get(keyOf(blobKey));
  if (packed === null) return null;
  const { version, document } = JSON.parse((await unpack(packed)).toString("utf8"));
  return version === VERSION ? document : null;
}

/** The file and what was read of it. */
export async function deleteResumeFile(blobs: Blobs, blobKey: string): Promise<void> {
  await Promise.all([blobs.delete(blobKey), blobs.delete(keyOf(blobKey))]);
}
