import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Hint } from "#engines/remembered.ts";
import { fieldListOf } from "./fields.ts";
import { fittingHints, hintsFor } from "./hints.ts";
import { hintsText } from "./prompt.ts";
import { tokensIn } from "./tokens.ts";

const names = Array.from({ length: 40 }, (_, i) => `f${i}`);
const LIST = fieldListOf({ fields: names.map((name) => ({ name, type: "string" })) });

const text = fc.string({ unit: "grapheme", maxLength: 60 });
const place = {
  path: fc.constantFrom(...names, "other").map((name) => `/${name}`),
  page: fc.integer({ min: 1, max: 3 }),
  line: fc.integer({ min: 1, max: 9 }),
};
const hint: fc.Arbitrary<Hint> = fc.oneof(
  fc.record({ path: place.path, kind: fc.constant("absent" as const) }),
  fc.record({ ...place, kind: fc.constant("column" as const), column: text, head: text }),
  fc.record({
    ...place,
    kind: fc.constant("place" as const),
    label: fc.option(fc.record({ text, side: fc.constantFrom("right of" as const, "below" as const) })),
    formats: fc.array(fc.constantFrom("A-9", "9.9"), { maxLength: 2 }),
  }),
);

describe("hints", () => {
  test("take at most 15 % of the tokens for lines and 1,000, name fields that are asked for only, and are kept from the first on", () => {
    fc.assert(
      fc.property(fc.array(hint, { maxLength: 80 }), fc.integer({ min: 400, max: 40_000 }), (hints, spare) => {
        const { hints: kept, tokens } = fittingHints(hints, LIST, spare, "document-x");
        expect(tokens).toBe(kept.length === 0 ? 0 : tokensIn(hintsText("document-x", kept)));
        expect(tokens).toBeLessThanOrEqual(Math.min(1_000, 0.15 * spare));
        expect(kept).toEqual(hints.filter(({ path }) => path !== "/other").slice(0, kept.length));
      }),
    );
  });

  test("of a window name only lines that it shows, and fields that are not on the layout; each on one line between the markers", () => {
    const line = fc.record({ page: place.page, number: place.line, text });
    fc.assert(
      fc.property(fc.array(hint, { maxLength: 20 }), fc.array(line), fc.array(line), (hints, lines, context) => {
        const shown = hintsFor(hints, { lines, context });
        for (const each of hints) {
          const isThere =
            each.kind === "absent" || [...lines, ...context].some(({ page, number }) => page === each.page && number === each.line);
          expect(shown.includes(each)).toBe(isThere);
        }
        const [head, ...rest] = hintsText("document-x", shown).split("\n");
        expect(head).toEqual(shown.length === 0 ? "" : expect.stringContaining("answer otherwise where the document says otherwise"));
        if (shown.length > 0)
          expect(rest).toEqual(["<document-x>", ...shown.map(() => expect.stringMatching(/^\/f?\w+: /)), "</document-x>", "", ""]);
      }),
    );
  });
});
