/** One error body on every endpoint; what is 404, 405, 422 and 500. */
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#contract/ids.ts";
import type { Answer, Client } from "../../support/client.ts";
import { withoutTables } from "../../support/database-state.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../../support/pdf.ts";
import { rawRequest } from "../../support/raw.ts";
import { startTestService } from "../../support/service.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";

let service: SharedService;
let client: Client;
let pdf: Buffer;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  pdf = await pdfOf(INVOICE);
});

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
    ["/v1/tasks/task_a?wait=", ["query", "wait"]],
    ["/v1/tasks?limit=0x10", ["query", "limit"]],
    ["/v1/tasks?limit=1e1", ["query", "limit"]],
    ["/v1/tasks/task_a/pages/0.png", ["path", "n"]],
    ["/v1/tasks?cursor=bogus", ["query", "cursor"]],
    ["/v1/tasks?cursor=", ["query", "cursor"]],
    ["/v1/tasks?order=least_confident&cursor=WzAuNSwiYSJd", ["query", "cursor"]],
    [`/v1/tasks?cursor=${newId("tpl")}`, ["query", "cursor"]],
    [`/v1/tasks?order=least_confident&cursor=${newId("task")}`, ["query", "cursor"]],
    ["/v1/templates?cursor=bogus", ["query", "cursor"]],
    ["/v1/deliveries?cursor=bogus", ["query", "cursor"]],
    ["/recruit/positions?cursor=bogus", ["query", "cursor"]],
  ])("%s", async (path, loc) => {
    const answer = await client.get(path);
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc }] } });
    if (loc[1] === "cursor") expect(answer.json.detail[0].msg).toContain("Leave `cursor` out to start from the beginning.");
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

  test.each(["\\ud800", "\\uDC00", "\\ude00\\ud83d"])(
    "half of a character, %s, in a text or key, which no database could read again",
    async (half) => {
      for (const part of [`"document_description":"a${half}b"`, `"metadata":{"${half}":1}`, `"document":{"filename":"${half}"}`]) {
        const answer = await client.post("/v1/extract-async", `{"extraction_schema":{"fields":[{"name":"a"}]},${part}}`);
        expect(answer).toMatchObject({ status: 422, json: { detail: [{ type: "string_surrogate" }] } });
      }
    },
  );

  test("a whole character that is written as two escapes is one", async () => {
    const answer = await client.post("/v1/templates", '{"name":"\\ud83d\\ude00","extraction_schema":{"fields":[{"name":"a"}]}}');
    expect([answer.status, answer.json.name]).toEqual([201, "\u{1f600}"]);
  });
});

describe("404", () => {
  test.each(["/nothing", "/api/extractor/v1/nothing", "/api/extractor/v2/tasks", "/api/extractor/v1/tasks/a/b/c"])(
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
    ["PUT", "/v1/tasks/task_a", "DELETE, GET, HEAD"],
    ["DELETE", "/v1/templates", "GET, HEAD, POST"],
    ["POST", "/v1/tasks/task_a/pages/1.png", "GET, HEAD"],
    ["OPTIONS", "/v1/tasks", "GET, HEAD"],
    ["POST", "/healthz", "GET, HEAD"],
  ])("%s %s names the methods the address takes", async (method, path, allow) => {
    const answer = await client.call(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe(allow);
    expectErrorBody(answer, "invalid_request_error");
  });
});

describe("HEAD answers as GET does, without a body", () => {
  test.each(["/healthz", "/readyz", "/openapi.json", "/v1/tasks", "/v1/tasks/task_none", "/nothing", "/"])("%s", async (path) => {
    const [head, get] = [await client.call("HEAD", path), await client.get(path)];
    expect([head.status, head.text]).toEqual([get.status, ""]);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
  });

  test("but no events: they have no end", async () => {
    expect((await client.call("HEAD", "/v1/tasks/task_none/events")).status).toBe(405);
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
    await withoutTables(broken.db, "tasks");
    const answer = await caller.get("/v1/tasks");
    expect(answer.status).toBe(500);
    expectErrorBody(answer, "api_error");
    expect(answer.json.error_code).toBe("internal");
    expect(answer.text).not.toMatch(/tasks|relation|sql|Error:|\.ts/i);
  });
});
