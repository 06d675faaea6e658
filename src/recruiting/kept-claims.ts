/** What is kept of a résumé when it is read, so that it is scored for other skills without its file. */
import { keptReadingVersion } from "#documents/reading-version.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { sha256 } from "#platform/sha256.ts";
import { CLAIMS_VERSION } from "#scoring/claims-version.ts";
import { keptReading } from "./kept-reading.ts";
import type { Scorable } from "./scorable.ts";

/** Of what reads a résumé, and of what makes claims of it. */
export const claimsVersion = (): string => `${keptReadingVersion()}.${CLAIMS_VERSION}`;

/** `sha256`: of the file. */
export type KeptClaims = Scorable & { version: string; sha256: string };

export const keptClaims = (scorable: Scorable, sha256: string): KeptClaims => ({ ...scorable, version: claimsVersion(), sha256 });

/** What has yet to be read: a file, text that was sent as such, or what OCR read of a file. `sha256`: of the file. */
export type Unread = { are: "file" | "text" | "kept"; bytes: Buffer; sha256: string };
export type ResumeToScore = { claims: KeptClaims } | Unread;

/** The claims of a stored résumé, else what has to be read. Null when its file is not there. */
export async function openStored(
  blobs: Blobs,
  { blobKey, claims }: { blobKey: string; claims: KeptClaims | null },
): Promise<ResumeToScore | null> {
  if (claims?.version === claimsVersion()) return { claims };
  const file = await blobs.get(blobKey);
  if (file === null) return null;
  const read = await keptReading(blobs, blobKey);
  const hash = await sha256(file);
  return read === null ? { are: "file", bytes: file, sha256: hash } : { are: "kept", bytes: read, sha256: hash };
}
