import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretBox } from "./secret-box.ts";

const box = secretBox("a secret of at least thirty-two characters");

describe("secretBox", () => {
  test("opens what it sealed, whatever the text", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => void expect(box.open(box.seal(text))).toBe(text)));
  });

  test("the same text is never sealed the same way twice, and is not in what is sealed", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, unit: "grapheme-ascii" }), (text) => {
        const sealed = box.seal(text);
        expect(sealed).not.toBe(box.seal(text));
        expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain(text);
      }),
    );
  });

  test("a single changed bit, a cut or another secret does not open", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(7), (text, place, bit) => {
        const bytes = Buffer.from(box.seal(text), "base64");
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        expect(() => box.open(bytes.toString("base64"))).toThrow();
      }),
    );
    expect(() => box.open(box.seal("text").slice(0, 20))).toThrow();
    expect(() => secretBox("another secret of thirty-two characters").open(box.seal("text"))).toThrow();
  });
});
