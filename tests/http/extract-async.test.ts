/** POST /api/extractor/v1/extract-async: contract §3 and §4, status by status. */
import { beforeAll, describe, expect, test } from "vitest";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
let pdf: Buffer;
beforeAll(async () => {
  service = await sharedService();
  pdf = await pdfOf(INVOICE);
});

describe("200", () => {
  test("answers at once with a task id, whose record then holds the values with their evidence", async () => {
    const client = await service.account();
    const sent = await client.post("/v1/extract-async", { file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA });
    expect(sent.status).toBe(200);
    expect(sent.json).toEqual({ task_id: expect.stringMatching(/^task_/), status: "processing", message: expect.any(String) });
    const task = await client.wait(sent.json.task_id);
    expect(task.status).toBe("completed");
    expect(task.data).toEqual({ invoice_number: "INV-00042", invoice_date: "2026-04-03", total: { amount: 1190, currency: "EUR" } });
    const total = task.fields?.["/total"];
    expect(total).toMatchObject({ status: "found", raw: expect.stringContaining("1,190.00") });
    expect(total?.evidence[0]?.text).toContain("1,190.00");
  });

  test.each(["document_url and file_content null", "layout A"])("takes the document by %s", async (layout) => {
    const client = await service.account();
    const content = base64(pdf);
    const body = layout === "layout A" ? { document: { file_content: content } } : { document_url: null, file_content: content };
    expect((await client.extract({ ...body, extraction_schema: INVOICE_SCHEMA })).status).toBe("completed");
  });
});

describe("400", () => {
  test.each([
    ["malformed JSON", "{", "malformed_json"],
    ["base64 that does not decode", { file_content: "%%%%", extraction_schema: INVOICE_SCHEMA }, "invalid_base64"],
    ["a file of a type that is not read", { file_content: "AGhlbGxvIHdvcmxk", extraction_schema: INVOICE_SCHEMA }, "unsupported_type"],
    ["an unknown template", { document_url: "https://example.com/a.pdf", template_id: "tpl_none" }, "template_unknown"],
    [
      "a provider that is not configured",
      { document_url: "https://example.com/a.pdf", extraction_schema: INVOICE_SCHEMA, provider: "openai" },
      "provider_not_configured",
    ],
    ["a URL that may not be fetched", { document_url: "http://10.0.0.1/a.pdf", extraction_schema: INVOICE_SCHEMA }, "url_not_allowed"],
    [
      "a callback that may not be called",
      { document_url: "https://example.com/a.pdf", callback_url: "http://169.254.169.254/", extraction_schema: INVOICE_SCHEMA },
      "url_not_allowed",
    ],
  ])("%s", async (_name, body, code) => {
    const client = await service.account();
    const answer = await client.post("/v1/extract-async", body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error_code: code, detail: expect.any(String), error: { type: "invalid_request_error" } });
  });
});

describe("401", () => {
  test("no key, with both error shapes in one body", async () => {
    const { status, json } = await (await service.account()).call("POST", "/v1/extract-async", {}, { authorization: "" });
    expect(status).toBe(401);
    expect(json).toMatchObject({
      detail: expect.any(String),
      error_code: "unauthorized",
      error: { message: expect.any(String), type: "authentication_error" },
    });
  });
});

describe("422", () => {
  test("no document, and an unknown type with a suggestion, are both named", async () => {
    const client = await service.account();
    const answer = await client.post("/v1/extract-async", { extraction_schema: { fields: [{ name: "total", type: "strng" }] } });
    expect(answer.status).toBe(422);
    expect(answer.json.detail).toContainEqual(expect.objectContaining({ loc: ["body", "document_url"] }));
    expect(answer.json.detail).toContainEqual(
      expect.objectContaining({ loc: ["body", "extraction_schema", "fields", 0, "type"], msg: expect.stringContaining("`string`") }),
    );
  });
});

describe("429", () => {
  test("the 101st request of a free account in one minute is refused and told when to return", async () => {
    const client = await service.account({ tier: "free" });
    const answers = await Promise.all(Array.from({ length: 101 }, () => client.get("/v1/tasks")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json).toMatchObject({
      detail: expect.any(String),
      retry_after: expect.any(Number),
      error: { type: "rate_limit_error" },
    });
    expect(refused?.headers.get("retry-after")).toBe(String(refused?.json.retry_after));
  });
});
