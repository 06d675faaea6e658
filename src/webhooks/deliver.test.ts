import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RETRY_SCHEDULE_SECONDS } from "#contract/retry-schedule.ts";
import { nextTry, retryAfterOf } from "./deliver.ts";

const NOW = new Date("2026-04-03T12:00:00Z");

describe("nextTry", () => {
  test("waits the schedule's pause with up to a tenth more, and ends after the last", () => {
    fc.assert(
      fc.property(fc.nat(20), (failures) => {
        const next = nextTry(RETRY_SCHEDULE_SECONDS, failures, null);
        const pause = RETRY_SCHEDULE_SECONDS[failures];
        if (pause === undefined) return void expect(next).toEqual({ kind: "dead" });
        if (next.kind !== "retry") throw new Error("has to be tried again");
        expect(next.afterSeconds).toBeGreaterThanOrEqual(pause);
        expect(next.afterSeconds).toBeLessThanOrEqual(pause * 1.1);
      }),
    );
  });

  test("honours Retry-After: never sooner than told, never sooner than the schedule, and a receiver cannot put it off for ever", () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(10_000_000), (failures, told) => {
        const next = nextTry(RETRY_SCHEDULE_SECONDS, failures, told);
        const pause = RETRY_SCHEDULE_SECONDS[failures] ?? 0;
        if (next.kind !== "retry") throw new Error("has to be tried again");
        const latest = Math.max(3_600, 2 * pause);
        expect(next.afterSeconds).toBeGreaterThanOrEqual(Math.max(pause, Math.min(told, latest)));
        expect(next.afterSeconds).toBeLessThanOrEqual(1.1 * latest);
      }),
    );
  });

  test("receivers that failed together are not called together: the pauses differ", () => {
    const pauses = Array.from({ length: 50 }, () => nextTry([300], 0, null)).map((next) => (next.kind === "retry" ? next.afterSeconds : 0));
    expect(new Set(pauses).size).toBeGreaterThan(40);
  });
});

describe("retryAfterOf", () => {
  test.each<[string | string[] | undefined, number | null]>([
    ["120", 120],
    [" 7 ", 7],
    [["30", "60"], 30],
    ["Fri, 03 Apr 2026 12:01:30 GMT", 90],
    ["Fri, 03 Apr 2026 11:00:00 GMT", null],
    ["0", null],
    ["-5", null],
    ["soon", null],
    ["", null],
    ["99999999999", null],
    [undefined, null],
  ])("%j is %j", (header, seconds) => expect(retryAfterOf(header, NOW)).toBe(seconds));

  test("gives a positive number or null for any text", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const seconds = retryAfterOf(header, NOW);
        expect(seconds === null || (Number.isFinite(seconds) && seconds > 0)).toBe(true);
      }),
    );
  });
});
