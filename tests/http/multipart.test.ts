/** Documents as parts of multipart/form-data: what JSON with base64 does, without base64. */
import { randomUUID } from "node:crypto";
import { readdir, readlink } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { beforeAll, describe, expect, test } from "vitest";
import { MULTIPART } from "../../scripts/openapi/multipart.ts";
import type { Answer, Client } from "../support/client.ts";
import { openapi } from "../support/openapi.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { RESUME_TEXT } from "../support/resumes.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
let client: Client;
let pdf: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  pdf = Uint8Array.from(await pdfOf(INVOICE));
});

const part = (bytes: Uint8Array<ArrayBuffer> | string, name = "invoice.pdf") => new File([bytes], name, { type: "application/pdf" });

function formOf(parts: Record<string, string | File | File[] | object>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts))
    for (const each of [value].flat()) {
      if (each instanceof File || typeof each === "string") form.append(name, each);
      else form.append(name, new Blob([JSON.stringify(each)], { type: "application/json" }));
    }
  return form;
}

async function post(address: string, form: FormData, headers: Record<string, string> = {}): Promise<Pick<Answer, "status" | "json">> {
  const at = address.startsWith("/recruit") ? address.replace("/recruit", "/api/recruit/v1") : `/api/extractor/v1${address}`;
  const answer = await fetch(service.url + at, {
    method: "POST",
    body: form,
    headers: { authorization: String(client.apiKey), ...headers },
  });
  return { status: answer.status, json: await answer.json() };
}

const request = { extraction_schema: INVOICE_SCHEMA };

describe("a document as a part", () => {
  test("is read as one in base64 is, with the request as JSON or as fields", async () => {
    const asJson = await client.extract({ ...request, file_content: base64(Buffer.from(pdf)), metadata: { a: 1 } });
    const forms = [
      { request: { ...request, metadata: { a: 1 } }, file: part(pdf) },
      { file: part(pdf), request: JSON.stringify({ ...request, metadata: { a: 1 } }) },
      { anything: part(pdf), extraction_schema: JSON.stringify(INVOICE_SCHEMA), metadata: '{"a":1}', pages: "1", priority: "3" },
    ];
    for (const form of forms) {
      const { status, json } = await post("/extract-async", formOf(form));
      expect([status, json.status]).toEqual([200, "processing"]);
      const task = await client.wait(json.task_id);
      expect(task.data).toEqual(asJson.data);
      expect(task).toMatchObject({ metadata: { a: 1 }, document: { filename: "invoice.pdf", sha256: asJson.document.sha256 } });
      const kept = await fetch(`${service.url}/api/extractor/v1/tasks/${json.task_id}/document`, {
        headers: { authorization: String(client.apiKey) },
      });
      expect(new Uint8Array(await kept.arrayBuffer())).toEqual(pdf);
    }
  });

  test("of 10 MB passes, and of a byte more does not", async () => {
    const bytes = new Uint8Array(10 * 1024 * 1024);
    bytes.set(pdf);
    expect((await post("/extract-async", formOf({ request, file: part(bytes) }))).status).toBe(200);
    const { status, json } = await post("/extract-async", formOf({ request, file: part(new Uint8Array([...bytes, 0])) }));
    expect([status, json.error_code]).toEqual([400, "document_too_large"]);
  });

  test("sent again with the same Idempotency-Key is one task, and another file is refused", async () => {
    const key = { "idempotency-key": randomUUID() };
    const send = (bytes: Uint8Array<ArrayBuffer> | string) => post("/extract-async", formOf({ request, file: part(bytes) }), key);
    const [first, second] = [await send(pdf), await send(pdf)];
    expect(second).toEqual(first);
    const other = await send(Uint8Array.from([...pdf, 10]));
    expect([other.status, other.json.error_code]).toEqual([422, "idempotency_mismatch"]);
  });
});

test("several documents as parts are a batch, beside URLs, and one that is refused stops no other", async () => {
  const documents = [{ url: "http://10.0.0.1/a.pdf" }];
  const large = new Uint8Array(10 * 1024 * 1024 + 1);
  large.set(pdf);
  const files = [
    part(pdf, "first.pdf"),
    part("", "empty.pdf"),
    part(large, "large.pdf"),
    part(new Uint8Array([0, 1]), "none"),
    part(pdf, "Rechnung März.pdf"),
  ];
  const { status, json } = await post("/extract-batch", formOf({ request: { ...request, documents }, files }));
  expect([status, json.total]).toEqual([200, 6]);
  const { json: batch } = await client.get(`/v1/extract-batch/${json.batch_id}?wait=60`);
  expect(
    batch.tasks.map(({ document, error }: never) => [
      (document as { filename: string }).filename,
      (error as { code: string } | null)?.code,
    ]),
  ).toEqual([
    ["a.pdf", "document_unreachable"],
    ["first.pdf", undefined],
    ["empty.pdf", "empty_document"],
    ["large.pdf", "document_too_large"],
    ["none", "unsupported_type"],
    ["Rechnung März.pdf", undefined],
  ]);
});

test("a document of a batch may name its part, and have pages and metadata of its own", async () => {
  const documents = [{ url: "http://10.0.0.1/a.pdf" }, { file: "b", metadata: { b: 1 }, filename: "called b" }, { file: "a" }];
  const form = formOf({ request: { ...request, documents }, a: part(pdf, "a.pdf"), b: part(pdf, "b.pdf"), c: part(pdf, "c.pdf") });
  const { json } = await post("/extract-batch", form, { prefer: "handling=strict" });
  const { json: batch } = await client.get(`/v1/extract-batch/${json.batch_id}?wait=60`);
  expect(batch.tasks.map(({ document }: { document: { filename: string } }) => document.filename)).toEqual([
    "a.pdf",
    "called b",
    "a.pdf",
    "c.pdf",
  ]);
  expect(batch.tasks[1].metadata).toEqual({ b: 1 });
  const missing = await post("/extract-batch", formOf({ request: { ...request, documents: [{ file: "none" }] }, a: part(pdf) }));
  expect(missing.status).toBe(422);
});

