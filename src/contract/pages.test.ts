import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePages } from "./pages.ts";

describe("parsePages", () => {
  test.each([
    ["1-3,7", [1, 2, 3, 7]],
    ["7,1-3", [1, 2, 3, 7]],
    [" 2 - 2 , 2 ", [2]],
    ["1-200", Array.from({ length: 200 }, (_, i) => i + 1)],
  ])("%j", (text, pages) => expect(parsePages(text)).toEqual(pages));

  test.each(["", ",", "0", "00", "3-1", "-1", "1-", "a", "1.5", "1-2-3", "1e2", "１", "1-201", "99999999"])(
    "%j is refused with a reason",
    (text) => expect(parsePages(text)).toEqual({ error: expect.any(String) }),
  );

  test("gives exactly the pages of its ranges, ascending, once each, at most 200", () => {
    const range = fc
      .tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 30 }))
      .map(([from, more]) => [from, from + more] as const);
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 12 }), (ranges) => {
        const wanted = new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)));
        const pages = parsePages(ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(","));
        if (wanted.size > 200) expect(pages).toHaveProperty("error");
        else expect(pages).toEqual([...wanted].sort((a, b) => a - b));
      }),
    );
  });

  test("never throws and never gives more than 200, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789,- x") }), (text) => {
        const pages = parsePages(text);
        if (Array.isArray(pages)) expect(pages.length).toBeLessThanOrEqual(200);
      }),
    );
  });
});
