/** One error body on every endpoint; what is 400. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Answer, Client } from "../../support/client.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../../support/pdf.ts";
import { type SharedService, sharedService } from "../../support/shared-service.ts";
import { signedIn } from "../../support/signed-in.ts";

const MAX_BYTES = 10 * 1024 * 1024;
let service: SharedService;
let client: Client;
let pdf: Buffer;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  pdf = await pdfOf(INVOICE);
});

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

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/mixed; boundary=x", "application/xml"])(
    "content type %s",
    async (type) => {
      const answer = await client.post("/v1/extract-async", "{}", { "content-type": type });
      expect(answer).toMatchObject({ status: 400, json: { error_code: "unsupported_content_type" } });
      expectErrorBody(answer, "invalid_request_error");
    },
  );

  test("but a request that needs no body may name its type all the same", async () => {
    const { paths } = (await client.call("GET", "/openapi.json")).json as {
      paths: Record<string, Record<string, { requestBody?: object }>>;
    };
    const bodyless = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([method, { requestBody }]) => method !== "get" && requestBody === undefined)
        .map(([method]) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, "x")] as const),
    );
    // The one that ends the session comes last.
    bodyless.sort(([, one], [, other]) => Number(one.endsWith("/sign-out")) - Number(other.endsWith("/sign-out")));
    expect(bodyless.length).toBeGreaterThan(20);
    const { browser } = await signedIn(service);
    for (const [method, path] of bodyless) {
      const headers = { "content-type": "application/json" };
      const answer = path.startsWith("/api/account")
        ? await browser.call(method, path, "", headers)
        : await client.call(method, path, "", headers);
      expect([method, path, answer.json?.error_code]).not.toContain("malformed_json");
    }
  });

  test.each(["gzip", "br", "deflate", "zstd"])("a body in %s, with what to do", async (encoding) => {
    const answer = await client.call("POST", "/v1/extract-async", "\x1f\x8b", {
      "content-type": "application/json",
      "content-encoding": encoding,
    });
    expect(answer).toMatchObject({
      status: 400,
      json: { error_code: "unsupported_encoding", detail: expect.stringContaining("uncompressed") },
    });
    expectErrorBody(answer, "invalid_request_error");
  });

  test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/json;charset=UTF-8"])(
    "but content type %s is JSON",
    async (type) => {
      expect((await client.post("/v1/extract-async", "{}", { "content-type": type })).status).toBe(422);
    },
  );

  test("F01: a file of one byte over 10 × 1024 × 1024; exactly that many pass", async () => {
    expect(await submit({ file_content: base64(sized(MAX_BYTES)) })).toMatchObject({ status: 200 });
    const over = await submit({ file_content: base64(sized(MAX_BYTES + 1)) });
    expect(over).toMatchObject({ status: 400, json: { error_code: "document_too_large" } });
    expectErrorBody(over, "invalid_request_error");
  });

  test("F01: exactly 10 MB in lines of 76 characters pass too", async () => {
    const lines = base64(sized(MAX_BYTES)).replace(/.{76}/g, "$&\r\n");
    expect((await submit({ file_content: lines })).status).toBe(200);
  });

  test("a body that is far larger still", async () => {
    const answer = await submit({ file_content: "A".repeat(17 * 1024 * 1024) });
    expect(answer).toMatchObject({ status: 400, json: { error_code: "body_too_large" } });
  });

  test.each(["%%%%", "abcde", "a=b=", "JVBERi0xLjQK€", "data:application/pdf,plain", "   "])(
    "F01: base64 that does not decode: %j",
    async (content) => {
      const answer = await submit({ file_content: content });
      expect(answer).toMatchObject({ status: 400, json: { error_code: "invalid_base64" } });
    },
  );

  test.each([
    ["binary data", Buffer.from("just\u0000some data")],
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["a ZIP (as DOCX is)", Buffer.from("PK\u0003\u0004....")],
    ["RTF", Buffer.from("{\\rtf1 hello")],
  ])("a file of a type that is not read, by its bytes: %s", async (_name, bytes) => {
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
