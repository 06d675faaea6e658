/** Contract §3: one error body on every endpoint; what is 400, 404, 405, 422 and 500. Source §7. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, Client } from "../support/client.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { rawRequest } from "../support/raw.ts";
import { startTestService, type TestService } from "../support/service.ts";

const MAX_BYTES = 10 * 1024 * 1024;
let service: TestService;
let client: Client;
let pdf: Buffer;
beforeAll(async () => {
  service = await startTestService({ worker: false });
  client = await service.account();
  pdf = await pdfOf(INVOICE);
});
afterAll(() => service?.[Symbol.asyncDispose]());

const submit = (body: object, headers?: Record<string, string>) =>
  client.post("/v1/extract-async", { extraction_schema: INVOICE_SCHEMA, ...body }, headers);

/** Both shapes of the source in one body. */
function expectErrorBody({ json, headers }: Pick<Answer, "json" | "headers">, type: string): void {
  expect(json).toMatchObject({
    detail: expect.any(String),
    error_code: expect.any(String),
    error: { message: json.detail, type },
    request_id: expect.stringMatching(/^req_[0-9a-z]{36}$/),
  });
  expect(json.request_id).toBe(headers.get("x-request-id"));
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
}

const sized = (bytes: number) => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, "\n")]);

describe("400: well-formed but unusable", () => {
  test.each([
    ["malformed JSON", "{", "malformed_json"],
    ["an empty body", "", "malformed_json"],
    ["JSON with a comma too many", '{"a":1,}', "malformed_json"],
    ["text that is no JSON", "hello", "malformed_json"],
  ])("%s", async (_name, body, code) => {
    const answer = await client.call("POST", "/v1/extract-async", body, { "content-type": "application/json" });
    expect(answer).toMatchObject({ status: 400, json: { error_code: code } });
    expectErrorBody(answer, "invalid_request_error");
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])(
    "content type %s",
    async (type) => {
      const answer = await client.post("/v1/extract-async", "{}", { "content-type": type });
      expect(answer).toMatchObject({ status: 400, json: { error_code: "unsupported_content_type" } });
      expectErrorBody(answer, "invalid_request_error");
    },
  );

  test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/json;charset=UTF-8"])(
    "but content type %s is JSON",
    async (type) => {
      expect((await client.post("/v1/extract-async", "{}", { "content-type": type })).status).toBe(422);
    },
  );

  test("a file of one byte over 10 × 1024 × 1024; exactly that many pass", async () => {
    expect(await submit({ file_content: base64(sized(MAX_BYTES)) })).toMatchObject({ status: 200 });
    const over = await submit({ file_content: base64(sized(MAX_BYTES + 1)) });
    expect(over).toMatchObject({ status: 400, json: { error_code: "document_too_large" } });
    expectErrorBody(over, "invalid_request_error");
  });

  test("exactly 10 MB in lines of 76 characters pass too", async () => {
    const lines = base64(sized(MAX_BYTES)).replace(/.{76}/g, "$&\r\n");
    expect((await submit({ file_content: lines })).status).toBe(200);
  });

  test("a body that is far larger still", async () => {
    const answer = await submit({ file_content: "A".repeat(17 * 1024 * 1024) });
    expect(answer).toMatchObject({ status: 400, json: { error_code: "body_too_large" } });
  });

  test.each(["%%%%", "abcde", "a=b=", "JVBERi0xLjQK€", "data:application/pdf,plain", "   "])(
    "base64 that does not decode: %j",
    async (content) => {
      const answer = await submit({ file_content: content });
      expect(answer).toMatchObject({ status: 400, json: { error_code: "invalid_base64" } });
    },
  );

  test.each([
    ["plain text", Buffer.from("just some text")],
    ["a GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000")],
    ["a ZIP (as DOCX is)", Buffer.from("PK\u0003\u0004....")],
    ["HTML", Buffer.from("<!doctype html><p>hello")],
  ])("a file that is no PDF, JPG or PNG by its bytes: %s", async (_name, bytes) => {
    const answer = await submit({ file_content: `data:application/pdf;base64,${base64(bytes)}` });
    expect(answer).toMatchObject({ status: 400, json: { error_code: "unsupported_type" } });
  });

  test.each(["openai", "anthropic", "gemini"])("the provider %s, which is not configured", async (provider) => {
    const answer = await submit({ file_content: base64(pdf), provider });
    expect(answer).toMatchObject({
      status: 400,
      json: { error_code: "provider_not_configured", detail: expect.stringContaining(provider) },
    });
  });

  test("an unknown `template_id`, one of another account and a deleted one read the same", async () => {
    const other = await service.account();
    const body = { name: "a", extraction_schema: INVOICE_SCHEMA };
    const [theirs, deleted] = [
      (await other.post("/v1/templates", body)).json.template_id,
      (await client.post("/v1/templates", body)).json.template_id,
    ];
    await client.delete(`/v1/templates/${deleted}`);
    const answers = await Promise.all(
      ["tpl_none", theirs, deleted].map((template_id) => client.post("/v1/extract-async", { file_content: base64(pdf), template_id })),
    );
    for (const { status, json } of answers)
      expect({ status, detail: json.detail, code: json.error_code }).toEqual({
        status: 400,
        detail: answers[0]?.json.detail,
        code: "template_unknown",
      });
  });

  test.each(["document_url", "callback_url"])("a %s that may not be fetched", async (key) => {
    const body = key === "document_url" ? {} : { file_content: base64(pdf) };
    const answer = await submit({ ...body, [key]: "http://10.0.0.1/a" });
    expect(answer).toMatchObject({ status: 400, json: { error_code: "url_not_allowed", detail: expect.stringContaining(key) } });
  });
});

