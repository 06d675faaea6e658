/** Contract §2: saved templates with versions. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startTestService } from "../support/service.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
});

const make = async (more: object = {}) =>
  (await client.post("/v1/templates", { name: "Invoices", extraction_schema: INVOICE_SCHEMA, ...more })).json;

describe("POST /templates: 201 with the record", () => {
  test("{template_id, name, version, extraction_schema, document_description, learn, published, review_below, second_review_share, rules, created_at, updated_at}, the schema in canonical form", async () => {
    const answer = await client.post("/v1/templates", {
      name: "Invoices",
      extraction_schema: { fields: [{ name: "total", type: "Money" }] },
      document_description: "Supplier invoices",
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      template_id: expect.stringMatching(/^tpl_/),
      name: "Invoices",
      version: 1,
      extraction_schema: { fields: [{ name: "total", type: "currency" }] },
      document_description: "Supplier invoices",
      learn: true,
      published: true,
      review_below: null,
      second_review_share: 0,
      rules: null,
      created_at: expect.any(String),
      updated_at: answer.json.created_at,
    });
  });
  test("a JSON Schema is taken as well", async () =>
    expect(await make({ extraction_schema: { type: "object", properties: { due: { type: "string", format: "date" } } } })).toMatchObject({
      extraction_schema: { fields: [{ name: "due", type: "date" }] },
    }));
  test.each([
    ["no name", { name: undefined }, "name"],
    ["an empty name", { name: "  " }, "name"],
    ["a name of 201 characters", { name: "n".repeat(201) }, "name"],
    ["no schema", { extraction_schema: undefined }, "extraction_schema"],
    ["a schema without fields", { extraction_schema: { fields: [] } }, "extraction_schema"],
    ["an unknown type", { extraction_schema: { fields: [{ name: "a", type: "nope" }] } }, "extraction_schema"],
  ])("%s is 422", async (_name, more, key) => {
    const answer = await client.post("/v1/templates", { name: "a", extraction_schema: INVOICE_SCHEMA, ...more });
    expect(answer.status).toBe(422);
    expect(answer.json.detail[0].loc.slice(0, 2)).toEqual(["body", key]);
  });
});

describe("GET /templates: {templates, next_cursor}", () => {
  test("newest first, in pages, without deleted ones and those of others", async () => {
    const mine = await service.account();
    const ids: string[] = [];
    for (const name of ["a", "b", "c"])
      ids.push((await mine.post("/v1/templates", { name, extraction_schema: INVOICE_SCHEMA })).json.template_id);
    const gone = (await mine.post("/v1/templates", { name: "gone", extraction_schema: INVOICE_SCHEMA })).json.template_id;
    await mine.delete(`/v1/templates/${gone}`);
    const first = (await mine.get("/v1/templates?limit=2")).json;
    expect(first.templates.map(({ name }: { name: string }) => name)).toEqual(["c", "b"]);
    const second = (await mine.get(`/v1/templates?limit=2&cursor=${first.next_cursor}`)).json;
    expect(second).toMatchObject({ templates: [{ template_id: ids[0] }], next_cursor: null });
  });
});

describe("PUT makes the next version; GET …/versions; DELETE", () => {
  test("versions are kept, newest first; GET answers the newest", async () => {
    const { template_id: id, created_at } = await make();
    const changed = { name: "Bills", extraction_schema: { fields: [{ name: "sum", type: "number" }] } };
    const put = await client.put(`/v1/templates/${id}`, changed);
    expect(put).toMatchObject({ status: 200, json: { template_id: id, name: "Bills", version: 2, created_at } });
    expect((await client.get(`/v1/templates/${id}`)).json).toEqual(put.json);
    const { versions } = (await client.get(`/v1/templates/${id}/versions`)).json;
    expect(versions.map(({ version, name }: { version: number; name: string }) => [version, name])).toEqual([
      [2, "Bills"],
      [1, "Invoices"],
    ]);
    expect(Date.parse(put.json.updated_at)).toBeGreaterThanOrEqual(Date.parse(created_at));
  });

  test("ten who update at once make ten versions", async () => {
    const { template_id: id } = await make();
    await Promise.all(
      Array.from({ length: 10 }, () => client.put(`/v1/templates/${id}`, { name: "n", extraction_schema: INVOICE_SCHEMA })),
    );
    const { versions } = (await client.get(`/v1/templates/${id}/versions`)).json;
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test("a wrong update is 422 and makes no version", async () => {
    const { template_id: id } = await make();
    expect((await client.put(`/v1/templates/${id}`, { name: "n", extraction_schema: {} })).status).toBe(422);
    expect((await client.get(`/v1/templates/${id}`)).json.version).toBe(1);
  });

  test("a task keeps the version it was submitted with, also when the template is changed or deleted before it is read", async () => {
    await using idle = await startTestService({ worker: false });
    const caller = await idle.account();
    const { template_id } = (await caller.post("/v1/templates", { name: "a", extraction_schema: { fields: [{ name: "invoice_number" }] } }))
      .json;
    const body = { file_content: base64(await pdfOf(INVOICE)), template_id };
    const first = await caller.submit(body);
    await caller.put(`/v1/templates/${template_id}`, {
      name: "a",
      extraction_schema: { fields: [{ name: "invoice_date", type: "date" }] },
    });
    const second = await caller.submit(body);
    await caller.delete(`/v1/templates/${template_id}`);
    await idle.startWorker();
    expect(await caller.wait(first)).toMatchObject({ template: { template_id, version: 1 }, data: { invoice_number: "INV-00042" } });
    expect(await caller.wait(second)).toMatchObject({ template: { template_id, version: 2 }, data: { invoice_date: "2026-04-03" } });
  });

  test("DELETE answers 204; then there is no such template", async () => {
    const { template_id: id } = await make();
    expect(await client.delete(`/v1/templates/${id}`)).toMatchObject({ status: 204, text: "" });
    expect((await client.get(`/v1/templates/${id}`)).status).toBe(404);
    expect((await client.get(`/v1/templates/${id}/versions`)).status).toBe(404);
    expect((await client.put(`/v1/templates/${id}`, { name: "n", extraction_schema: INVOICE_SCHEMA })).status).toBe(404);
    expect((await client.delete(`/v1/templates/${id}`)).status).toBe(404);
  });
});
