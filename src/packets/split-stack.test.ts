import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Document, Page } from "#documents/document.ts";
import { pagesOfText } from "#documents/flow/read-text.ts";
import { pageNumberOf } from "#packets/pages/page-number.ts";
import { sheetsOf } from "#structure/sheet.ts";
import type { Class } from "./classes/class-features.ts";
import { kindsNamed } from "./kinds/kinds.ts";
import { partsOf } from "./parts-of.ts";

const documentOf = (texts: readonly string[]): Document => {
  const pages = texts.map((text, i): Page => ({ ...blankOf(text), number: i + 1 }));
  return { mimeType: "application/pdf", pageCount: pages.length, pages, pagesFailed: [], truncated: false };
};
const EMPTY: Omit<Page, "number"> = {
  width: 595,
  height: 842,
  textSource: "native",
  quality: 1,
  lines: [],
  rulings: [],
  formFields: [],
  hidden: [],
};
const blankOf = (text: string): Omit<Page, "number"> => pagesOfText(text)[0] ?? EMPTY;
const classOf = (name: string, fields: readonly string[], description = ""): Class => ({
  id: name,
  name,
  description,
  schema: { fields: fields.map((field) => ({ name: field, type: "string" })) },
});
const CLASSES = [classOf("Invoice", ["invoice_number", "invoice_date", "total"]), classOf("Receipt", ["shop", "total", "change"])];

const INVOICE = (number: string, page: string) =>
  [
    "Example Paper Ltd        INVOICE",
    "1 Mill Lane, Leeds",
    "",
    `Invoice number: ${number}`,
    "Invoice date: 3 April 2026",
    "Payment terms: 30 days",
    "Paper, white   10   4.00   40.00",
    "Subtotal   40.00",
    "VAT 20 %   8.00",
    "Amount due: 48.00",
    page,
  ].join("\n");