describe("422: wrong shape, type, bound or combination of fields", () => {
  test("`detail` is an array of {loc, msg, type}, the rest of the body is as in every error", async () => {
    const { status, json, headers } = await client.post("/v1/extract-async", { document_url: "no url", extraction_schema: INVOICE_SCHEMA });
    expect(status).toBe(422);
    expect(json).toEqual({
      detail: [{ loc: ["body", "document_url"], msg: expect.any(String), type: "url_parsing" }],
      error_code: "validation_error",
      error: { message: expect.stringContaining("document_url"), type: "validation_error" },
      request_id: headers.get("x-request-id"),
    });
  });

  test.each<[string, object, (string | number)[]]>([
    ["a number for a text", { document_url: 5 }, ["body", "document_url"]],
    ["a text for an object", { document: "a" }, ["body", "document"]],
    ["a nested place", { document: { url: 7 } }, ["body", "document", "url"]],
    ["an unknown provider", { provider: "bard" }, ["body", "provider"]],
    ["a bound", { deadline_seconds: 9 }, ["body", "deadline_seconds"]],
    ["a fraction for an integer", { priority: 0.5 }, ["body", "priority"]],
    ["an unknown word", { cache: "never" }, ["body", "cache"]],
    ["a list for the schema", { extraction_schema: [] }, ["body", "extraction_schema"]],
    ["metadata that is no object", { metadata: [1] }, ["body", "metadata"]],
  ])("names the place of %s", async (_name, wrong, loc) => {
    const answer = await client.post("/v1/extract-async", { file_content: base64(pdf), extraction_schema: INVOICE_SCHEMA, ...wrong });
    expect(answer.status).toBe(422);
    expect(answer.json.detail).toContainEqual({ loc, msg: expect.any(String), type: expect.any(String) });
  });

  test("several wrong places are all named", async () => {
    const { json } = await client.post("/v1/extract-async", { document_url: 5, provider: 5, pages: 5, priority: 99 });
    expect(json.detail.map(({ loc }: { loc: string[] }) => loc[1]).sort()).toEqual(["document_url", "pages", "priority", "provider"]);
  });

  test.each([
    ["a list", "[]"],
    ["a text", '"a"'],
    ["null", "null"],
    ["a number", "7"],
  ])("a body that is %s and no object", async (_name, body) => {
    const answer = await client.call("POST", "/v1/extract-async", body, { "content-type": "application/json" });
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ["body"] }] } });
  });

  test("no body at all", async () => {
    const answer = await client.post("/v1/extract-async");
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ["body"], type: "missing" }] } });
  });

  test.each([
    ["/v1/tasks?limit=0", ["query", "limit"]],
    ["/v1/tasks?limit=101", ["query", "limit"]],
    ["/v1/tasks?limit=ten", ["query", "limit"]],
    ["/v1/tasks?status=done", ["query", "status"]],
    ["/v1/tasks?created_after=yesterday", ["query", "created_after"]],
    ["/v1/tasks/task_a?wait=61", ["query", "wait"]],
    ["/v1/tasks/task_a?wait=-1", ["query", "wait"]],
    ["/v1/tasks/task_a/pages/0.png", ["path", "n"]],
  ])("%s", async (path, loc) => {
    const answer = await client.get(path);
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc }] } });
  });

  test("JSON of 60,000 levels, which no reader could walk", async () => {
    const deep = `${"[".repeat(60_000)}${"]".repeat(60_000)}`;
    for (const key of ["extraction_schema", "metadata"]) {
      const answer = await client.post("/v1/extract-async", `{"file_content":"JVBERi0=","${key}":{"a":${deep}}}`);
      expect(answer).toMatchObject({ status: 422, json: { detail: [{ type: "too_deep" }] } });
    }
  });

  test("a NUL in a text, which no database could keep", async () => {
    const answer = await client.post("/v1/templates", { name: "a\u0000b", extraction_schema: INVOICE_SCHEMA });
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ type: "string_nul" }] } });
  });
});

