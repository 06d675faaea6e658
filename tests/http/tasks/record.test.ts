/** The task record of documents whose words the test put on the page. */
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { FIELD_STATUSES, STAGES, TaskRecord } from "#contract/task.ts";
import { TASK_ERROR_CODES } from "#contract/task-errors.ts";
import { base64, type Line, pdfOf } from "../../support/pdf.ts";
import { startReceiver } from "../../support/receiver.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

const A4 = { width: 595.28, height: 841.89 };
const PAGE_1: Line[] = [
  { text: "Example Paper Ltd", y: 50, size: 16 },
  { text: "Invoice number: 00042", y: 140 },
  { text: "Invoice date: 3 April 2026", y: 160 },
  { text: "Description", x: 50, y: 220 },
  { text: "Amount", x: 400, y: 220 },
  { text: "Blue paper", x: 50, y: 240 },
  { text: "100.00", x: 400, y: 240 },
  { text: "Red paper", x: 50, y: 260 },
  { text: "200.00", x: 400, y: 260 },
];
const PAGE_2: Line[] = [{ text: "Contact email: ada@example.com", y: 700 }];
const SCHEMA = {
  fields: [
    { name: "invoice_number", type: "string" },
    { name: "invoice_date", type: "date" },
    { name: "due_date", type: "date", required: true },
    {
      name: "contact",
      type: "object",
      fields: [
        { name: "email", type: "email" },
        { name: "fax", type: "phone" },
      ],
    },
    { name: "line_items", type: "table", fields: [{ name: "description" }, { name: "amount", type: "number" }] },
    { name: "tags", type: "string[]" },
    { name: "a/b~c", type: "string", description: "something with signs in its name" },
    { name: "summary", type: "string", method: "generate" },
  ],
};
let service: SharedService;
let pdf: Buffer;
let task: TaskRecord;
beforeAll(async () => {
  service = await sharedService();
  pdf = await pdfOf([PAGE_1, PAGE_2]);
  task = await (await service.account()).extract({
    document: { file_content: base64(pdf), filename: "bill.pdf" },
    extraction_schema: SCHEMA,
    metadata: { order: 7 },
  });
});

