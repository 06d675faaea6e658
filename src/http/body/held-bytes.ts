/**
 * Limits how many bytes of request bodies and response files one process holds at a time. When the limit is reached a request waits
 * briefly, then gets a 429. Small bodies have a separate limit, so that large ones do not block them.
 */
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { ConcurrencyLimiter } from "#platform/concurrency-limiter.ts";

const MEGABYTE = 2 ** 20;
const SMALL_BYTES_MAX = LIMITS.bodyBytesMax;
/**
 * The largest body fits, plus one document. While it is parsed, a body takes up to three times its size; bodies are parsed one at a time.
 */
const LARGE = { caller: LIMITS.extractResumesBodyBytesMax + LIMITS.extractBodyBytesMax, process: 240 * MEGABYTE };
const SMALL = { caller: 16 * MEGABYTE, process: 64 * MEGABYTE };
const WAIT_MS_MAX = 5_000;
const RETRY_SECONDS = 5;

export type HeldBytes = {
  /** Reserves bytes for `caller` until disposed. Throws ApiError 429 too_many_bytes, and the signal's reason. */
  take(caller: string, bytes: number, signal: AbortSignal): Promise<Disposable>;
};

export function openHeldBytes(): HeldBytes {
  const limiter = new ConcurrencyLimiter();
  return {
    async take(caller, bytes, signal) {
      const [size, max] = bytes > SMALL_BYTES_MAX ? (["large", LARGE] as const) : (["small", SMALL] as const);
      const limits = { [size]: max.process, [`${size} ${caller}`]: max.caller };
      const permit = await limiter.take(limits, { cost: bytes, waitMs: WAIT_MS_MAX, signal });
      if (!permit) throw new ApiError("too_many_bytes", { retryAfterSeconds: RETRY_SECONDS });
      return permit;
    },
  };
}
