/** H03: JSON that a stranger nests without end, or makes of endless values: told what to do, by every endpoint, and held by nothing that follows. */
import { beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { checkShape } from "#http/body/json-shape.ts";
import type { Client } from "../support/client.ts";
import { SHARED_OWNER, sharedOwner } from "../support/dashboard.ts";
import { operations } from "../support/openapi.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { Browser } from "../support/signed-in.ts";
import { validBodies } from "../support/valid-bodies.ts";

const DEEP = 500_000;
const ACCOUNT = "/api/account/v1";

let service: SharedService;
let client: Client;
let owner: Browser;
let bodies: Record<string, Record<string, unknown>>;
let taskId: string;
beforeAll(async () => {
  service = await sharedService();
  await sharedOwner();
  client = await service.account({ tier: "enterprise" });
  owner = new Browser(service.url);
  await owner.signIn(SHARED_OWNER);
  bodies = await validBodies();
  const schema = { fields: [...INVOICE_SCHEMA.fields, { name: "kind", type: "multi_enum", enum: ["a", "b"] }] };
  taskId = await client.submit({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: schema });
  await client.wait(taskId);
});

const lists = (levels: number, inside = "") => `${"[".repeat(levels)}${inside}${"]".repeat(levels)}`;
const objects = (levels: number, inside = "1") => `${'{"a":'.repeat(levels)}${inside}${"}".repeat(levels)}`;

const taking = operations.filter(({ body }) => body !== null);

async function send(name: string, body: string): Promise<{ status: number; json: unknown }> {
  const { method, path } = taking.find((operation) => operation.name === name) ?? { method: "", path: "" };
  const address = path.replace("{task_id}", taskId).replace(/\{\w+\}/g, "tpl_0");
  if (!path.startsWith(ACCOUNT)) return client.call(method, address, body);
  const cookie = [...owner.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const headers = { cookie, origin: service.url, "content-type": "application/json" };
  const answer = await fetch(service.url + address, { method, headers, body });
  return { status: answer.status, json: await answer.json() };
}

describe.each(taking.map(({ name, body }) => [name, body ?? ""] as const))("H03: %s", (name, schema) => {
  test.each([
    ["lists that are not closed", "[".repeat(DEEP)],
    ["objects that are not closed", '{"a":'.repeat(DEEP / 4)],
    ["lists", lists(DEEP)],
    ["objects", `{"a":${objects(DEEP / 8)}}`],
    ["lists one deeper than allowed", lists(LIMITS.bodyLevelsMax + 1)],
  ])("%s", async (_what, body) => {
    const { status, json } = await send(name, body);
    expect({ status, json }).toMatchObject({
      status: 422,
      json: { detail: [{ type: "too_deep", msg: expect.stringContaining("Send it with fewer") }] },
    });
  });

  test("a known key with as many levels as are allowed is taken or refused, and breaks nothing", async () => {
    for (const key of Object.keys(bodies[schema] ?? {}).filter((each) => !/password/.test(each))) {
      for (const deep of [lists(LIMITS.bodyLevelsMax - 1), objects(LIMITS.bodyLevelsMax - 1)]) {
        const { [key]: _, ...others } = bodies[schema] ?? {};
        const { status } = await send(name, `{"${key}":${deep},${JSON.stringify(others).slice(1)}`.replace(/,\}$/, "}"));
        expect(status).toBeLessThan(500);
      }
    }
  });
});

describe("H03: what is nested in a place that takes any JSON", () => {
  const submit = (metadata: string) =>
    client.post("/v1/extract-async", `{"metadata":${metadata},${JSON.stringify(bodies.ExtractAsyncRequest).slice(1)}`);

  test("metadata of 5,000 nested lists, 10 KB, is refused", async () => {
    expect(await submit(`{"a":${lists(4_900)}}`)).toMatchObject({ status: 422, json: { detail: [{ type: "too_deep" }] } });
  });

  test("metadata as deep as is allowed is kept and echoed", async () => {
    const metadata = objects(LIMITS.bodyLevelsMax - 1);
    const { status, json } = await submit(metadata);
    expect(status).toBe(200);
    expect((await client.wait(json.task_id)).metadata).toEqual(JSON.parse(metadata));
  });

  test("a correction is refused for what the field takes", async () => {
    for (const field of ["total", "invoice_number", "kind"]) {
      for (const value of [lists(90), objects(90)]) {
        const answer = await client.post(`/v1/tasks/${taskId}/review`, `{"corrections":{"/${field}":${value}}}`);
        expect(answer).toMatchObject({ status: 422, json: { detail: [{ msg: expect.any(String) }] } });
      }
    }
  });

  const fields = (field: unknown) => ({ fields: [field] });
  const properties = (field: unknown) => ({ type: "object", properties: { a: field } });
  test.each([
    ["fields", fields, (inside: unknown) => ({ name: "a", type: "object", fields: [inside] })],
    ["columns", fields, (inside: unknown) => ({ name: "a", type: "table", columns: [inside] })],
    ["items", fields, (inside: unknown) => ({ name: "a", type: "array", items: inside })],
    ["items of a JSON Schema", properties, (inside: unknown) => ({ type: "array", items: inside })],
    ["properties", properties, (inside: unknown) => properties(inside)],
    ["anyOf", properties, (inside: unknown) => ({ anyOf: [properties(inside), { type: "null" }] })],
  ])("a schema nested by `%s`, of 8 levels and of 20", async (_key, root, wrap) => {
    for (const levels of [8, 20]) {
      let field: unknown = { name: "a", type: "string" };
      for (let level = 0; level < levels; level++) field = wrap(field);
      const { status, json } = await client.post("/v1/schemas/validate", { extraction_schema: root(field) });
      const errors = expect.arrayContaining([expect.objectContaining({ type: "too_deep" })]);
      expect({ status, json }).toMatchObject({ status: 200, json: { valid: false, errors } });
    }
  });
});

describe("H03: values without end", () => {
  const BYTES = 60 * 1024 * 1024;

  test.each([
    ["objects", `[${"{},".repeat(BYTES / 3)}0]`],
    ["lists", `[${"[],".repeat(BYTES / 3)}0]`],
    ["texts", `[${'"",'.repeat(BYTES / 3)}""]`],
    ["numbers", `[${"1,".repeat(BYTES / 2)}1]`],
  ])("60 MB of %s are refused without being parsed", (_what, text) => {
    const { user, system } = process.threadCpuUsage();
    const bytes = Buffer.from(text);
    expect(() => checkShape(bytes)).toThrow(
      expect.objectContaining({ status: 422, issues: [expect.objectContaining({ type: "too_many" })] }),
    );
    const now = process.threadCpuUsage();
    expect(now.user + now.system - user - system).toBeLessThan(1_000_000);
  });

  test("signs inside of texts count for nothing, whatever is escaped", () => {
    for (const text of ["[[[[,,,,{{{{", '\\"[[,,', "\\\\", '\\\\\\"[', "\\"]) {
      const inside = JSON.stringify(text).slice(1, -1).repeat(100_000);
      expect(() => checkShape(Buffer.from(`["${inside}",["${inside}"]]`))).not.toThrow();
    }
  });

  test("100 files without anything: told of the first hundred faults", async () => {
    const { status, json } = await client.post("/recruit/extract-resumes", { files: Array.from({ length: 100 }, () => ({})) });
    expect({ status, count: json.detail.length }).toEqual({ status: 422, count: 100 });
  });

  test("50,000 fields that are none: told of the first hundred faults", async () => {
    const extraction_schema = { fields: Array.from({ length: 50_000 }, () => 1) };
    const { status, json } = await client.post("/v1/extract-async", { ...bodies.ExtractAsyncRequest, extraction_schema });
    expect({ status, count: json.detail.length }).toEqual({ status: 422, count: 100 });
  });
});
