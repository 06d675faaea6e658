import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ID_PREFIXES, newId } from "./ids.ts";

const RANDOM_LETTERS = 26;
const MILLISECONDS = fc.integer({ min: 0, max: 2 ** 48 - 1 });

describe("newId", () => {
  test("has the prefix and 36 characters of Crockford's alphabet", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ID_PREFIXES),
        MILLISECONDS,
        (prefix, now) => void expect(newId(prefix, now)).toMatch(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{36}$`)),
      ),
    );
  });

  test("sorts by time: an id of a later millisecond is greater as text", () => {
    fc.assert(
      fc.property(MILLISECONDS, MILLISECONDS, (a, b) => {
        fc.pre(a !== b);
        expect(newId("task", a) < newId("task", b)).toBe(a < b);
      }),
    );
  });

  test("D07: 10,000 of one millisecond are different, in no order of their making, over all letters of their 130 random bits", () => {
    const ids = Array.from({ length: 10_000 }, () => newId("task", 1_800_000_000_000));
    expect(new Set(ids).size).toBe(ids.length);
    const ascending = ids.filter((id, i) => i > 0 && id > (ids[i - 1] ?? "")).length;
    expect(Math.abs(ascending / ids.length - 0.5)).toBeLessThan(0.05);
    // Each position after the time holds each of the 32 letters about equally often: chi-squared with 31 degrees of freedom, p < 10^-9 at
    // 110.
    const places = (ids[0]?.length ?? 0) - RANDOM_LETTERS;
    for (let place = places; place < places + RANDOM_LETTERS; place++) {
      const counts = new Map<string, number>();
      for (const id of ids) counts.set(id[place] ?? "", (counts.get(id[place] ?? "") ?? 0) + 1);
      const expected = ids.length / 32;
      const sum = [...counts.values()].reduce((all, n) => all + (n - expected) ** 2 / expected, 0) + (32 - counts.size) * expected;
      expect(sum).toBeLessThan(110);
    }
  });
});
