/** Wrong keys by the address they come from. Whoever sends too many is told to wait; a right key from the same address, or proxy, is served. */
import ipaddr from "ipaddr.js";
import { ApiError } from "#contract/errors.ts";
import { WRONG_KEYS_PER_MINUTE } from "#contract/tiers.ts";
import { openRecentCounts } from "#platform/recent-counts.ts";

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

/** An IPv4 address, or the /64 of an IPv6 address: whoever has one of those has all of them. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
