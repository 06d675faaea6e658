/** Wrong keys by the address they come from. Whoever sends too many is told to wait; a right key from the same address, or proxy, is served. */
import { ApiError } from "#contract/errors.ts";
import { WRONG_KEYS_PER_MINUTE } from "#contract/tiers.ts";
import { openRecentCounts } from "#platform/recent-counts.ts";
import { networkOf } from "./network.ts";

export type WrongKeys = {
  /** Counts one. Throws ApiError 429 when the address has sent too many in the last minute. */
  count(address: string): void;
};

export function openWrongKeys(): WrongKeys {
  const counts = openRecentCounts();
  return {
    count(address) {
      const { retryMs } = counts.take(networkOf(address), WRONG_KEYS_PER_MINUTE);
      if (retryMs > 0)
        throw new ApiError("rate_limited", {
          detail: "Too many wrong API keys from your address. Check the key, and try again later.",
          retryAfterSeconds: Math.ceil(retryMs / 1000),
        });
    },
  };
}
