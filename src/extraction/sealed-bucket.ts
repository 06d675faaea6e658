/** A caller's bucket as it is stored: with its key sealed. */
import type { BucketSettings, StoredBucket } from "#contract/buckets.ts";
import type { SecretBox } from "#platform/secret-box.ts";

export function sealedBucket(secretBox: SecretBox, { secret_access_key, ...settings }: BucketSettings): StoredBucket {
  return { ...settings, sealedKey: secretBox.seal(secret_access_key) };
}

/** Throws when WINNOW_SECRET is another one now. */
export function openedBucket(secretBox: SecretBox, { sealedKey, ...settings }: StoredBucket): BucketSettings {
  try {
    return { ...settings, secret_access_key: secretBox.open(sealedKey) };
  } catch {
    throw new Error("The key of the bucket cannot be read any more, as WINNOW_SECRET changed. Enter the bucket anew.");
  }
}
