/** Looks again until the check passes; for tests that run beside each other, where `expect.poll` cannot tell which test it is in. */
import { vi } from "vitest";

const TIMEOUT_MS = 150_000;

/** Rejects with the last failure of `check`. */
export const eventually = <T>(read: () => T | Promise<T>, check: (value: T) => void): Promise<void> =>
  vi.waitFor(async () => check(await read()), { timeout: TIMEOUT_MS, interval: 30 });