describe("404", () => {
  test.each(["/nothing", "/api/extractor/v1/nothing", "/api/extractor/v2/tasks", "/api/extractor/v1/tasks/a/b/c", "/"])(
    "unknown path %s",
    async (path) => {
      const answer = await client.get(path);
      expect(answer.status).toBe(404);
      expectErrorBody(answer, "not_found_error");
    },
  );

  test.each(["task_none", "task_00000000000000000000000000000000000", "%00", "a%20b", "%F0%9F%8E%89", "..%2F..%2Fetc"])(
    "an id that cannot exist: %s",
    async (id) => {
      const answer = await client.get(`/v1/tasks/${id}`);
      expect(answer.status).toBe(404);
      expectErrorBody(answer, "not_found_error");
    },
  );
});

describe("405", () => {
  test.each([
    ["GET", "/v1/extract-async", "POST"],
    ["PUT", "/v1/tasks/task_a", "GET, DELETE"],
    ["DELETE", "/v1/templates", "POST, GET"],
    ["POST", "/v1/tasks/task_a/pages/1.png", "GET"],
    ["OPTIONS", "/v1/tasks", "GET"],
    ["POST", "/healthz", "GET"],
  ])("%s %s names the methods the address takes", async (method, path, allow) => {
    const answer = await client.call(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe(allow);
    expectErrorBody(answer, "invalid_request_error");
  });
});

describe("no other error status leaves the API, whatever is sent", () => {
  const key = () => `Authorization: ${client.apiKey}\r\n`;
  test.each<[string, () => string, number]>([
    ["no HTTP at all", () => "hello\r\n\r\n", 400],
    ["a broken request line", () => "GET\r\n\r\n", 400],
    ["headers of 100 KB", () => `GET /api/extractor/v1/tasks HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(100_000)}\r\n\r\n`, 400],
    ["a broken percent escape", () => `GET /api/extractor/v1/tasks/%zz HTTP/1.1\r\nHost: a\r\n${key()}\r\n`, 400],
    ["no Host", () => `GET /api/extractor/v1/tasks/none HTTP/1.1\r\n${key()}\r\n`, 404],
    ["an expectation nobody meets", () => `GET /api/extractor/v1/tasks/none HTTP/1.1\r\nHost: a\r\n${key()}Expect: more\r\n\r\n`, 404],
    [
      "a content length that is no number",
      () => `POST /api/extractor/v1/extract-async HTTP/1.1\r\nHost: a\r\n${key()}Content-Length: x\r\n\r\n`,
      400,
    ],
    [
      "two content lengths",
      () => `POST /api/extractor/v1/extract-async HTTP/1.1\r\nHost: a\r\n${key()}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
    ],
    [
      "a broken chunk",
      () =>
        `POST /api/extractor/v1/extract-async HTTP/1.1\r\nHost: a\r\n${key()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ["a method that does not exist", () => "BREW /api/extractor/v1/tasks HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["a method nobody uses", () => "PROPFIND /api/extractor/v1/tasks HTTP/1.1\r\nHost: a\r\n\r\n", 405],
  ])("%s", async (_name, text, status) => {
    const answer = await rawRequest(service.url, text());
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({
      detail: expect.any(String),
      error_code: expect.any(String),
      error: { message: expect.any(String), type: expect.any(String) },
      request_id: expect.stringMatching(/^req_/),
    });
  });
});

describe("500", () => {
  test("tells the request id and nothing else", async () => {
    await using broken = await startTestService({ worker: false });
    const caller = await broken.account();
    await sql`ALTER TABLE tasks RENAME TO tasks_away`.execute(broken.deps.db);
    const answer = await caller.get("/v1/tasks");
    expect(answer.status).toBe(500);
    expectErrorBody(answer, "api_error");
    expect(answer.json.error_code).toBe("internal");
    expect(answer.text).not.toMatch(/tasks|relation|sql|Error:|\.ts/i);
  });
});
