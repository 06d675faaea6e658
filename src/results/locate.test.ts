import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Page } from "#documents/document.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { locate } from "./locate.ts";

const pageOf = (text: string): Page => {
  const [page] = typedDocument(text).pages;
  if (!page) throw new Error("no page");
  return page;
};
const find = (text: string, raw: string, more: object = {}) => locate(pageOf(text), { path: "/x", page: 1, raw, ...more });

describe("finding words on the page", () => {
  test("exact words, with a box around them", () => {
    expect(find("Invoice  No 42\nTotal  1.190,00 EUR", "1.190,00 EUR")).toMatchObject({
      how: "exact",
      evidence: { text: "1.190,00 EUR", box: { left: 62, top: 34 } },
    });
  });

  test("white space does not matter", () => {
    expect(find("IBAN  DE89 3704 0044", "DE8937040044")?.evidence.text).toBe("DE89 3704 0044");
  });

  test("of several matches the one that the engine saw wins", () => {
    const at = { left: 20, top: 48, right: 50, bottom: 58 };
    expect(find("100\nother\n100", "100", { at })?.evidence.box.top).toBe(48);
    expect(find("100\nother\n100", "100")?.evidence.box.top).toBe(20);
  });

  test("a whole word wins over a part of one", () => {
    expect(find("A1005\n100", "100")?.evidence).toMatchObject({ text: "100", box: { top: 34 } });
  });

  test("a value inside a word gets the whole word as evidence", () => {
    expect(find("Date:2024-01-31;", "2024-01-31")?.evidence.text).toBe("Date:2024-01-31;");
  });

  test("a quote around the value becomes the evidence, another one does not", () => {
    expect(find("Gesamtbetrag  5,00", "5,00", { quote: "Gesamtbetrag 5,00" })?.evidence.text).toBe("Gesamtbetrag 5,00");
    expect(find("Gesamtbetrag  5,00", "5,00", { quote: "Summe 5,00" })?.evidence.text).toBe("5,00");
  });

  test("the same number in another notation", () => {
    expect(find("Total  1.190,00", "1190.00")).toMatchObject({ how: "numeric", evidence: { text: "1.190,00" } });
  });

  test("a few wrong letters, not more than the threshold", () => {
    expect(find("Musterfirrna GmbH", "Musterfirma GmbH")).toMatchObject({ how: "fuzzy", evidence: { text: "Musterfirrna GmbH" } });
    expect(find("Musterfrau GmbH", "Musterfirma GmbH")).toBeNull();
  });

  test("a value over two lines of one cell is found inside the engine's box", () => {
    const page = "Desk lamp,   10.00\nblack";
    const at = { left: 20, top: 20, right: 80, bottom: 44 };
    expect(find(page, "Desk lamp, black", { at })?.evidence.text).toBe("Desk lamp, black");
  });

  test("absent words are not found", () => {
    expect(find("Total  5.00", "6.00")).toBeNull();
    expect(find("Total  5.00", "")).toBeNull();
  });

  test("every run of words of a page is found exactly", () => {
    const text = "Alpha Beta  12.50\nGamma  Delta-7\nEpsilon zeta  ETA";
    const words = text.split(/\s+/);
    fc.assert(
      fc.property(fc.nat(words.length - 1), fc.nat(3), (from, more) => {
        expect(find(text, words.slice(from, from + more + 1).join(" "))?.how).toBe("exact");
      }),
    );
  });
});
