/** Records as objects of a bucket: one PUT each. */
import type { BucketSettings } from "#contract/buckets.ts";
import { openGuardedBucket } from "#platform/blobs/guarded-bucket.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Target } from "./target.ts";

/** Throws FetchFault where the bucket may not be used. */
export async function openBucketTarget(settings: BucketSettings, rules: FetchRules): Promise<Target> {
  const bucket = await openGuardedBucket(settings, rules);
  return {
    write: (name, text) => bucket.put(`${settings.prefix}${name}`, text, "application/json"),
    remove: (name) => bucket.delete(`${settings.prefix}${name}`),
    [Symbol.asyncDispose]: () => bucket[Symbol.asyncDispose](),
  };
}
