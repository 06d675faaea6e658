/** A lookup by a column of a table is made for each row, suggests for each, and doubts the rows that it does not find. */
import { beforeAll, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import type { Client } from "../support/client.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

const CSV = "Article,Name,Price\nA-100,Copy paper white,4.10\nA-200,Envelope C4,0.20\nA-300,Stapler,9.00\n";
const extraction_schema = {
  fields: [
    { name: "invoice_number", type: "string", description: "Number of the invoice" },
    {
      name: "items",
      type: "table",
      fields: [
        { name: "article", type: "string" },
        { name: "quantity", type: "integer" },
        { name: "price", type: "number" },
      ],
    },
  ],
};
const HEADS = ["Article", "Quantity", "Price"];
const drawn = async (rows: string[][]): Promise<string> =>
  base64(
    await pdfOf([
      [
        { text: "INVOICE", y: 50, size: 18 },
        { text: "Invoice number: INV-00042", y: 140 },
        ...[HEADS, ...rows].flatMap((cells, row) => cells.map((text, i) => ({ text, x: 50 + 150 * i, y: 240 + 22 * row }))),
      ],
    ]),
  );
const ROWS = [
  ["A-100", "3", "4.10"],
  ["A-201", "10", "0.20"],
  ["A-300", "1", "9.90"],
];

let service: SharedService;
let client: Client;
let template: string;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  const { json: list } = await client.post("/v1/lists", { name: "Articles", csv: CSV });
  const lookups = [
    { name: "article", list: list.list_id, by: [{ field: "/items/article", column: "Article", how: "exact" }], gives: { price: "Price" } },
  ];
  const checks = [{ name: "Prices", check: "lookups.article.all(a, a.price == null || a.row.price == double(a.price))" }];
  const { json, status, text } = await client.post("/v1/templates", { name: "Invoices", extraction_schema, rules: { lookups, checks } });
  expect(status, text).toBe(201);
  template = json.template_id;
});

const read = async (rows: string[][]): Promise<TaskRecord> =>
  client.extract({ template_id: template, file_content: await drawn(rows), cache: "off" });

test("each row has an outcome; a row that is not found has its own suggestions, warning and doubt", async () => {
  const record = await read(ROWS);
  const [first, second, third] = record.rules?.lookups ?? [];
  expect(first).toMatchObject({
    name: "article",
    at: "/items/0",
    status: "found",
    row: { Name: "Copy paper white" },
    gives: { price: "4.10" },
  });
  expect(second).toMatchObject({ name: "article", at: "/items/1", status: "no_match", fields: ["/items/1/article"] });
  expect(second?.suggestions[0]?.row.Article).toBe("A-200");
  expect(third).toMatchObject({ at: "/items/2", status: "found" });
  expect(record.rules?.checks).toMatchObject([{ name: "Prices", passed: false, fields: ["/items/price"] }]);
  expect(record.warnings).toContainEqual({
    code: "lookup_no_match",
    path: "/items/1/article",
    message: "article: No row of the list has this value. `rules` names those that come near.",
  });
  expect(record.fields?.["/items/1/article"]).toMatchObject({ confidence: 0.5, warnings: expect.arrayContaining(["lookup_no_match"]) });
  expect(record.fields?.["/items/0/article"]?.confidence).toBeGreaterThan(0.5);
  expect(record.fields?.["/items/0/article"]?.warnings).not.toContain("lookup_no_match");
  const { json } = await client.get(`/v1/tasks?template_id=${template}&broken_rule=article`);
  expect(json.tasks.map(({ task_id }: TaskRecord) => task_id)).toContain(record.task_id);
});

test("rows that are not found are warned of once, and corrected rows are looked up again by their numbers as read", async () => {
  const record = await read([...ROWS, ["A-900", "2", "1.00"]]);
  const warnings = record.warnings.filter(({ code }) => code === "lookup_no_match");
  expect(warnings).toMatchObject([{ path: null, message: expect.stringContaining("has the values of 2 rows of the table.") }]);
  const corrections = { "/items/0": null, "/items/1/article": "A-200" };
  const { json } = await client.post(`/v1/tasks/${record.task_id}/review`, { corrections });
  expect(json.rules.lookups.map(({ at, status }: { at: string; status: string }) => [at, status])).toEqual([
    ["/items/1", "found"],
    ["/items/2", "found"],
    ["/items/3", "no_match"],
  ]);
  expect(json.fields["/items/3/article"].warnings).toContain("lookup_no_match");
  expect(json.fields["/items/2/article"].warnings).not.toContain("lookup_no_match");
});
