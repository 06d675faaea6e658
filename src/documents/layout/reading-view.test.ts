import fc from "fast-check";
import { expect, test } from "vitest";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { buildResult } from "#results/build-result.ts";
import { boxInView, boxOfView, readingPage } from "./reading-view.ts";

const HEBREW = `מספר חשבונית: 4711
תאריך: 03/04/2026

תיאור              כמות      מחיר       סכום
מנורת שולחן        2         10.00      20.00
נייר לבן           5         1.00       5.00`;

test("a box of a page comes back to where it was from the reader's view, however the page is turned and written", () => {
  const side = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(fc.constantFrom(0, 90, 180, 270), fc.constantFrom(HEBREW, "Invoice number: 4711"), side, side, (turn, text, left, top) => {
      const [typed] = typedDocument(text).pages;
      if (!typed) throw new Error("no page");
      const page = { ...typed, turn };
      const box = { left, top, right: left + 40, bottom: top + 10 };
      const back = boxOfView(boxInView(box, page), page);
      expect([back.left, back.top, back.right, back.bottom].map((each) => each + 0)).toEqual([left, top, left + 40, top + 10]);
    }),
  );
});

test("values of a page that is written from right to left are read left of their labels, and pointed at where they stand", async () => {
  const typed = typedDocument(HEBREW);
  const pages = typed.pages.map(readingPage);
  const document = { ...typed, pages };
  const fields = [
    { name: "invoice_number", type: "string" as const },
    { name: "invoice_date", type: "date" as const },
    {
      name: "items",
      type: "table" as const,
      fields: [
        { name: "description", type: "string" as const },
        { name: "quantity", type: "number" as const },
        { name: "unit_price", type: "number" as const },
        { name: "amount", type: "number" as const },
      ],
    },
  ];
  const { findings } = await localEngine.extract({ document, schema: { fields } }, new AbortController().signal);
  const { data, fields: told } = buildResult(document, { fields }, findings);
  expect(data).toMatchObject({
    invoice_number: "4711",
    items: [
      { description: "מנורת שולחן", quantity: 2, unit_price: 10, amount: 20 },
      { description: "נייר לבן", quantity: 5, unit_price: 1, amount: 5 },
    ],
  });
  const printed = pages[0]?.lines[0]?.segments.flatMap(({ words }) => words).find(({ text }) => text === "4711")?.box;
  const [page] = pages;
  const [left = 0, top = 0, right = 0, bottom = 0] = told["/invoice_number"]?.evidence[0]?.bbox ?? [];
  if (!printed || !page) throw new Error("the page has the number");
  expect(left * page.width).toBeLessThanOrEqual(printed.left + 1);
  expect(right * page.width).toBeGreaterThanOrEqual(printed.right - 1);
  expect(top * page.height).toBeLessThanOrEqual(printed.top + 1);
  expect(bottom * page.height).toBeGreaterThanOrEqual(printed.bottom - 1);
});
