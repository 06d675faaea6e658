import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";

test("invisible characters are left out: soft hyphens, controls, zero-width and direction marks, tag characters", () => {
  expect(cleanText("in\u00advoice")).toBe("invoice");
  expect(cleanText("to\u0007tal\u200b\u202e")).toBe("total");
  expect(cleanText("a\u{e0041}\u{e0042}b")).toBe("ab");
});

test("a hyphen at the end of a line is visible", () => {
  expect(cleanText("contin\u00ad")).toBe("contin-");
  expect(cleanText("contin\ufffe")).toBe("contin-");
});

test("ligatures are spelled out and symbol bullets become bullets", () => {
  expect(cleanText("\ufb01nance o\ufb03ce")).toBe("financeoffice");
  expect(cleanText("\uf0b7")).toBe("•");
  expect(cleanText("\ue123")).toBe("");
});

test("letters of every script stay as they are", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("A", "é", "ß", "日", "ש", "م", "€", "ā", "7"), minLength: 1 }), (text) => {
      expect(cleanText(text)).toBe(text);
    }),
  );
});