test("packets and résumés take parts as well", async () => {
  const { template_id } = (await client.post("/v1/templates", { name: "Invoices", ...request })).json;
  const packet = await post("/packets", formOf({ request: { templates: [template_id] }, file: part(pdf) }));
  expect((await client.get(`/v1/packets/${packet.json.packet_id}?wait=60`)).json).toMatchObject({
    status: "completed",
    filename: "invoice.pdf",
  });
  const resumes = [part(RESUME_TEXT, "mia.txt"), part("", "empty.txt")];
  const sent = await post("/recruit/extract-resumes", formOf({ files: resumes, provider: "local" }));
  const { json } = await client.get(`/recruit/extraction-status/${sent.json.job_id}?wait=60`);
  expect(json).toMatchObject({ successful_extractions: [{ filename: "mia.txt" }], failed_extractions: [{ code: "empty_document" }] });
});

test("each operation that is described as taking parts has a body of parts in the description, and no other", () => {
  const described = Object.entries(openapi.paths as Record<string, Record<string, { requestBody?: { content: object } }>>).flatMap(
    ([at, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) =>
        Object.hasOwn(requestBody?.content ?? {}, "multipart/form-data") ? [`${method.toUpperCase()} ${at}`] : [],
      ),
  );
  expect(described.sort()).toEqual(Object.keys(MULTIPART).sort());
});

describe("what is wrong is said as for JSON", () => {
  const raw = (body: string, type = "multipart/form-data; boundary=x", at = "/v1/extract-async", headers = {}) =>
    client.post(at, body, { "content-type": type, ...headers });
  const field = (name: string, value: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  test.each([
    ["no boundary", () => raw("{}", "multipart/form-data"), "malformed_multipart"],
    ["no multipart at all", () => raw("{}"), "malformed_multipart"],
    [
      "an end in the middle of a part",
      () => raw(`${field("request", "{}")}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF`),
      "malformed_multipart",
    ],
    ["broken JSON", () => raw(`${field("request", "{")}--x--\r\n`), "malformed_json"],
    ["a field too large", () => raw(`${field("request", " ".repeat(2 ** 20 + 1))}--x--\r\n`), "body_too_large"],
    ["a body too large", () => raw("-".repeat(16 * 2 ** 20 + 1)), "body_too_large"],
    ["compressed", () => raw("{}", undefined, undefined, { "content-encoding": "gzip" }), "unsupported_encoding"],
    ["where no document is taken", () => raw("{}", undefined, "/v1/templates"), "unsupported_content_type"],
  ])("400: %s", async (_what, sent, code) => {
    const { status, json } = await sent();
    expect([status, json.error_code]).toEqual([400, code]);
  });

  test.each([
    ["no file", () => formOf({ request })],
    ["an empty file", () => formOf({ request, file: part("") })],
    ["two files", () => formOf({ request, file: [part(pdf), part(pdf)] })],
    ["a file and a URL", () => formOf({ request: { ...request, document_url: "https://example.com/a.pdf" }, file: part(pdf) })],
    ["a request that is a list", () => formOf({ request: "[]", file: part(pdf) })],
    ["no schema", () => formOf({ file: part(pdf) })],
    ["a NUL in a field", () => formOf({ request, file: part(pdf), document_description: "a\u0000b" })],
  ])("422: %s", async (_what, form) => {
    expect((await post("/extract-async", form())).status).toBe(422);
  });

  test("an unknown field is a warning, and with Prefer an error", async () => {
    const form = () => formOf({ request, file: part(pdf), documnt_description: "a letter" });
    const { json } = await post("/extract-async", form());
    expect(json.warnings).toMatchObject([{ path: "/documnt_description" }]);
    expect((await post("/extract-async", form(), { prefer: "handling=strict" })).status).toBe(422);
  });
});

test("nothing is left of what was sent, also of requests that were refused or broken off", async () => {
  const before = (await readdir(tmpdir())).filter((name) => name.startsWith("winnow-upload-"));
  await post("/extract-async", formOf({ request, file: part(new Uint8Array(3_000_000)) }));
  const { port } = new URL(service.url);
  const socket = connect(Number(port), "127.0.0.1");
  const head = `POST /api/extractor/v1/extract-async HTTP/1.1\r\nhost: x\r\nauthorization: ${client.apiKey}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n`;
  socket.write(`${head}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF-1.4`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  socket.destroy();
  await client.get("/v1/tasks");
  expect((await readdir(tmpdir())).filter((name) => name.startsWith("winnow-upload-"))).toEqual(before);
  if (process.platform !== "linux") return;
  const open = async () => {
    const links = (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ""));
    return (await Promise.all(links)).filter((name) => name.includes("winnow-upload-")).length;
  };
  for (let i = 0; i < 20; i++) await post("/extract-async", formOf({ request, file: part("nothing that is read") }));
  const form = new Response(formOf({ request, file: part(pdf) }));
  const whole = Buffer.from(await form.arrayBuffer());
  const type = form.headers.get("content-type");
  for (let i = 0; i < 20; i++) {
    const gone = connect(Number(port), "127.0.0.1");
    gone.on("error", () => undefined);
    gone.write(head.replace(/multipart.*x/, String(type)).replace("100000", String(whole.length)));
    await new Promise((resolve) => gone.write(whole, resolve));
    gone.destroy();
  }
  await expect.poll(open).toBe(0);
});
