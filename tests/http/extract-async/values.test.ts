/** What each type looks like in `data`; what is not in the document is null. */
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { base64, pdfOf } from "../../support/pdf.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

const LINES = [
  "Invoice number: 0004711",
  "Invoice date: 3 April 2026",
  "Printed at: 2026-04-03 14:05",
  "Total amount: EUR 1,190.00",
  "Deposit: 250.00",
  "VAT rate: 19 %",
  "Phone: +49 30 1234567",
  "Email: ada@example.com",
  "Number of pages: 12",
];
const FIELDS = {
  invoice_number: "string",
  invoice_date: "date",
  printed_at: "datetime",
  total_amount: "currency",
  deposit: "currency",
  vat_rate: "percentage",
  phone: "phone",
  email: "email",
  number_of_pages: "integer",
  purchase_order: "string",
  due_date: "date",
  discount: "currency",
  serial_numbers: "string[]",
};
let service: SharedService;
let task: TaskRecord;
beforeAll(async () => {
  service = await sharedService();
  const pdf = await pdfOf([LINES.map((text, i) => ({ text, y: 80 + 30 * i }))]);
  const fields = Object.entries(FIELDS).map(([name, type]) => ({ name, type }));
  const table = { name: "line_items", type: "table", fields: [{ name: "description" }, { name: "amount", type: "number" }] };
  const buyer = { name: "buyer", type: "object", fields: [{ name: "tax_id" }] };
  task = await (await service.account()).extract({ file_content: base64(pdf), extraction_schema: { fields: [...fields, table, buyer] } });
});

describe("values", () => {
  test.each<[string, string, unknown]>([
    ["date `YYYY-MM-DD`", "invoice_date", "2026-04-03"],
    ["currency `{amount, currency}` with ISO 4217", "total_amount", { amount: 1190, currency: "EUR" }],
    ["percentage 20 = 20 %", "vat_rate", 19],
    ["phone E.164 when the country is known", "phone", "+49301234567"],
    ["identifiers stay strings, leading zeros kept", "invoice_number", "0004711"],
    ["e-mail", "email", "ada@example.com"],
    ["integer", "number_of_pages", 12],
  ])("%s", (_name, field, value) => expect(task.data?.[field]).toEqual(value));

  test("datetime RFC 3339, no zone invented", () => expect(task.data?.printed_at).toMatch(/^2026-04-03(T14:05:00)?$/));

  test("a currency that is printed nowhere near is the document's own or null, never another", () =>
    expect(task.data?.deposit).toMatchObject({ amount: 250, currency: expect.toSatisfy((code) => code === null || code === "EUR") }));

  test.each(["purchase_order", "due_date", "discount"])("a value that is not in the document is null, never invented: %s", (field) => {
    expect(task.data?.[field]).toBeNull();
    expect(task.fields?.[`/${field}`]).toEqual({
      value: null,
      raw: null,
      status: "not_found",
      confidence: null,
      evidence: [],
      warnings: [],
    });
  });

  test("lists and tables that are not there are [], objects have all their fields", () =>
    expect(task.data).toMatchObject({ serial_numbers: [], line_items: [], buyer: { tax_id: null } }));
});

test("a lone dollar sign names no currency: null, never guessed", async () => {
  const pdf = await pdfOf([[{ text: "Total amount: $ 5.00", y: 100 }]]);
  const { data } = await (await service.account()).extract({
    file_content: base64(pdf),
    extraction_schema: { fields: [{ name: "total_amount", type: "currency" }] },
  });
  expect(data?.total_amount).toEqual({ amount: 5, currency: null });
});

test("a blank page answers null everywhere instead of inventing, or fails as empty", async () => {
  const blank = await pdfOf([[]]);
  const result = await (await service.account()).extract({
    file_content: base64(blank),
    extraction_schema: { fields: [{ name: "total", type: "number" }, { name: "name" }] },
  });
  if (result.status === "completed") expect(result.data).toEqual({ total: null, name: null });
  else expect(result.error?.code).toBe("empty_document");
});
