import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { likenessOf, marksOf, signatureOf } from "./marks.ts";

const marks = (page: string) => marksOf(sheetsOf(typedDocument(page)));
const INVOICE = (number: string, buyer: string) => `Nordhaven Depot        Quay Street
Slip number: ${number}
Customer: ${buyer}
Goods leave the depot against this slip only
Payable within thirty days without deduction`;
const off = (a: string, b: string) => [...a].filter((bit, i) => bit !== b[i]).length;

describe("two pages", () => {
  test("of one layout are alike, whatever their values are", () => {
    const [one, two] = [marks(INVOICE("KX-1", "Mia Stone")), marks(INVOICE("KX-22907", "Ada Quayle"))];
    expect(likenessOf(one, two)).toBeGreaterThan(0.8);
  });

  test("of different layouts are not, also with some words in common", () => {
    const other =
      "Statement of account\nCustomer        Mia Stone\nOpening balance        12.00\nNumber of entries       4\nClosing balance      0.00";
    expect(likenessOf(marks(INVOICE("KX-1", "Mia Stone")), marks(other))).toBeLessThan(0.2);
  });

  test("have nearer signatures the more alike they are", () => {
    const [one, two, other] = [
      INVOICE("KX-1", "Mia Stone"),
      INVOICE("KX-2", "Ada Quayle"),
      "Opening balance 12.00\nClosing balance 0.00",
    ].map((page) => signatureOf(marks(page))) as [string, string, string];
    expect(one).toMatch(/^[01]{1024}$/);
    expect(off(one, two)).toBeLessThan(off(one, other) / 2);
  });
});

test("figures, dates and answers are no marks", () => {
  expect(marks("2026 12.00 May yes KX-1")).toEqual([]);
});

test("a likeness is a share, the same both ways round, and whole for the page itself", () => {
  const word = fc.constantFrom("order", "goods", "sum", "depot", "slip", "customer", "12.00");
  const page = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(page, page, (a, b) => {
      const [one, two] = [a, b].map((lines) => marks(lines.map((words) => words.join("    ")).join("\n"))) as [
        ReturnType<typeof marks>,
        ReturnType<typeof marks>,
      ];
      const likeness = likenessOf(one, two);
      expect(likeness).toBeGreaterThanOrEqual(0);
      expect(likeness).toBeLessThanOrEqual(1);
      if (one.length > 0) expect(likenessOf(one, one)).toBe(1);
    }),
  );
});
