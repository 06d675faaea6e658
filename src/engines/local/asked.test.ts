import { expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import { localEngine } from "#engines/local/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";

async function raws(page: string, ...fields: Field[]): Promise<Record<string, string>> {
  const { findings } = await localEngine.extract({ document: typedDocument(page), schema: { fields } }, new AbortController().signal);
  return Object.fromEntries(findings.map((finding) => [finding.path.slice(1), finding.raw]));
}

test("a field is found by the label that its description is, whatever its name says", async () => {
  const page = "Vessel:  MV Sample\nPort of loading:  Rotterdam\nGross tonnage:  4,120";
  const fields: Field[] = [
    { name: "field_1", type: "string", description: "Port of loading" },
    { name: "field_2", type: "number", description: "Gross tonnage" },
  ];
  expect(await raws(page, ...fields)).toEqual({ field_1: "Rotterdam", field_2: "4,120" });
});

test("a label that the description quotes is looked for as printed", async () => {
  const page = "Markt: 0449    Kasse: 3    Bon-Nr.: 933\nBediener: 120";
  expect(await raws(page, { name: "register_number", type: "string", description: "Number of the cash register (Kasse)" })).toEqual({
    register_number: "3",
  });
});

test("a value on a numbered line is found, and the line's number is none", async () => {
  const page = `1    Wages, salaries, tips     1     30,262
2a   Tax-exempt interest       2a
3    Dividends                 3     250
4    Other income              4     12
5    Total income              5     30,524`;
  const fields: Field[] = [
    { name: "total_income", type: "currency", description: "Total income" },
    { name: "tax_exempt_interest", type: "currency", description: "Line 2a: tax-exempt interest" },
  ];
  expect(await raws(page, ...fields)).toEqual({ total_income: "30,524" });
});

test("short labels under a heading are of what the heading names", async () => {
  const page = `Order
No.      100020
Date     2021-12-01

Delivery
No.      300031
Date     2021-12-13`;
  const fields: Field[] = [
    { name: "order_date", type: "date", description: "Order date" },
    { name: "delivery_date", type: "date", description: "Delivery date" },
  ];
  expect(await raws(page, ...fields)).toEqual({ order_date: "2021-12-01", delivery_date: "2021-12-13" });
});

test("an address beside its label goes on to the line with the postal code", async () => {
  const page = "Station:  Kirkdale\nScene:  188 Quarry Road\n        Wattle Creek VIC 2717\nOccurred:  2014-04-18";
  expect(await raws(page, { name: "scene", type: "address" })).toEqual({ scene: "188 Quarry Road Wattle Creek VIC 2717" });
});

test("a text that asks for a period is the whole period", async () => {
  const page = "Contract no.:  K-4471\nBilling period:  01.07.2019 - 28.07.2019\nAmount due:  20.00";
  expect(await raws(page, { name: "billing_period", type: "string" }, { name: "contract_number", type: "string" })).toEqual({
    billing_period: "01.07.2019 - 28.07.2019",
    contract_number: "K-4471",
  });
});

test("the last word of a name says what is asked of a party", async () => {
  const page = "Bill to:  Example Hydraulics Inc.\nE-mail:  ap@example.com\nTelefoon:  +31 20 555 0142";
  const fields: Field[] = [
    { name: "billToEmail", type: "string" },
    { name: "klant_telefoon", type: "string" },
  ];
  expect(await raws(page, ...fields)).toEqual({ billToEmail: "ap@example.com", klant_telefoon: "+31 20 555 0142" });
});
