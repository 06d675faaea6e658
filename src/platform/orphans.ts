/** Deletes orphaned documents: the process died between writing the document and its row, or between deleting the row and the document. */
import type { Blobs } from "./blobs/blobs.ts";

/** Longer than any task may take, so that a document whose row is not written yet is left alone. */
const OLD_MS = 2 * 60 * 60 * 1000;
const BATCH = 500;
/** Of the time, at most: it lists the whole storage. */
export const ORPHANS_SHARE = 0.05;

export type OrphanRules = {
  /** Prefixes of the ids to check. A key is `account/id`, optionally followed by `.` and a suffix. */
  prefixes: readonly string[];
  /** Returns those of the `account/id` keys that no row references. */
  unneeded(keys: string[]): Promise<string[]>;
};

/** Deletes orphans and returns how many. */
export async function deleteOrphans(blobs: Blobs, { prefixes, unneeded }: OrphanRules, olderThanMs: number = OLD_MS): Promise<number> {
  const before = Date.now() - olderThanMs;
  let deleted = 0;
  for await (const keys of inBatches(blobs.keys())) {
    const ours = keys.filter((key) => prefixes.some((prefix) => key.split("/")[1]?.startsWith(prefix)));
    const lost = new Set(await unneeded([...new Set(ours.map(rowKey))]));
    for (const key of ours) {
      if (!lost.has(rowKey(key)) || (await blobs.modifiedAt(key)) > before) continue;
      await blobs.delete(key);
      deleted++;
    }
  }
  return deleted;
}

const rowKey = (key: string): string => key.split(".")[0] ?? key;

async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
