import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { uprightPage } from "#documents/layout/turned.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { list, number, rowsFor, rowsIn, text } from "./rows-in.ts";

const ITEMS: Field = {
  name: "items",
  type: "table",
  fields: [
    { name: "description", type: "string" },
    { name: "quantity", type: "number" },
    { name: "unit_price", type: "number" },
    { name: "amount", type: "number" },
  ],
};
/** Rows as the page prints them. */
const rows = (...pages: string[]) => rowsIn(typedDocument(...pages), ITEMS);

const row = (description: string, quantity: string, unit_price: string, amount: string) => ({ description, quantity, unit_price, amount });

const ROWS = `
1     Desk lamp                2        10,00       20,00
2     Paper                    5         1,00        5,00`;

describe("tables", () => {
  test.each([
    ["English", "Pos   Description              Qty      Unit price  Amount"],
    ["German", "Pos   Bezeichnung              Menge    Einzelpr.   Betrag"],
    ["German", "Pos   Artikel                  Menge    Preis       Gesamt"],
    ["French", "Pos   Désignation              Qté      Prix        Montant"],
    ["Spanish", "Pos   Descripción              Cant.    Precio      Importe"],
    ["Italian", "Pos   Descrizione              Q.tà     Prezzo      Importo"],
    ["Dutch", "Pos   Omschrijving             Aantal   Prijs       Bedrag"],
    ["Portuguese", "Pos   Descrição                Qtd      Preço       Valor"],
  ])("are read by their %s header row", async (_, header) => {
    const withPrice = await rows(`${header}${ROWS}\nTotal  25,00`);
    expect(withPrice).toMatchObject([
      { description: "Desk lamp", quantity: "2", amount: "20,00" },
      { description: "Paper", quantity: "5", amount: "5,00" },
    ]);
  });

  test("a cell over two lines is one value, and totals are no rows", async () => {
    const page = `Description              Qty      Unit price  Amount
Desk lamp,               2        10,00       20,00
black
Paper                    5         1,00        5,00
Subtotal                                      25,00
VAT 19 %                                       4,75`;
    expect(await rows(page)).toEqual([row("Desk lamp, black", "2", "10,00", "20,00"), row("Paper", "5", "1,00", "5,00")]);
  });

  const SALES: Field = {
    name: "government_rows",
    type: "table",
    description: "one entry per row whose Segment is exactly Government; exclude every other segment",
    fields: [
      { name: "country", type: "string" },
      { name: "units_sold", type: "number" },
      { name: "margin_pct", type: "number", description: "margin computed as (Sales - Costs) / Sales * 100" },
      { name: "price_date", type: "string", description: "the date from which the price holds" },
    ],
  };
  const SOLD = `Segment          Country      Units sold     Sale price     Gross sales
Government       Canada       1618           20.00          32360.00
Midmarket        France       921            15.00          13815.00
Government       Germany      1513           7.00           10591.00`;

  test("have the rows that the description asks for, and no column for what is worked out or is no date", async () => {
    expect(await rowsIn(typedDocument(SOLD), SALES)).toEqual([
      { country: "Canada", units_sold: "1618" },
      { country: "Germany", units_sold: "1513" },
    ]);
  });

  test("have all rows where no column is called so", async () => {
    const description = "one entry per row whose Region is exactly North";
    expect(await rowsIn(typedDocument(SOLD), { ...SALES, description })).toHaveLength(3);
  });

  test("continue over two pages, without repeated headers and carried sums", async () => {
    const header = "Description              Qty      Unit price  Amount";
    const first = `${header}\nDesk lamp                2        10,00       20,00\nCarried forward                               20,00`;
    const second = `${header}\nBrought forward                               20,00\nPaper                    5         1,00        5,00\nTotal                                         25,00`;
    expect(await rows(first, second)).toEqual([row("Desk lamp", "2", "10,00", "20,00"), row("Paper", "5", "1,00", "5,00")]);
  });

  test("sums by tax rate below the rows are no rows, with a heading or without", async () => {
    const table = `Description              Qty      Unit price  Amount
Desk lamp                2        10.00       20.00
Paper                    5         1.00        5.00`;
    const headed = `${table}\nVAT rate     Net     VAT amount         Goods       25.00\n20%          20.00   4.00      Discount            -5.00`;
    const bare = `${table}\n20%              20.00                             4.00\n0%                5.00                             0.00`;
    const expected = [row("Desk lamp", "2", "10.00", "20.00"), row("Paper", "5", "1.00", "5.00")];
    expect(await rows(headed)).toEqual(expected);
    expect(await rows(bare)).toEqual(expected);
  });

  test("numbers inside a description stay in it", async () => {
    const page = `Description                               Qty      Unit price  Amount
Birch plywood, sheets of 2440 x 1220 mm   14       84.60       1,184.40
Wood screws 4 x 40, box of 500            10       11.75       117.50`;
    expect(await rows(page)).toEqual([
      row("Birch plywood, sheets of 2440 x 1220 mm", "14", "84.60", "1,184.40"),
      row("Wood screws 4 x 40, box of 500", "10", "11.75", "117.50"),
    ]);
  });

  test("columns may be side by side with little room between them", async () => {
    const page = "Bezeichnung      Menge Einheit   Preis   Betrag\nEspresso            24 Btl.         21,90   525,60";
    const unit: Field = { name: "items", type: "table", fields: [...(ITEMS.fields ?? []), { name: "unit", type: "string" }] };
    expect(await rows(page)).toEqual([row("Espresso", "24", "21,90", "525,60")]);
    expect(await rowsFor(unit, page)).toEqual([{ ...row("Espresso", "24", "21,90", "525,60"), unit: "Btl." }]);
    const priced = "Description   Qty   Unit price   Amount\nPaper           5         1.00     5.00";
    expect(await rowsFor(unit, priced)).toEqual([row("Paper", "5", "1.00", "5.00")]);
  });

  test("no table, no rows", async () => {
    expect(await rows("Dear Sir,\nthank you for your letter of 5 May 2024.\nTotal  5,00")).toEqual([]);
  });
});

