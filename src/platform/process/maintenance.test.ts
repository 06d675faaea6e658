import { afterEach, expect, test, vi } from "vitest";
import { openLog } from "#platform/log.ts";
import { startMaintenance } from "#platform/process/maintenance.ts";

afterEach(() => vi.useRealTimers());

test("work that did all it may at once goes on until nothing is left, within one interval", async () => {
  vi.useFakeTimers();
  let left = 25;
  const work = async () => {
    const done = Math.min(10, left);
    left -= done;
    return done;
  };
  await using _ = startMaintenance(openLog("silent", "test"), [{ everyMs: 60_000, work, atOnce: 10 }]);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(left).toBe(25);
  await vi.advanceTimersByTimeAsync(1);
  expect(left).toBe(0);
});

test("it ends with what it is doing when it is stopped", async () => {
  vi.useFakeTimers();
  let runs = 0;
  const work = async () => {
    runs++;
    await new Promise((resolve) => setTimeout(resolve, 1));
    return 10;
  };
  const loop = startMaintenance(openLog("silent", "test"), [{ everyMs: 60_000, work, atOnce: 10 }]);
  await vi.advanceTimersByTimeAsync(60_003);
  const stopped = loop[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(10);
  await stopped;
  const before = runs;
  await vi.advanceTimersByTimeAsync(300_000);
  expect([before > 1, runs]).toEqual([true, before]);
});

test("what may take a share of the time only rests after it took long", async () => {
  vi.useFakeTimers();
  let runs = 0;
  const work = async () => {
    runs++;
    await new Promise((resolve) => setTimeout(resolve, 30_000));
  };
  await using _ = startMaintenance(openLog("silent", "test"), [{ everyMs: 60_000, work, share: 0.05 }]);
  await vi.advanceTimersByTimeAsync(61_000 + 30_000 + 19 * 30_000 - 2_000);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(30_000);
});
