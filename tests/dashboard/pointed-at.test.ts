/** What the dashboard asks of a document besides its values: the words of a box, the fields asked for, and a page before it is read. */
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#contract/ids.ts";
import { makeEncrypted } from "#documents/testing/make-signed.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import type { TestService } from "../support/service.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
let client: Awaited<ReturnType<TestService["account"]>>;
let id: string;
let pdf: string;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  pdf = base64(await pdfOf([...INVOICE, [{ text: "Second page", y: 400 }]]));
  id = (await client.extract({ file_content: pdf, extraction_schema: INVOICE_SCHEMA })).task_id;
});

describe("GET /tasks/{task_id}/pages/{n}/words", () => {
  const words = (n: number, bbox?: string, task = id) =>
    client.get(`/v1/tasks/${task}/pages/${n}/words${bbox === undefined ? "" : `?bbox=${bbox}`}`);

  test("200: the words inside the box, line by line; of the whole page without one", async () => {
    // The lines of INVOICE begin at 140, 160 and 200 of 842 points.
    expect((await words(1, "0,0.16,0.5,0.185")).json).toEqual({ page: 1, bbox: [0, 0.16, 0.5, 0.185], text: "Invoice number: INV-00042" });
    expect((await words(1, "0,0.16,0.5,0.21")).json.text).toBe("Invoice number: INV-00042\nInvoice date: 3 April 2026");
    expect((await words(1, "0.9,0.9,1,1")).json.text).toBe("");
    expect((await words(2)).json).toEqual({ page: 2, bbox: [0, 0, 1, 1], text: "Second page" });
  });

  test.each(["1,2,3", "0.5,0,0.2,1", "a,b,c,d", "0,0,2,1", ",,,", "", "0,0,1,1,1"])("422: %j is no box", async (bbox) => {
    const answer = await words(1, bbox);
    expect([answer.status, answer.json.detail?.[0].loc]).toEqual([422, ["query", "bbox"]]);
  });

  test("404: without the page, the task, or of another account", async () => {
    expect((await words(3)).status).toBe(404);
    expect((await words(1, undefined, newId("task"))).status).toBe(404);
    const other = await service.account();
    expect((await other.get(`/v1/tasks/${id}/pages/1/words`)).status).toBe(404);
  });
});

test("a locked PDF shows its pages and words to whoever brings its password, which is neither kept nor cached", async () => {
  const locked = base64(await pdfOf(INVOICE, { userPassword: "sesame" }));
  const task = await client.extract({ file_content: locked, extraction_schema: INVOICE_SCHEMA, password: "sesame" });
  const ask = (path: string, password?: string) =>
    fetch(`${service.url}/api/extractor/v1/tasks/${task.task_id}/pages/1${path}`, {
      headers: { authorization: client.apiKey ?? "", ...(password ? { "document-password": password } : {}) },
    });
  for (const path of [".png?width=60", "/words"]) {
    for (const password of [undefined, "guess"]) {
      const answer = await ask(path, password);
      const { error_code, detail } = (await answer.json()) as { error_code: string; detail: string };
      expect([answer.status, error_code, detail]).toEqual([400, "encrypted_document", expect.stringContaining("`document-password`")]);
    }
    const right = await ask(path, "sesame");
    expect([right.status, right.headers.get("cache-control") ?? "no-store"]).toEqual([200, "no-store"]);
    await right.arrayBuffer();
  }
});

test("the pages of an encrypted file that is no PDF say what to do with that file", async () => {
  const { status, task_id } = await client.extract({ file_content: base64(makeEncrypted()), extraction_schema: INVOICE_SCHEMA });
  expect(status).toBe("failed");
  for (const path of [".png?width=60", "/words"]) {
    const { status, json } = await client.get(`/v1/tasks/${task_id}/pages/1${path}`);
    expect([status, json.error_code, json.detail]).toEqual([400, "encrypted_document", expect.stringContaining("Decrypt it")]);
  }
});

describe("GET /tasks/{task_id}/schema", () => {
  test("200: the fields as they were understood; of another account 404", async () => {
    const { json } = await client.get(`/v1/tasks/${id}/schema`);
    expect(json.extraction_schema).toEqual(INVOICE_SCHEMA);
    const other = await service.account();
    expect((await other.get(`/v1/tasks/${id}/schema`)).status).toBe(404);
  });
});

describe("POST /documents/preview", () => {
  const preview = (body: object) => client.post("/v1/documents/preview", body);

  test("200: the first page as a picture, also of a PDF that its password opens", async () => {
    const locked = base64(await pdfOf(INVOICE, { userPassword: "sesame" }));
    for (const body of [{ file_content: pdf }, { document: { file_content: locked }, password: "sesame" }]) {
      const { status, json } = await preview(body);
      expect([status, json.preview.page, json.preview.width_px]).toEqual([200, 1, 900]);
      expect(Buffer.from(json.preview.png_base64, "base64").subarray(1, 4).toString()).toBe("PNG");
    }
    for (const password of [undefined, "wrong"]) {
      const { status, json } = await preview({ document: { file_content: locked }, ...(password ? { password } : {}) });
      expect([status, json.error_code]).toEqual([400, "encrypted_document"]);
    }
  });

  test("400 and 422, as extract-async", async () => {
    expect((await preview({})).status).toBe(422);
    expect((await preview({ file_content: base64(Buffer.from("hello\0world")) })).json.error_code).toBe("unsupported_type");
    expect((await preview({ document_url: "http://10.0.0.1/a.pdf" })).json.error_code).toBe("url_not_allowed");
  });
});
