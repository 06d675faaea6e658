/**
 * Counts wrong keys by network. A network with too many gets a 429 for wrong keys; valid keys from the same network or proxy are still
 * served. Over the limit, keys are looked up in batches, one query at a time per process, so that a flood of wrong keys does not cause a
 * query each.
 */
import { ApiError } from "#contract/errors.ts";
import { WRONG_KEYS_PER_MINUTE } from "#contract/tiers.ts";
import { openBatcher } from "#platform/batcher.ts";
import { openRecentCounts } from "#platform/recent-counts.ts";
import { networkOf } from "./network.ts";

export type WrongKeys = {
  /** Called before the key's lookup. Throws ApiError 429 when its network has sent too many wrong keys and this one is wrong as well. */
  beforeLookUp(address: string, keyHash: Buffer): Promise<void>;
  /** Counts a wrong key. Throws ApiError 429 when the network has sent too many in the last minute. */
  count(address: string): void;
};

/** Most keys of one query. */
const BATCH_MAX = 1_000;
/** The least recently seen is dropped first. */
const NETWORKS_MAX = 10_000;

/** `known`: for each hash, whether a key has it. */
export function openWrongKeys(known: (keyHashes: readonly Buffer[]) => Promise<boolean[]>): WrongKeys {
  const counts = openRecentCounts();
  const flooded = new Map<string, number>();
  const batch = openBatcher<Buffer, boolean>(BATCH_MAX);
  const refuse = (retryMs: number): never => {
    throw new ApiError("rate_limited", {
      detail: "Too many wrong API keys from your address. Check the key, and try again later.",
      retryAfterSeconds: Math.ceil(retryMs / 1000),
    });
  };
  return {
    async beforeLookUp(address, keyHash) {
      const network = networkOf(address);
      const leftMs = (flooded.get(network) ?? 0) - performance.now();
      if (leftMs <= 0) flooded.delete(network);
      else if (!(await batch("keys", keyHash, known))) refuse(leftMs);
    },
    count(address) {
      const network = networkOf(address);
      const { retryMs } = counts.take(network, WRONG_KEYS_PER_MINUTE);
      if (retryMs <= 0) return;
      flooded.delete(network);
      flooded.set(network, performance.now() + retryMs);
      const oldest = flooded.keys().next();
      if (flooded.size > NETWORKS_MAX && !oldest.done) flooded.delete(oldest.value);
      refuse(retryMs);
    },
  };
}
