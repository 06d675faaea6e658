import { describe, expect, test } from "vitest";
import { typedDocument } from "#engines/typed-document.ts";
import { snakeCase } from "./field-name.ts";
import { suggestSchema } from "./suggest-schema.ts";

function suggested(...pages: string[]): Record<string, [string, string | null]> {
  const { schema, suggestions } = suggestSchema(typedDocument(...pages));
  const types = new Map(schema.fields.map(({ name, type }) => [`/${name}`, type]));
  return Object.fromEntries(
    suggestions.flatMap(({ path, sample }) => (types.has(path) ? [[path.slice(1), [types.get(path) ?? "", sample]]] : [])),
  );
}

describe("labels the lexicon knows", () => {
  test.each([
    ["German", "Rechnungs-Nr.:  R-2024-17\nRechnungsdatum:  05.03.2024\nGesamtbetrag  119,00"],
    ["French", "Facture N°  R-2024-17\nDate de facture  05.03.2024\nTotal TTC  119,00"],
    ["Spanish", "Factura nº  R-2024-17\nFecha de factura  05.03.2024\nTotal factura  119,00"],
    ["Italian", "Fattura n.  R-2024-17\nData fattura  05.03.2024\nTotale fattura  119,00"],
    ["Dutch", "Factuurnummer  R-2024-17\nFactuurdatum  05.03.2024\nTotaal incl. BTW  119,00"],
    ["Portuguese", "Fatura nº  R-2024-17\nData da fatura  05.03.2024\nTotal geral  119,00"],
    ["English", "Invoice #  R-2024-17\nInvoice date  05.03.2024\nGrand total  119,00"],
  ])("of a %s invoice get their English names", (_, page) => {
    expect(suggested(page)).toEqual({
      invoice_number: ["string", "R-2024-17"],
      invoice_date: ["date", "05.03.2024"],
      total: ["currency", "119,00"],
    });
  });

  test("a word of a longer label is not a label", () => {
    expect(suggested("Date of loss:  28 April 2026\nTime of loss:  06:45")).toEqual({
      date_of_loss: ["date", "28 April 2026"],
      time_of_loss: ["time", "06:45"],
    });
  });
});

describe("labels it does not know", () => {
  test("are left of their values, several below each other", () => {
    const page = "Cost centre          K-400\nTail number          D-17\nPayload              120.5\nAddressed to nobody";
    expect(suggested(page)).toEqual({ cost_centre: ["string", "K-400"], tail_number: ["string", "D-17"], payload: ["number", "120.5"] });
  });

  test("or in a row above them", () => {
    const page = "Cost centre          Tail number          Payload\nK-400                D-17                 120.5";
    expect(Object.keys(suggested(page))).toEqual(["cost_centre", "tail_number", "payload"]);
  });

  test("the boxes of a form have numbers: a box is no value of the one beside it, and its number no part of a name", () => {
    const page = [
      "5 Medicare wages and tips   6 Medicare tax withheld",
      "50,000.00                   725.00",
      "",
      "7 Social security tips      8 Allocated tips",
      "120.00                      80.00",
    ].join("\n");
    expect(suggested(page)).toEqual({
      medicare_wages_and_tips: ["number", "50,000.00"],
      medicare_tax_withheld: ["number", "725.00"],
      social_security_tips: ["number", "120.00"],
      allocated_tips: ["number", "80.00"],
    });
  });

  test("labels that ask for the same give one field", () => {
    expect(Object.keys(suggested("Depot: North 7\nDepot #: South 9\nRoute: A-1"))).toEqual(["depot", "route"]);
  });

  test("an address is no value of the name beside it", () => {
    const page = "Marlow Traders     Unit 7, Example Wharf\n                   12 Sample Road\n                   Bristol BS1 0ZZ";
    expect(Object.keys(suggested(page))).not.toContain("marlow_traders");
  });

  test("an empty field is suggested without a sample", () => {
    expect(suggested("Cost centre: K-400\nDate: ________")).toEqual({ cost_centre: ["string", "K-400"], date: ["date", null] });
  });

  test("the same label on every page is suggested once", () => {
    expect(Object.keys(suggested("Depot: North 7\nRoute: A-1", "Depot: North 7\nDriver: 4411-B"))).toEqual(["depot", "route", "driver"]);
  });
});

test("a table becomes rows with the columns that hold something; its lines are no labels", () => {
  const page = [
    "Pos  Artikel             Charge      Menge   Preis     Betrag",
    "1    Apfelsaft           L-77        2       3,00      6,00",
    "2    Birnensaft          L-78        4       2,50      10,00",
    "",
    "Gesamtbetrag                                           16,00",
  ].join("\n");
  const { schema } = suggestSchema(typedDocument(page));
  const [table, total] = schema.fields;
  expect(table?.fields?.map(({ name, type }) => `${name} ${type}`)).toEqual([
    "position integer",
    "description string",
    "charge string",
    "quantity number",
    "unit_price number",
    "amount number",
  ]);
  expect(total).toMatchObject({ name: "total", type: "currency", description: "Gesamtbetrag" });
});

test("no two columns get one name: a head with that very word has it", () => {
  const page = [
    "Service             Description         Qty     Price     Amount",
    "Painting            Two coats           2       3.00      6.00",
    "Cleaning            Windows             4       2.50      10.00",
  ].join("\n");
  const { schema } = suggestSchema(typedDocument(page));
  const names = schema.fields[0]?.fields?.map(({ name }) => name) ?? [];
  expect(names).toEqual(expect.arrayContaining(["service", "description"]));
  expect(names.filter((name) => /_\d$/.test(name))).toEqual([]);
});

test("names of fields are short, in small Latin letters and begin with one", () => {
  expect(["Zählernummer", "N° d'œuvre", "2a. Año", "日付", `${"very ".repeat(20)}long`].map(snakeCase)).toEqual([
    "zaehlernummer",
    "n_doeuvre",
    "ano",
    "",
    "very_very_very_very_very_very_very_very_very",
  ]);
});
