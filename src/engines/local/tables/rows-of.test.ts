import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { uprightPage } from "#documents/layout/turned.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

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
const rows = (...pages: string[]) => rowsFor(ITEMS, ...pages);

async function rowsFor(items: Field, ...pages: string[]) {
  const schema = { fields: [items] };
  const { findings } = await localEngine.extract({ document: typedDocument(...pages), schema }, new AbortController().signal);
  const table: Record<string, string>[] = [];
  for (const { path, raw } of findings) {
    const [, , index = "", column = ""] = path.split("/");
    table[Number(index)] = { ...table[Number(index)], [column]: raw };
  }
  return table;
}
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
