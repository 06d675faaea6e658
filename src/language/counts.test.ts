import fc from "fast-check";
import { expect, test } from "vitest";
import { digitsIn, figuresIn, lettersIn } from "./counts.ts";

const texts = fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));

test("letters of every script and digits are counted as Unicode has them", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(lettersIn(text)).toBe([...text.matchAll(/\p{L}/gu)].length);
      expect(digitsIn(text)).toBe([...text.matchAll(/\d/g)].length);
      expect(figuresIn(text)).toBe([...text.matchAll(/\p{N}/gu)].length);
    }),
  );
});