describe("a stack of pages", () => {
  test("a page that could not be read makes its part and the next one doubtful, and is named", async () => {
    const document = documentOf([INVOICE("100", "Page 1 of 2"), "", INVOICE("200", "Page 1 of 1"), INVOICE("300", "Page 1 of 1")]);
    const failed = { ...document, pages: document.pages.filter(({ number }) => number !== 2), pagesFailed: [2] };
    const parts = await partsOf(failed, CLASSES);
    expect(parts.map(({ pages, cut, reasons }) => [pages, cut <= 0.5, reasons.includes("Pages that could not be read: 2.")])).toEqual([
      [[1, 2], true, true],
      [[3], true, true],
      [[4], false, false],
    ]);
  });

  test("every page is in exactly one part, ascending, whatever the pages say", async () => {
    const page = fc.oneof(
      fc.constant(""),
      fc.string({ maxLength: 300 }),
      fc.constantFrom("Page 1 of 2", "Page 2 of 2", "- 3 -", "INVOICE 7"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 14 }), async (texts) => {
        const parts = await partsOf(documentOf(texts), CLASSES);
        const numbers = parts.flatMap(({ pages }) => pages);
        expect(numbers.toSorted((a, b) => a - b)).toEqual(texts.map((_, i) => i + 1));
        for (const { pages, cut, class: of, reasons } of parts) {
          expect(pages).toEqual(pages.toSorted((a, b) => a - b));
          expect(Math.min(cut, of)).toBeGreaterThanOrEqual(0);
          expect(Math.max(cut, of)).toBeLessThanOrEqual(1);
          expect(reasons.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("two invoices in a row are two, and their second pages are with the first", async () => {
    const texts = [
      INVOICE("INV-4711", "Page 1 of 2"),
      INVOICE("INV-4711", "Page 2 of 2"),
      INVOICE("INV-4712", "Page 1 of 2"),
      INVOICE("INV-4712", "Page 2 of 2"),
    ];
    const parts = await partsOf(documentOf(texts), CLASSES);
    expect(parts.map(({ pages, classId }) => [pages, classId])).toEqual([
      [[1, 2], "Invoice"],
      [[3, 4], "Invoice"],
    ]);
  });

  test("documents whose pages alternate are parted by the numbers of their pages", async () => {
    const of = (number: string) => [INVOICE(number, "Page 1 of 2"), INVOICE(number, "Page 2 of 2")];
    const [[a1 = "", a2 = ""], [b1 = "", b2 = ""]] = [of("INV-4711"), of("INV-4712")];
    const other = "Harbour Books       RECEIPT\nReceipt 55812\nPage 1 of 2\nBook   12.00\nTotal   12.00\nharbour-books.example.com";
    const rest = "Harbour Books\nReceipt 55812\nPage 2 of 2\nThank you\nharbour-books.example.com";
    const parts = await partsOf(documentOf([a1, other, a2, rest]), CLASSES);
    expect(parts.map(({ pages }) => pages)).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect(parts[0]?.reasons).toContain("Its pages are numbered 1 to 2, with pages of other documents between them.");
    // Two documents that might both go on: each page stays where it is.
    const unsure = await partsOf(documentOf([a1, b1, b2]), CLASSES);
    expect(unsure.map(({ pages }) => pages)).toEqual([[1], [2, 3]]);
  });

  const LEASE = [
    "LEASE AGREEMENT\nAgreement no. LA-20417-B\nBetween Northgate Housing Ltd (the landlord) and Robin Sample (the tenant)\n1. The landlord lets the flat at 4 Quay Street to the tenant.\n2. The term begins on 1 May 2026 and is two years.\n3. The tenant pays a rent of 900.00 on the first of each month and",
    "Lease agreement no. LA-20417-B\nshall not let the flat to others.\n4. The landlord keeps the roof and the heating of the flat in repair.\n5. The tenant may end the lease with three months of notice.\n6. The deposit is two months of rent.\nNorthgate Housing Ltd, the landlord        Robin Sample, the tenant",
  ];
  const POLICY = [
    "Harbour Mutual        INSURANCE POLICY\nPolicy number: HM-2026-88120\nInsured: Carla Miller\nDate: 02.04.2026\nThe insurer covers the vessel Anna for damage by storm and collision.\nA. Cover begins at noon of the first day.\nB. The insured keeps the vessel seaworthy and its anchor and",
    "Harbour Mutual\nPolicy number: HM-2026-88120\nmooring lines in good order.\nC. The insurer pays for the salvage of the vessel.\nD. Damage is reported to the insurer within a week.\nInsured: Carla Miller\nDate: 02.04.2026",
  ];

  test("documents whose pages alternate are parted by what their pages have in common, though none is numbered", async () => {
    const [[a1 = "", a2 = ""], [b1 = "", b2 = ""]] = [LEASE, POLICY];
    const parts = await partsOf(documentOf([a1, b1, a2, b2]), CLASSES);
    expect(parts.map(({ pages }) => pages)).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect(parts[0]?.reasons).toContain("Pages of other documents are between its own, which have more in common with each other.");
  });

  test("a document that was slipped between two pages of another one does not part them", async () => {
    const slip = "HARBOUR BOOKS\nRECEIPT\nNovel  12.00\nTotal  12.00\nCash  20.00\nChange  8.00\nThank you for your visit";
    const [first = "", second = ""] = LEASE;
    const parts = await partsOf(documentOf([first, slip, second]), CLASSES);
    expect(parts.map(({ pages }) => pages)).toEqual([[1, 3], [2]]);
  });

  test("a page that was not read, or is blank, stays with the document before it", async () => {
    const document = documentOf([INVOICE("INV-1", "Page 1 of 3"), "", "unread", INVOICE("INV-1", "Page 3 of 3")]);
    const parts = await partsOf({ ...document, pages: document.pages.filter(({ number }) => number !== 3) }, CLASSES);
    expect(parts.map(({ pages }) => pages)).toEqual([[1, 2, 3, 4]]);
  });

  test.each(["PATCHT", "Trennblatt\nVor jedes Dokument legen", "DOCUMENT SEPARATOR SHEET"])(
    "a sheet with %j parts documents, whatever their pages say, and stays with the one before",
    async (sheet) => {
      const texts = [INVOICE("INV-1", "Page 1 of 2"), sheet, INVOICE("INV-1", "Page 2 of 2"), sheet, sheet, INVOICE("INV-2", "")];
      const parts = await partsOf(documentOf(texts), CLASSES);
      expect(parts.map(({ pages }) => pages)).toEqual([[1, 2], [3, 4, 5], [6]]);
      expect(parts.map(({ reasons }) => reasons[0])).toEqual([
        expect.any(String),
        "A separator sheet stands before it.",
        "A separator sheet stands before it.",
      ]);
    },
  );

  test("a letter that speaks of separator sheets is none", async () => {
    const letter = `${INVOICE("INV-1", "Page 1 of 2")}\nPlease put a separator sheet between your documents before you scan them for us.`;
    const parts = await partsOf(documentOf([letter, INVOICE("INV-1", "Page 2 of 2")]), CLASSES);
    expect(parts.map(({ pages }) => pages)).toEqual([[1, 2]]);
  });

  test("an attachment is a document of its own", async () => {
    const document = documentOf([INVOICE("INV-1", "Page 1 of 2"), INVOICE("INV-1", "Page 2 of 2")]);
    const pages = document.pages.map((page) => (page.number === 2 ? { ...page, part: "invoice.pdf" } : page));
    expect((await partsOf({ ...document, pages }, CLASSES)).map((part) => part.pages)).toEqual([[1], [2]]);
  });

  test("a form of another number is never of the class", async () => {
    const head =
      "Form 941 for 2026\nEmployer's quarterly federal tax return\nDepartment of the Treasury\nForm 1040 filers: see instructions";
    const [part] = await partsOf(documentOf([head.split("\n").slice(0, 3).join("\n")]), [
      classOf("Form 1040", ["taxpayer_name", "refund"]),
    ]);
    expect(part?.classId).toBeNull();
  });

  test("a template of no common kind is given to a page with its fields, and no other template is", async () => {
    const hydrants = classOf("Hydrant inspection", ["hydrant_number", "static_pressure", "flow_rate", "inspector"]);
    const moorings = classOf("Mooring permit", ["berth_number", "vessel_name", "vessel_length", "harbour_dues"]);
    const page = [
      "Example Water Board",
      "Hydrant inspection",
      "Hydrant number: H-204",
      "Static pressure: 5.2 bar",
      "Flow rate: 900 l/min",
      "Inspector: R. Sample",
      "The cap was greased and the valve turned twice.",
    ].join("\n");
    const [one] = await partsOf(documentOf([page]), [...CLASSES, moorings, hydrants]);
    expect(one?.classId).toBe("Hydrant inspection");
    const [other] = await partsOf(documentOf([page]), [...CLASSES, moorings]);
    expect(other?.classId).toBeNull();
  });

  test("a stack is cut where the next page is of another template, though nothing is numbered", async () => {
    const slip = "HARBOUR BOOKS\nRECEIPT\nNovel  12.00\nTotal  12.00\nCash  20.00\nChange  8.00\nThank you for your visit";
    const parts = await partsOf(documentOf([INVOICE("INV-1", ""), slip, INVOICE("INV-2", "")]), CLASSES);
    expect(parts.map(({ pages, classId }) => [pages, classId])).toEqual([
      [[1], "Invoice"],
      [[2], "Receipt"],
      [[3], "Invoice"],
    ]);
  });

  test("a sheet that says to which form it is attached stays with that form, though its pages are numbered anew", async () => {
    const form = "Form 1040 U.S. Individual Income Tax Return 2026\nName: Kim Example\nWages: 51,000\nForm 1040 (2026)";
    const sheet = "SCHEDULE 1 (Form 1040)\nAdditional Income\nAttach to Form 1040. Part II continued on page 2\nAlimony: 0.00\nPage 1 of 2";
    const parts = await partsOf(documentOf([form, sheet, form.replace("Kim", "Robin")]), [classOf("Form 1040", ["name", "wages"])]);
    expect(parts.map(({ pages }) => pages)).toEqual([[1, 2], [3]]);
  });

  test("what a reviewed document of one class has as its layout is of that class", async () => {
    const [part] = await partsOf(documentOf(["Qzx plort 7\nGrindle: 12"]), CLASSES, async () => [{ likeness: 0 }, { likeness: 0.8 }]);
    expect(part).toMatchObject({ classId: "Receipt", class: 0.995 });
  });
});

test.each([
  ["Page 2 of 3", { number: 2, of: 3 }],
  ["Seite 2 von 3", { number: 2, of: 3 }],
  ["Página 1/3", { number: 1, of: 3 }],
  ["Page 1 of6", { number: 1, of: 6 }],
  ["2/3", { number: 2, of: 3 }],
  ["- 4 -", { number: 4, of: null }],
  ["第 2 页", null],
  ["Taxes, continued on page 2", null],
  ["Fortsetzung auf Seite 3", null],
  ["Total: 12", null],
])("the page number of %j", (text, expected) => {
  const [sheet] = sheetsOf(documentOf([`Some words of a page\nand more of them\nof no meaning\nat all\nin the middle\n${text}`]));
  const found = sheet ? pageNumberOf(sheet) : null;
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatchObject(expected);
});

test.each([
  ["Rechnung", "invoice"],
  ["Kontoauszug Girokonto", "bank_statement"],
  ["Purchase order", "purchase_order"],
  ["Résumé", "resume"],
  ["Certificate of insurance", "insurance_certificate"],
])("a template called %j is of the kind %s", (name, kind) => {
  expect(kindsNamed(name).map(({ id }) => id)).toContain(kind);
});
