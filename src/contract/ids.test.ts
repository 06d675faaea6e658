import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ID_PREFIXES, newId } from "./ids.ts";

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

  test("never repeats within a millisecond", () => {
    const ids = Array.from({ length: 5_000 }, () => newId("task", 1_800_000_000_000));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