describe("lists of any kind", () => {
  test("find their columns by the words of names and descriptions", async () => {
    const doors = list("doors", [text("mark"), text("doorType", "kind of the door"), text("height", "as printed"), text("remarks")]);
    const page = `DOOR SCHEDULE
Mark   Door Type           Width    Height    Comments
101    Exterior Glass      3.0      7.0
102    Solid Core Flush    2.6      7.0       locked
103    Sliding Barn        3.5      6.8`;
    expect(await rowsFor(doors, page)).toEqual([
      { mark: "101", doorType: "Exterior Glass", height: "7.0" },
      { mark: "102", doorType: "Solid Core Flush", height: "7.0", remarks: "locked" },
      { mark: "103", doorType: "Sliding Barn", height: "6.8" },
    ]);
  });

  test("find a head in another language that the description quotes", async () => {
    const items = list("items", [
      text("name", "product name (商品名)"),
      number("count", "quantity (数量)"),
      number("sum", "line subtotal (小計)"),
    ]);
    const page = "商品名          数量    小計\nメモリー          10    35,000\nディスク           5    52,500";
    expect(await rowsFor(items, page)).toEqual([
      { name: "メモリー", count: "10", sum: "35,000" },
      { name: "ディスク", count: "5", sum: "52,500" },
    ]);
  });

  test("are told apart by the titles of their tables", async () => {
    const fields = [text("label"), number("value")];
    const assets = list("assets", fields);
    const debts = list("debts", fields);
    const page = `ASSETS

Label             Value
Cash               5.00
Stock              7.00



DEBTS

Label             Value
Loan               9.00
Bond               1.00`;
    const schema = { fields: [assets, debts] };
    const { findings } = await localEngine.extract({ document: typedDocument(page), schema }, new AbortController().signal);
    const values = (of: string) =>
      findings.filter(({ path }) => path.startsWith(`/${of}/`) && path.endsWith("/label")).map(({ raw }) => raw);
    expect([values("assets"), values("debts")]).toEqual([
      ["Cash", "Stock"],
      ["Loan", "Bond"],
    ]);
  });

  test("are the items of a receipt where there are no heads, down to the sum", async () => {
    const items = list("items", [text("description"), number("price", "Price of the line"), text("tax_code", "Letter of the tax rate")]);
    const page = `CORNER SHOP
LEMON                  0.89 B
APPLE                  1.97 B
  0.792 kg x 2.49
JUICE                  0.85 A
TOTAL                  3.71
CASH                   5.00`;
    expect(await rowsFor(items, page)).toEqual([
      { description: "LEMON", price: "0.89", tax_code: "B" },
      { description: "APPLE", price: "1.97", tax_code: "B" },
      { description: "JUICE", price: "0.85", tax_code: "A" },
    ]);
  });

  test("a sentence below the rows is none, although it holds numbers", async () => {
    const subjects = list("subjects", [text("course"), text("effort"), text("teacher")]);
    const page = `Course           Mark       Effort      Teacher
Mathematics      C          3           Quayle
Science          A-         2           Kettering

Our school is open from Monday to Friday 8:30 to 12:00 and 13:00 to 16:30, and closed on Sundays.`;
    expect(await rowsFor(subjects, page)).toEqual([
      { course: "Mathematics", effort: "3", teacher: "Quayle" },
      { course: "Science", effort: "2", teacher: "Kettering" },
    ]);
  });

  test("may have a record in each column", async () => {
    const analysis = list("analysis", [text("symbol"), number("actual"), number("max")]);
    const page = `Symbol       C        Mn       Si
Max          0.20     1.60     0.50
Actual       0.18     1.45     0.25`;
    expect(await rowsFor(analysis, page)).toEqual([
      { symbol: "C", actual: "0.18", max: "0.20" },
      { symbol: "Mn", actual: "1.45", max: "1.60" },
      { symbol: "Si", actual: "0.25", max: "0.50" },
    ]);
  });

  test("leave a field without a column empty, and give no rows where no head is like a field", async () => {
    const page = "Mark   Door Type           Height\n101    Exterior Glass      7.0\n102    Solid Core Flush    7.0";
    expect(await rowsFor(list("doors", [text("mark"), text("door_type"), text("manufacturer")]), page)).toEqual([
      { mark: "101", door_type: "Exterior Glass" },
      { mark: "102", door_type: "Solid Core Flush" },
    ]);
    expect(await rowsFor(list("payments", [text("payer"), number("sum")]), page)).toEqual([]);
  });
});