/** Pointers to every leaf of `data` as RFC 6901 writes them; an empty list is a leaf. */
function leavesOf(value: unknown, at = ""): string[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((inner, i) => leavesOf(inner, `${at}/${i}`));
  if (typeof value === "object" && value !== null && !Array.isArray(value) && !("currency" in value))
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`));
  return [at];
}

test("the record has every key of the contract, and only values of the contract's shapes", () => {
  expect(TaskRecord.strict().parse(task)).toEqual(task);
  expect(Object.keys(task).sort()).toEqual(
    (
      "attempts batch_id cache completed_at completeness confidence created_at data deadline_at document engine error fields memory message metadata model needs_review next_attempt_at " +
      "provider queue_position review_below reviewed reviewed_at rules stage started_at status task_id template timing usage warnings webhook"
    ).split(" "),
  );
  expect(task).toMatchObject({
    status: "completed",
    stage: "done",
    attempts: 1,
    queue_position: null,
    engine: "local",
    provider: null,
    model: null,
  });
  expect(task).toMatchObject({
    template: null,
    memory: null,
    review_below: 0.8,
    needs_review: [],
    rules: null,
    reviewed: null,
    reviewed_at: null,
    webhook: null,
    metadata: { order: 7 },
    error: null,
    cache: { hit: false },
  });
  expect(task.message).toMatch(/\w/);
});

test("times are RFC 3339 in UTC and in order", () => {
  const times = [task.created_at, task.started_at, task.completed_at].map((time) => time ?? "");
  for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(times).toEqual(times.toSorted());
});

test("document: filename, type, size, sha256, pages with size, text source and quality", () => {
  expect(task.document).toEqual({
    filename: "bill.pdf",
    url: null,
    mime_type: "application/pdf",
    size_bytes: pdf.length,
    sha256: createHash("sha256").update(pdf).digest("hex"),
    page_count: 2,
    pages: [1, 2].map((number) => ({ number, ...A4, text_source: "native", quality: expect.any(Number) })),
  });
  for (const { quality } of task.document.pages) expect(quality).toBeGreaterThan(0.8);
});

describe("`data` has exactly the shape of the schema", () => {
  test("every field present, in the schema's order, null or [] when not found", () => {
    expect(Object.keys(task.data ?? {})).toEqual(SCHEMA.fields.map(({ name }) => name));
    expect(task.data).toEqual({
      invoice_number: "00042",
      invoice_date: "2026-04-03",
      due_date: null,
      contact: { email: "ada@example.com", fax: null },
      line_items: [
        { description: "Blue paper", amount: 100 },
        { description: "Red paper", amount: 200 },
      ],
      tags: [],
      "a/b~c": null,
      summary: null,
    });
  });

  test("all else lies beside it, keyed by JSON Pointer (RFC 6901) with ~0 and ~1", () => {
    expect(task.fields).toHaveProperty(["/a~1b~0c"]);
    expect(Object.keys(task.fields ?? {}).sort()).toEqual(leavesOf(task.data).sort());
  });
});

describe("every field result", () => {
  test("has value, raw, status, confidence, evidence and warnings; the value is that of `data`", () => {
    for (const [pointer, field] of Object.entries(task.fields ?? {})) {
      expect(FIELD_STATUSES).toContain(field.status);
      const keys = pointer
        .slice(1)
        .split("/")
        .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
      const inData = keys.reduce<unknown>((value, key) => Object(value)[key], task.data);
      if (!Array.isArray(inData)) expect(field.value).toEqual(inData);
    }
  });

  test("no evidence, no `found`; nothing found has neither value, raw, confidence nor evidence", () => {
    for (const field of Object.values(task.fields ?? {})) {
      const empty = Array.isArray(field.value) ? [] : null;
      if (field.status === "found") {
        expect(field.evidence.length).toBeGreaterThan(0);
        expect(field.confidence).toBeGreaterThan(0);
        expect(field.confidence).toBeLessThanOrEqual(1);
      }
      if (field.status === "not_found") expect(field).toMatchObject({ value: empty, raw: null, confidence: null, evidence: [] });
    }
    expect(Object.values(task.fields ?? {}).filter(({ status }) => status === "found").length).toBe(7);
  });

  test("`evidence.text` is verbatim document text and contains what the value was read from", () => {
    const lines = [...PAGE_1, ...PAGE_2].map(({ text }) => text).join("\n");
    for (const { evidence, raw } of Object.values(task.fields ?? {}))
      for (const { text } of evidence) {
        for (const word of text.split(/\s+/)) expect(lines).toContain(word);
        expect(text).toContain(raw);
      }
  });

  test.each<[string, number, Line]>([
    ["/invoice_number", 1, { text: "Invoice number: 00042", x: 50, y: 140 }],
    ["/line_items/1/amount", 1, { text: "200.00", x: 400, y: 260 }],
    ["/contact/email", 2, { text: "Contact email: ada@example.com", x: 50, y: 700 }],
  ])(
    "the box of %s is [left, top, right, bottom] in 0…1 of page %i, origin top left, and lies on its words",
    (pointer, page, { x = 0, y }) => {
      const [evidence] = task.fields?.[pointer]?.evidence ?? [];
      const [left, top, right, bottom] = evidence?.bbox ?? [1, 1, 0, 0];
      expect(evidence?.page).toBe(page);
      for (const edge of [left, top, right, bottom]) {
        expect(edge).toBeGreaterThanOrEqual(0);
        expect(edge).toBeLessThanOrEqual(1);
      }
      expect(left).toBeLessThan(right);
      // 11 points of text, drawn from y down.
      expect(Math.abs(top * A4.height - y)).toBeLessThan(6);
      expect(Math.abs(bottom * A4.height - (y + 11))).toBeLessThan(6);
      expect(left * A4.width).toBeGreaterThan(x - 3);
      expect(right * A4.width).toBeLessThan(x + 300);
    },
  );

  test("a method no engine here can do is not made up: null with a warning", () => {
    expect(task.data?.summary).toBeNull();
    expect(task.warnings).toContainEqual(expect.objectContaining({ code: "method_needs_model", path: "/summary" }));
  });

  test("warnings name code, path and message", () => {
    expect(task.warnings).toContainEqual({ code: "required_missing", path: "/due_date", message: expect.any(String) });
    expect(task.fields?.["/due_date"]?.warnings).toEqual(["required_missing"]);
  });
});

test("an ambiguous date is told with its candidates", async () => {
  const ambiguous = await pdfOf([[{ text: "Invoice date: 04/03/2026", y: 100 }]]);
  const { data, warnings } = await (await service.account()).extract({
    file_content: base64(ambiguous),
    extraction_schema: { fields: [{ name: "invoice_date", type: "date" }] },
  });
  const [warning] = warnings.filter(({ code }) => code === "ambiguous_date");
  expect(warning).toMatchObject({ path: "/invoice_date" });
  expect([...(warning?.candidates ?? [])].sort()).toEqual(["2026-03-04", "2026-04-03"]);
  expect(warning?.candidates).toContain(data?.invoice_date);
});

test("`completeness` tells which pages were read, `usage` and `timing` what it took", () => {
  expect(task.completeness).toEqual({ pages_read: [1, 2], pages_failed: [], truncated: false });
  expect(task.usage).toEqual({ pages: 2, input_tokens: 0, output_tokens: 0, cost_usd: 0 });
  const { queue_ms, fetch_ms, read_ms, extract_ms, total_ms } = task.timing;
  for (const ms of [queue_ms, fetch_ms, read_ms, extract_ms, total_ms]) expect(ms).toBeGreaterThanOrEqual(0);
  expect(total_ms).toBeGreaterThanOrEqual((queue_ms ?? 0) + (read_ms ?? 0));
  expect(total_ms).toBe(Date.parse(task.completed_at ?? "") - Date.parse(task.created_at));
});

test("`webhook` tells what became of the notice", async () => {
  await using receiver = await startReceiver();
  const client = await service.account();
  const { task_id, webhook } = await client.extract({ file_content: base64(pdf), extraction_schema: SCHEMA, callback_url: receiver.url });
  expect(["pending", "delivered"]).toContain(webhook?.status);
  await expect.poll(async () => (await client.wait(task_id, 0)).webhook).toEqual({ status: "delivered", attempts: 1 });
});

describe("`error`: {code, message, retryable, stage}", () => {
  test("the catalogue has every code of the contract", () =>
    expect([...TASK_ERROR_CODES].sort()).toEqual(
      (
        "cancelled corrupt_document deadline_exceeded document_too_large document_unreachable empty_document encrypted_document internal " +
        "output_truncated provider_auth provider_rate_limited provider_refused provider_unavailable too_many_pages unsupported_type"
      ).split(" "),
    ));

  test("more than 200 pages: `too_many_pages`; naming 200 of them is read", async () => {
    const many = base64(await pdfOf(Array.from({ length: 201 }, () => [{ text: "Invoice number: 1", y: 100 }])));
    const client = await service.account();
    const fields = { fields: [{ name: "invoice_number" }] };
    const refused = await client.extract({ file_content: many, extraction_schema: fields });
    expect(refused).toMatchObject({ status: "failed", error: { code: "too_many_pages", retryable: false, message: expect.any(String) } });
    expect(STAGES).toContain(refused.error?.stage);
    expect(refused).toMatchObject({ data: null, fields: null, completeness: null, warnings: [] });
    const named = await client.extract({ file_content: many, extraction_schema: fields, pages: "1-3,201" });
    expect(named).toMatchObject({ status: "completed", completeness: { pages_read: [1, 2, 3, 201] } });
  });
});
