/** The results of a template as files: a row for each completed task, as people left its values. */
import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import type { Client } from "../support/client.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
let client: Client;
let template_id: string;
let other: string;
let tasks: TaskRecord[];

const FIELDS = [
  { name: "invoice_number", type: "string" },
  { name: "seller", type: "object", fields: [{ name: "name", type: "string", description: "Name of the seller" }] },
  { name: "total", type: "currency", description: "Total due" },
  {
    name: "line_items",
    type: "table",
    fields: [
      { name: "description", type: "string" },
      { name: "amount", type: "number" },
    ],
  },
];

const invoice = async (number: string) =>
  base64(
    await pdfOf([
      [
        { text: `Invoice number: ${number}`, y: 60 },
        { text: "Description", y: 120 },
        { text: "Amount", x: 300, y: 120 },
        { text: "Paper", y: 140 },
        { text: "100.00", x: 300, y: 140 },
        { text: "Ink", y: 160 },
        { text: "20.50", x: 300, y: 160 },
        { text: "Total due: EUR 120.50", y: 200 },
      ],
    ]),
  );

beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  const template = async (name: string) =>
    (await client.post("/v1/templates", { name, extraction_schema: { fields: FIELDS }, learn: false })).json.template_id;
  template_id = await template("Invoices");
  other = await template("Others");
  tasks = [];
  for (const [i, number] of ["A-1", "A-2", "A-3"].entries())
    tasks.push(await client.extract({ document: { file_content: await invoice(number), filename: `=${i}.pdf` }, template_id }));
  await client.extract({ file_content: await invoice("B-1"), template_id: other });
  await client.submit({ file_content: base64(Buffer.from("%PDF-1.4\nbroken")), template_id }).then((id) => client.wait(id));
  await client.post(`/v1/tasks/${tasks[1]?.task_id}/review`, {
    corrections: { "/invoice_number": "+SUM(A1)", "/line_items/0/description": "Card", "/seller/name": "Example <Paper> & Co" },
    done: true,
  });
});

async function results(query = "", by: Client = client, id = template_id): Promise<Response> {
  return fetch(`${service.url}/api/extractor/v1/templates/${id}/results${query}`, { headers: { authorization: String(by.apiKey) } });
}
const bytesOf = async (query: string) => new Uint8Array(await (await results(query)).arrayBuffer());
const csv = async (query: string): Promise<string[][]> => parse(Buffer.from(await bytesOf(query)), { bom: true });
const linesOf = async (query: string, by?: Client): Promise<(TaskRecord & { final_data: Record<string, unknown> })[]> => {
  const text = await (await results(query, by)).text();
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
};
const ids = () => tasks.map(({ task_id }) => task_id);

describe("CSV", () => {
  test("has a row for each completed document, oldest first, with the corrections and no formula", async () => {
    const answer = await results("?format=csv");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${template_id}.csv"`);
    await answer.arrayBuffer();
    const [head, ...rows] = await csv("?format=csv");
    const names = "task_id file_name created_at reviewed_at confidence invoice_number seller.name total total.currency";
    expect(head).toEqual(names.split(" "));
    expect(rows.map(([id, file]) => [id, file])).toEqual(ids().map((id, i) => [id, `'=${i}.pdf`]));
    expect(rows.map((row) => row[5])).toEqual(["A-1", "'+SUM(A1)", "A-3"]);
    expect(rows[1]?.slice(6)).toEqual(["Example <Paper> & Co", "120.5", "EUR"]);
    expect([rows[0]?.[3], Number.isNaN(Date.parse(rows[1]?.[3] ?? ""))]).toEqual(["", false]);
    expect(Number(rows[0]?.[4])).toBe(tasks[0]?.confidence);
  });

  test("of a table has its rows with their task and number", async () => {
    const [head, ...rows] = await csv("?format=csv&table=line_items");
    expect(head).toEqual(["task_id", "row", "description", "amount"]);
    const [first, second] = ids();
    expect(rows).toHaveLength(6);
    expect(rows.slice(0, 3)).toEqual([
      [first, "1", "Paper", "100"],
      [first, "2", "Ink", "20.5"],
      [second, "1", "Card", "100"],
    ]);
  });
});

test("XLSX has a sheet of documents and one for each table; numbers are numbers, texts are texts", async () => {
  const parts = unzipSync(await bytesOf("?format=xlsx"));
  const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  expect([...part("xl/workbook.xml").matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name)).toEqual(["Documents", "line_items"]);
  const [documents, items] = [part("xl/worksheets/sheet1.xml"), part("xl/worksheets/sheet2.xml")];
  expect(documents.match(/<row /g)).toHaveLength(4);
  expect(documents).toContain('t="inlineStr"><is><t xml:space="preserve">+SUM(A1)</t>');
  expect(documents).toContain("Example &lt;Paper&gt; &amp; Co");
  expect(documents).toContain("<v>120.5</v>");
  expect(documents + items).not.toContain("<f>");
  expect(items.match(/<row /g)).toHaveLength(7);
});

