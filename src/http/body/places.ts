/**
 * How many bytes of requests, and of files that are answered, one process holds at a time. Whoever finds no place waits for a moment, and is
 * then told to come again. Small bodies have places of their own, so that large ones keep nobody from asking.
 */
import { ApiError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";

const MEGABYTE = 2 ** 20;
const SMALL_BYTES_MAX = LIMITS.bodyBytesMax;
/** The largest body fits, and one document beside it. Parsed, a body takes up to three times its size for a moment, one at a time. */
const LARGE = { caller: LIMITS.extractResumesBodyBytesMax + LIMITS.extractBodyBytesMax, process: 240 * MEGABYTE };
const SMALL = { caller: 16 * MEGABYTE, process: 64 * MEGABYTE };
const WAIT_MS_MAX = 5_000;
const RETRY_SECONDS = 5;

type Bounds = { caller: number; process: number };
type Waiting = { caller: string; bytes: number; enter(): void };

/** Idempotent. */
export type Place = { release(): void };
export type Places = {
  /** `caller`: whose bytes they are. Throws ApiError 429 too_many_bytes, and the signal's reason. */
  take(caller: string, bytes: number, signal: AbortSignal): Promise<Place>;
};

export function openPlaces(): Places {
  const [small, large] = [openBudget(SMALL), openBudget(LARGE)];
  return { take: (caller, bytes, signal) => (bytes > SMALL_BYTES_MAX ? large : small).take(caller, bytes, signal) };
}

function openBudget(bounds: Bounds): Places {
  const held = new Map<string, number>();
  let whole = 0;
  const line: Waiting[] = [];
  const fits = (caller: string, bytes: number) => whole + bytes <= bounds.process && (held.get(caller) ?? 0) + bytes <= bounds.caller;
  const count = (caller: string, bytes: number) => {
    whole += bytes;
    const now = (held.get(caller) ?? 0) + bytes;
    if (now > 0) held.set(caller, now);
    else held.delete(caller);
  };
  const placeFor = (caller: string, bytes: number): Place => {
    count(caller, bytes);
    let isHeld = true;
    return {
      release() {
        if (!isHeld) return;
        isHeld = false;
        count(caller, -bytes);
        // In the order they came; who does not fit lets others go first.
        for (const each of [...line]) if (fits(each.caller, each.bytes)) each.enter();
      },
    };
  };
  return {
    async take(caller, bytes, signal) {
      signal.throwIfAborted();
      if (fits(caller, bytes)) return placeFor(caller, bytes);
      const entered = Promise.withResolvers<Place>();
      const waiting = { caller, bytes, enter: () => leave(() => entered.resolve(placeFor(caller, bytes))) };
      const tooMany = () => leave(() => entered.reject(new ApiError("too_many_bytes", { retryAfterSeconds: RETRY_SECONDS })));
      const gone = () => leave(() => entered.reject(signal.reason));
      const timer = setTimeout(tooMany, WAIT_MS_MAX);
      const leave = (end: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", gone);
        line.splice(line.indexOf(waiting), 1);
        end();
      };
      signal.addEventListener("abort", gone);
      line.push(waiting);
      return entered.promise;
    },
  };
}
