import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Page } from "#documents/document.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { locate } from "./locate.ts";

/** Pages are parted by a form feed. */
const pagesOf = (text: string): Page[] =>
  text.split("\f").flatMap((part, i) => typedDocument(part).pages.map((page) => ({ ...page, number: i + 1 })));
const find = (text: string, raw: string, more: object = {}) => {
  const found = locate(pagesOf(text), { path: "/x", page: 1, raw, ...more });
  return found && { ...found, evidence: found.evidence[0], pages: found.evidence.map(({ page }) => page) };
};

describe("finding words on the page", () => {
  test("exact words, with a box around them", () => {
    expect(find("Invoice  No 42\nTotal  1.190,00 EUR", "1.190,00 EUR")).toMatchObject({
      how: "exact",
      evidence: { text: "1.190,00 EUR", box: { left: 62, top: 34 } },
    });
  });

  test("a sign of a check box that is not among the words is left out", () => {
    expect(find("Insured?  Yes  No", "☒ No")?.evidence.text).toBe("No");
    expect(find("Insured?  ☐ Yes  ☒ No", "☒ No")?.evidence.text).toBe("☒ No");
    const at = { left: 20, top: 20, right: 200, bottom: 30 };
    expect(find("Insured\nother", "☒", { at })?.evidence.text).toBe("Insured");
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

  test("a value that wraps within its column is found without the other columns' words", () => {
    const page = "Oak desk with  4  200.00\ntwo drawers    -  -\nOak desk with  1  90.00\none drawer";
    const at = { left: 20, top: 20, right: 400, bottom: 44 };
    expect(find(page, "Oak desk with two drawers", { at })).toMatchObject({
      how: "exact",
      evidence: { text: "Oak desk with two drawers" },
    });
    expect(find(page, "Oak desk with one drawer")).toMatchObject({ how: "exact", evidence: { text: "Oak desk with one drawer" } });
    expect(find(page, "Oak desk with three drawers")).toBeNull();
  });

  test("a word that a hyphen divides at the end of a line is found whole", () => {
    expect(find("Garten-  5,00\nstuhl    6,00", "Gartenstuhl")).toMatchObject({ how: "exact", evidence: { text: "Garten- stuhl" } });
  });

  test("a value that a page break divides has evidence on both pages", () => {
    expect(find("Oak desk with  4\fPage 2\ntwo drawers    5", "Oak desk with two drawers")).toMatchObject({ how: "exact", pages: [1, 2] });
  });

  test("words on another page than the engine said are found where they are", () => {
    expect(find("nothing\fTotal  12.00", "12.00")).toMatchObject({ how: "exact", pages: [2] });
  });

  test("a code is not the number without its leading zeros", () => {
    expect(find("Code  42", "0042")).toBeNull();
    expect(find("Code  0042", "42")).toBeNull();
  });

  test("a fuzzy match neither adds nor drops a word", () => {
    expect(find("Milk chocolate tablet bar large", "Milk chocolate tablet bar")).toMatchObject({ how: "exact" });
    expect(find("Milk chocolate tablet bars of dark", "Milk chocolate tablets bars dark")).toBeNull();
    expect(find("Payment received with thanks by A", "Payment received with thanks by B")).toBeNull();
    expect(find("Muster firma GmbH Berlin", "Musterfirna GmbH Berlin")).toMatchObject({ how: "fuzzy" });
  });

  test("quotes and dashes of another kind are the same", () => {
    expect(find("Tom\u2019s \u2013 \u201cBest\u201d", 'Tom\'s - "Best"')).toMatchObject({ how: "exact" });
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