test("XLSX is read by our own reader of sheets, which finds the values where they were put", async () => {
  const file = base64(Buffer.from(await bytesOf("?format=xlsx")));
  const fields = [{ name: "rows", type: "table", fields: [{ name: "invoice_number" }, { name: "total", type: "number" }] }];
  const task = await client.extract({ document: { file_content: file, filename: "results.xlsx" }, extraction_schema: { fields } });
  expect(task.status).toBe("completed");
  const numbers = ((task.data?.rows ?? []) as { invoice_number: string }[]).map(({ invoice_number }) => invoice_number);
  expect(numbers).toEqual(expect.arrayContaining(["A-1", "A-3"]));
});

describe("JSON Lines", () => {
  test("have the record of each task, and in `final_data` the values as people left them", async () => {
    const lines = await linesOf("");
    expect(lines.map(({ task_id }) => task_id)).toEqual(ids());
    const { json } = await client.get(`/v1/tasks/${ids()[1]}`);
    const final_data = { ...json.data, ...expectedAfterReview(json.data) };
    expect(lines[1]).toEqual({ ...json, webhook: null, final_data });
    expect(lines[1]?.data?.invoice_number).toBe("A-2");
    expect(lines[0]?.final_data).toEqual(lines[0]?.data);
  });

  test.each([
    ["review=done", () => [ids()[1]]],
    ["review=needed", () => [ids()[0], ids()[2]]],
    ["q=2.pdf", () => [ids()[2]]],
    ["created_before=2020-01-01T00:00:00Z", () => []],
    ["created_after=2020-01-01T00:00:00Z&format=jsonl", () => ids()],
  ])("with %s are of those tasks only", async (query, expected) => {
    expect((await linesOf(`?${query}`)).map(({ task_id }) => task_id)).toEqual(expected());
  });
});

const expectedAfterReview = (data: { line_items: object[] }) => ({
  invoice_number: "+SUM(A1)",
  seller: { name: "Example <Paper> & Co" },
  line_items: data.line_items.map((row, i) => (i === 0 ? { ...row, description: "Card" } : row)),
});

test("what no template or table is of is refused, and another account sees nothing", async () => {
  const stranger = await service.account();
  expect((await results("", stranger)).status).toBe(404);
  const unknown = await client.get(`/v1/templates/${template_id}/results?format=csv&table=items`);
  expect([unknown.status, unknown.json.detail[0].loc]).toEqual([422, ["query", "table"]]);
  expect(unknown.json.detail[0].msg).toContain("line_items");
  expect((await results("?format=xlsx&table=line_items")).status).toBe(422);
  expect((await results("?format=ods")).status).toBe(422);
});

test("tasks of earlier versions keep their values, in the column of the name; what only they have comes last", async () => {
  const fields = [
    { name: "bill", type: "string", description: "Invoice number" },
    { name: "total", type: "number", description: "Total due" },
  ];
  const made = await client.post("/v1/templates", { name: "Changing", extraction_schema: { fields } });
  const id = made.json.template_id;
  const read = async () => client.extract({ file_content: await invoice("C-1"), template_id: id, cache: "off" });
  await read();
  await client.put(`/v1/templates/${id}`, { name: "Changing", extraction_schema: { fields: [FIELDS[0], FIELDS[2]] } });
  await read();
  const rows: string[][] = parse(Buffer.from(await (await results("?format=csv", client, id)).arrayBuffer()), { bom: true });
  expect(rows.map((row) => row.slice(5))).toEqual([
    ["invoice_number", "total", "total.currency", "bill"],
    ["", "120.5", "", "C-1"],
    ["C-1", "120.5", "EUR", ""],
  ]);
});

test("every task is there once, however many there are", async () => {
  const { rows } = await sql<{
    columns: string;
  }>`SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
    WHERE table_name = 'tasks' AND column_name NOT IN ('id', 'template_id')`.execute(service.db);
  const columns = sql.raw(rows[0]?.columns ?? "");
  const { json } = await client.post("/v1/templates", { name: "Many", extraction_schema: { fields: FIELDS } });
  const first = tasks[0]?.task_id ?? "";
  await sql`INSERT INTO tasks (id, template_id, ${columns}) SELECT left(id, -4) || to_char(n, 'FM0000'), ${json.template_id}, ${columns}
    FROM tasks, generate_series(1, 250) AS n WHERE id = ${first}`.execute(service.db);
  const many: string[][] = parse(Buffer.from(await (await results("?format=csv", client, json.template_id)).arrayBuffer()), { bom: true });
  const numbers = many.slice(1).map(([id]) => Number(id?.slice(-4)));
  expect(numbers).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
});
