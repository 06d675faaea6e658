import fc from "fast-check";
import { expect, test } from "vitest";
import { openRecentCounts } from "./recent-counts.ts";

test("no minute has more than the allowed number, whenever they come, and waiting as told is enough", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20_000), { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (pauses, allowed) => {
      let at = 1_000_000;
      const counts = openRecentCounts(() => at);
      const passed: number[] = [];
      for (const pause of pauses) {
        at += pause;
        const { used, retryMs, resetMs } = counts.take("a", allowed);
        expect(used).toBeLessThanOrEqual(allowed);
        expect(resetMs).toBeGreaterThan(0);
        expect(resetMs).toBeLessThanOrEqual(61_000);
        if (retryMs > 0) {
          expect(passed.filter((each) => each > at - 61_000).length).toBeGreaterThanOrEqual(allowed);
          at += retryMs;
          expect(counts.take("a", allowed).retryMs).toBe(0);
        }
        passed.push(at);
        expect(passed.filter((each) => each > at - 60_000).length).toBeLessThanOrEqual(allowed);
      }
    }),
  );
});

test("what is added counts, each name by itself", () => {
  const counts = openRecentCounts();
  for (let i = 0; i < 3; i++) counts.add("a");
  expect(counts.take("a", 3).retryMs).toBeGreaterThan(0);
  expect(counts.take("b", 3)).toMatchObject({ used: 1, retryMs: 0 });
});

test("of very many names those that were just heard of are kept", () => {
  const counts = openRecentCounts();
  counts.add("first");
  for (let i = 0; i < 10_000; i++) counts.add(`name ${i}`);
  expect(counts.take("first", 1).retryMs).toBe(0);
  expect(counts.take("name 9999", 1).retryMs).toBeGreaterThan(0);
});
