/** A folder of a bucket that is watched: objects are taken, and moved to `done/` or `refused/` below it. */
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BucketSettings } from "#contract/buckets.ts";
import { LIMITS } from "#contract/limits.ts";
import { type BucketObject, type GuardedBucket, openGuardedBucket } from "#platform/blobs/guarded-bucket.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import { type Item, keyOf, type Source, UNFINISHED } from "./source.ts";

/** Between two looks: a bucket tells nobody what comes. */
const LOOK_MS = 30_000;
/** Of the hash that tells two objects of one name apart. */
const MARK_CHARACTERS = 8;

/** Throws when the bucket may not be used or cannot be listed. */
export async function openBucketSource(settings: BucketSettings, rules: FetchRules): Promise<Source> {
  const { prefix } = settings;
  const bucket = await openGuardedBucket(settings, rules);
  /** The object of each item that is under way. */
  const objects = new Map<string, BucketObject>();
  return {
    async *items(signal) {
      for await (const object of bucket.list(prefix, signal)) {
        signal.throwIfAborted();
        const name = object.key.slice(prefix.length);
        if (name === "" || UNFINISHED.test(name)) continue;
        objects.set(object.key, object);
        yield itemOf(bucket, object, name, signal);
        objects.delete(object.key);
      }
    },
    async settle(item, reason) {
      const object = objects.get(item.at);
      if (object) await move(bucket, object, `${prefix}${reason === null ? "done" : "refused"}/`, item, reason);
    },
    changed: (signal) => sleep(LOOK_MS, undefined, { signal }).catch(() => undefined),
    [Symbol.asyncDispose]: () => bucket[Symbol.asyncDispose](),
  };
}

function itemOf(bucket: GuardedBucket, { key: at, bytes, etag, modifiedMs }: BucketObject, name: string, signal: AbortSignal): Item {
  const key = keyOf(name, bytes, etag, modifiedMs);
  const read = async () => {
    if (bytes > LIMITS.documentBytesMax) return { key, filename: name, bytes: null };
    const content = await bucket.get(at, etag, signal);
    if (content === null) throw new Error(`${name} changed while it was read, and is read again.`);
    return { key, filename: name, bytes: content };
  };
  return { key, filename: name, from: null, subject: null, refusal: null, at, parts: [{ key, read }] };
}

/** An object that has another content by now stays, as it was not read. */
async function move(bucket: GuardedBucket, object: BucketObject, folder: string, item: Item, reason: string | null): Promise<void> {
  const to = await freeKey(bucket, folder, item, object.etag);
  if (!(await bucket.copy(object, to))) return;
  if (reason !== null) await bucket.put(`${to}.reason.txt`, `${reason}\n`, "text/plain; charset=utf-8");
  if ((await bucket.head(object.key)) === object.etag) await bucket.delete(object.key);
}

/** The name itself, or with a mark of the item where another object has it. One that a killed process has copied before has the same etag. */
async function freeKey(bucket: GuardedBucket, folder: string, { filename, key }: Item, etag: string): Promise<string> {
  const name = filename ?? "object";
  const there = await bucket.head(`${folder}${name}`);
  if (there === null || there === etag) return `${folder}${name}`;
  const { name: stem, ext } = path.posix.parse(name);
  return `${folder}${stem} (${key.toString("hex").slice(0, MARK_CHARACTERS)})${ext}`;
}
