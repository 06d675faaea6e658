/** How a document and a plan may be given. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/client.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../../support/pdf.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
let files: Receiver;
let client: Client;
let content: string;
const url = () => `${files.url}/invoice.pdf`;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  const pdf = await pdfOf(INVOICE);
  content = base64(pdf);
  files = await startReceiver((_request, response) => void response.end(pdf));
});
afterAll(() => files?.[Symbol.asyncDispose]());

const refusal = async (body: object) => {
  const { status, json } = await client.post("/v1/extract-async", body);
  return { status, places: status === 422 ? json.detail.map(({ loc }: { loc: string[] }) => loc.join(".")) : json };
};

describe("document: exactly one of `document.url`, `document.file_content`, `document_url`, `file_content`", () => {
  const given: [string, () => object][] = [
    ["document.url", () => ({ document: { url: url() } })],
    ["document.file_content", () => ({ document: { file_content: content } })],
    ["document_url", () => ({ document_url: url() })],
    ["file_content", () => ({ file_content: content })],
  ];

  test.each(given)("%s alone is read", async (_name, body) => {
    const task = await client.extract({ ...body(), extraction_schema: INVOICE_SCHEMA });
    expect(task).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042" } });
  });

  const pairs = given.flatMap(([one, a], i) => given.slice(i + 1).map(([two, b]) => [one, two, a, b] as const));
  test.each(pairs)("%s and %s together are 422 naming both", async (one, two, a, b) => {
    const body = { ...a(), ...b(), document: { ...Object(Object(a()).document), ...Object(Object(b()).document) } };
    const { status, places } = await refusal({ ...body, extraction_schema: INVOICE_SCHEMA });
    expect(status).toBe(422);
    expect(places.sort()).toEqual([`body.${one}`, `body.${two}`].sort());
  });

  test.each([
    ["nothing", {}],
    ["an empty wrapper", { document: {} }],
    ["null everywhere", { document: { url: null, file_content: null }, document_url: null, file_content: null }],
    ["a null wrapper", { document: null }],
  ])("none (%s) is 422 naming the place and all four", async (_name, body) => {
    const answer = await client.post("/v1/extract-async", { ...body, extraction_schema: INVOICE_SCHEMA });
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ["body", "document_url"], type: "missing" }] } });
    for (const key of ["document.url", "document.file_content", "document_url", "file_content"])
      expect(answer.json.detail[0].msg).toContain(`\`${key}\``);
  });

  test("`null` is absent: every key but the used one may be null", async () => {
    const rest = [
      "template_id",
      "provider",
      "document_description",
      "callback_url",
      "metadata",
      "pages",
      "password",
      "cache",
      "retention_days",
    ];
    const nulls = Object.fromEntries([...rest, "deadline_seconds", "priority", "document_url"].map((key) => [key, null]));
    const answer = await client.post("/v1/extract-async", {
      ...nulls,
      document: { url: null },
      file_content: content,
      extraction_schema: INVOICE_SCHEMA,
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    ["document_url", { document_url: "" }],
    ["file_content", { file_content: "" }],
    ["document.url", { document: { url: "" } }],
    ["document.file_content", { document: { file_content: "" } }],
  ])("an empty string in %s is 422", async (name, body) => {
    expect(await refusal({ ...body, extraction_schema: INVOICE_SCHEMA })).toEqual({ status: 422, places: [`body.${name}`] });
  });

  test.each([
    "ftp://example.com/a.pdf",
    "example.com/a.pdf",
    "//example.com/a.pdf",
    "http://",
    "http://[::1",
    "javascript:alert(1)",
    "https://user:secret@example.com/a",
  ])("%s is no URL to fetch: 422 with type url_parsing", async (wrong) => {
    const answer = await client.post("/v1/extract-async", { document_url: wrong, extraction_schema: INVOICE_SCHEMA });
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ["body", "document_url"], type: "url_parsing" }] } });
  });
});

describe("`file_content` may be a `data:` URL; white space in base64 is tolerated", () => {
  test.each<[string, () => string]>([
    ["data: URL", () => `data:application/pdf;base64,${content}`],
    ["data: URL with parameters", () => `data:application/pdf;name=a.pdf;base64,${content}`],
    ["data: URL without a type", () => `data:;base64,${content}`],
    ["data: URL that lies about its type", () => `data:image/png;base64,${content}`],
    ["lines of 76 characters", () => content.replace(/.{76}/g, "$&\r\n")],
    ["tabs and spaces", () => ` ${content.replace(/.{50}/g, "$& \t")}\n`],
    ["url-safe letters", () => content.replaceAll("+", "-").replaceAll("/", "_")],
    ["no padding", () => content.replace(/=+$/, "")],
  ])("F01: %s", async (_name, written) => {
    const task = await client.extract({ file_content: written(), extraction_schema: INVOICE_SCHEMA });
    expect(task).toMatchObject({ status: "completed", document: { mime_type: "application/pdf" }, data: { invoice_number: "INV-00042" } });
  });
});

describe("schema: exactly one of `extraction_schema`, `template_id`", () => {
  test("both are 422 naming both", async () => {
    const body = { file_content: content, extraction_schema: INVOICE_SCHEMA, template_id: "tpl_a" };
    expect(await refusal(body)).toEqual({ status: 422, places: ["body.extraction_schema", "body.template_id"] });
  });

  test("none is 422", async () => {
    expect(await refusal({ file_content: content })).toEqual({ status: 422, places: ["body.extraction_schema"] });
  });

  test("an empty `template_id` is 422", async () => {
    expect(await refusal({ file_content: content, template_id: "" })).toEqual({ status: 422, places: ["body.template_id"] });
  });

  test("a template is used with its version", async () => {
    const { json: template } = await client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA });
    const task = await client.extract({ file_content: content, template_id: template.template_id });
    expect(task).toMatchObject({
      status: "completed",
      template: { template_id: template.template_id, version: 1 },
      data: { invoice_number: "INV-00042" },
    });
  });
});

describe("`document_description` at the top and inside the schema may both be given; the top one wins", () => {
  const kept = async (body: object) => {
    const id = await client.submit({ file_content: content, ...body });
    const row = await service.db.selectFrom("tasks").select("request").where("id", "=", id).executeTakeFirstOrThrow();
    return row.request.documentDescription;
  };
  const inside = { ...INVOICE_SCHEMA, document_description: "inside" };

  test("both", async () => expect(await kept({ extraction_schema: inside, document_description: "top" })).toBe("top"));
  test("only inside", async () => expect(await kept({ extraction_schema: inside })).toBe("inside"));
  test("only at the top", async () => expect(await kept({ extraction_schema: INVOICE_SCHEMA, document_description: "top" })).toBe("top"));
  test("at the top, with a template that has one too", async () => {
    const { json } = await client.post("/v1/templates", { name: "a", extraction_schema: inside, document_description: "of the template" });
    expect(await kept({ template_id: json.template_id })).toBe("of the template");
    expect(await kept({ template_id: json.template_id, document_description: "top" })).toBe("top");
  });
});

describe("PDF and image files (jpg, jpeg, png) are read; content is judged by its bytes", () => {
  test.each(["png", "jpeg"] as const)("%s", async (format) => {
    const { default: sharp } = await import("sharp");
    const image = sharp({ create: { width: 600, height: 300, channels: 3, background: "white" } });
    const task = await client.extract({ file_content: base64(await image[format]().toBuffer()), extraction_schema: INVOICE_SCHEMA });
    expect(task.document.mime_type).toBe(`image/${format}`);
    expect(task.status === "completed" || task.error?.code === "empty_document").toBe(true);
  });
});
