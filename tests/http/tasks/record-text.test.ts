/** A record is sent as it is stored where nothing was said of its values since: the same text, however it is stored. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTask } from "#extraction/task-actions.ts";
import type { Client } from "../../support/client.ts";
import { base64, pdfOf } from "../../support/pdf.ts";
import { startTestService, type TestService } from "../../support/service.ts";

const ROWS = 40;
const LINES = Array.from({ length: ROWS }, (_, i) => [
  { text: `Blue "paper" \\ ${i + 1}`, x: 50, y: 220 + i * 14 },
  { text: `${i + 1}.00`, x: 400, y: 220 + i * 14 },
]).flat();
const PAGE = [
  { text: "Invoice number: 00042", y: 140 },
  { text: "Description", x: 50, y: 200 },
  { text: "Amount", x: 400, y: 200 },
  ...LINES,
];
const extraction_schema = {
  fields: [
    { name: "invoice_number", type: "string" },
    { name: "line_items", type: "table", fields: [{ name: "description" }, { name: "amount", type: "number" }] },
  ],
};
const FAILING = { name: "Number", check: 'invoice_number.startsWith("X")', message: "Not one of ours." };
const PASSING = { name: "Number", check: 'invoice_number.startsWith("0")', message: "Not one of ours." };

describe.each([
  ["as JSON", {}, "{"],
  ["packed", { WINNOW_PACK_RESULTS: "true" }, '"\\u0002winnow packed '],
  ["sealed", { WINNOW_MASTER_KEY: "k".repeat(64) }, '"\\u0002winnow sealed json '],
  ["packed and sealed", { WINNOW_PACK_RESULTS: "true", WINNOW_MASTER_KEY: "k".repeat(64) }, '"\\u0002winnow sealed json '],
])("results stored %s", (_, env, begins) => {
  let service: TestService;
  let client: Client & { accountId: string };
  let file_content: string;
  beforeAll(async () => {
    service = await startTestService({ env });
    client = await service.account();
    file_content = base64(await pdfOf([PAGE]));
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const isSame = async (id: string) => {
    const { text, json } = await client.get(`/v1/tasks/${id}`);
    expect(text).toBe(JSON.stringify(await readTask(service.deps.systemDb, client.accountId, id)));
    return json;
  };
  const templateOf = async (check: object) =>
    (await client.post("/v1/templates", { name: "Invoices", extraction_schema, rules: { checks: [check] } })).json.template_id;

  test("of a task, before and after it was reviewed, and one from before there was a list to review", async () => {
    const { task_id: id } = await client.extract({ file_content, extraction_schema, review_below: 0.9999 });
    const { rows } = await sql<{
      result: string;
      size: number;
    }>`SELECT result::text, length(result::text) AS size FROM tasks WHERE id = ${id}`.execute(service.db);
    expect(rows[0]?.result.slice(0, begins.length)).toBe(begins);
    const record = await isSame(id);
    expect([record.data.invoice_number, record.data.line_items.length]).toEqual(["00042", ROWS]);
    expect(record.needs_review).toContain("/invoice_number");
    const plain = JSON.stringify({ data: record.data, fields: record.fields }).length;
    if ("WINNOW_PACK_RESULTS" in env) expect(rows[0]?.size).toBeLessThan(plain / 3);
    await client.post(`/v1/tasks/${id}/review`, { corrections: { "/invoice_number": "43" } });
    expect((await isSame(id)).reviewed.values["/invoice_number"].value).toBe("43");
    await client.post(`/v1/tasks/${id}/review`, { done: true });
    expect((await isSame(id)).needs_review).toEqual([]);
    await client.post(`/v1/tasks/${id}/review`, { done: false, corrections: { "/invoice_number": "00042" } });
    await sql`UPDATE tasks SET to_review = NULL WHERE id = ${id}`.execute(service.db);
    expect((await isSame(id)).needs_review).toEqual(record.needs_review);
  });

  test("of tasks that rules speak for and against, and of what failed", async () => {
    const doubted = await client.extract({ file_content, template_id: await templateOf(FAILING) });
    expect((await isSame(doubted.task_id)).fields["/invoice_number"].warnings).toContain("check_failed");
    const passed = await client.extract({ file_content, template_id: await templateOf(PASSING), unknown: 1 });
    expect((await isSame(passed.task_id)).rules.checks[0].passed).toBe(true);
    const failed = await client.extract({ file_content: base64(Buffer.from("%PDF-1.4 nothing")), extraction_schema });
    expect((await isSame(failed.task_id)).data).toBeNull();
  });

  test("in the lines of a batch", async () => {
    const documents = [{ file_content }, { file_content, filename: "b.pdf" }];
    const { batch_id } = (await client.post("/v1/extract-batch", { documents, extraction_schema })).json;
    await client.get(`/v1/extract-batch/${batch_id}?wait=30`);
    const { text } = await client.get(`/v1/extract-batch/${batch_id}/results`);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ index }) => index)).toEqual([0, 1]);
    for (const { index: _, ...record } of lines)
      expect(record).toEqual({ ...(await readTask(service.deps.systemDb, client.accountId, record.task_id)) });
  });
});