describe("cells", () => {
  test("words left of a wide column's head belong to it", async () => {
    const page = `Quantity                       Description                   Unit price   Amount
1          Consulting service                               100.00       100.00`;
    expect(await rows(page)).toEqual([row("Consulting service", "1", "100.00", "100.00")]);
  });

  test("article numbers above and attributes below are no description", async () => {
    const page = `Pos   Description              Qty      Unit price  Amount
1     ZS-997                   2        10.00       20.00
      Desk lamp
      Packing: box
      in four parts`;
    expect(await rows(page)).toEqual([row("Desk lamp", "2", "10.00", "20.00")]);
  });

  test("counts precede the text where there is no column for them", async () => {
    const page = "Description                   Amount\n2 Coffee                      7.00\n1x Cake                       4.50";
    const items: Field = { ...ITEMS, fields: (ITEMS.fields ?? []).filter(({ name }) => name !== "unit_price") };
    expect(await rowsFor(items, page)).toEqual([
      { description: "Coffee", quantity: "2", amount: "7.00" },
      { description: "Cake", quantity: "1", amount: "4.50" },
    ]);
  });
});

test("a table on a page turned sideways is read as on an upright one", async () => {
  const [upright] = typedDocument(
    "Pos   Description              Qty      Unit price  Amount\n1     Desk lamp                2        10.00       20.00\n2     Paper                    5        1.00        5.00",
  ).pages;
  if (!upright) throw new Error("no page");
  const page = { ...uprightPage({ ...upright, turn: 270 }), turn: 90 as const };
  const document = { ...typedDocument(""), pages: [page] };
  const { findings } = await localEngine.extract({ document, schema: { fields: [ITEMS] } }, new AbortController().signal);
  expect(findings.map(({ raw }) => raw)).toEqual(["Desk lamp", "2", "10.00", "20.00", "Paper", "5", "1.00", "5.00"]);
  for (const { at } of findings) expect(at?.right).toBeLessThanOrEqual(page.width);
});
