/** The file of a packet, which its tasks share, and what is kept beside it. */
import { keptReadingVersion } from "#documents/reading-version.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { FETCHED } from "#platform/blobs/keys.ts";

const PREFIXES = ["pkt_", `${FETCHED}pkt_`];

export const isOfPacket = (blobKey: string): boolean => PREFIXES.some((prefix) => blobKey.split("/")[1]?.startsWith(prefix));

export const layoutsKey = (blobKey: string): string => `${blobKey}.layouts1`;
const readingKey = (blobKey: string): string => `${blobKey}.read${keptReadingVersion()}`;

/** `kept`: as base64, what the reader's child packed (in-reader/kept.ts). Does nothing for null. */
export async function keepReading(blobs: Blobs, blobKey: string, kept: string | null): Promise<void> {
  if (kept !== null) await blobs.put(readingKey(blobKey), Buffer.from(kept, "base64"));
}

/** What was kept, as base64; null where nothing is. */
export async function keptReading(blobs: Blobs, blobKey: string): Promise<string | null> {
  const bytes = isOfPacket(blobKey) ? await blobs.get(readingKey(blobKey)) : null;
  return bytes?.toString("base64") ?? null;
}

/** What is kept goes first: it is found by its file. */
export async function deletePacketFile(blobs: Blobs, blobKey: string): Promise<void> {
  await Promise.all([blobs.delete(layoutsKey(blobKey)), blobs.delete(readingKey(blobKey))]);
  await blobs.delete(blobKey);
}
