/** Whatever a vendor or its model does wrong, a task ends in the right state with the right code, and nothing invented is found. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { type ModelServer, type Step, startModelServer } from "../support/model-server.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { envOf, WAYS, type Way } from "./vendors.ts";

const model = pointingModel({
  fields: {
    "/invoice_number": /Invoice number: (\S+)/,
    "/invoice_date": /Invoice date: (.+)/,
    "/total": /Total due: (EUR \S+)/,
  },
});
const VALUES = { invoice_number: "INV-00042", invoice_date: "2026-04-03", total: { amount: 1190, currency: "EUR" } };
const document = base64(await pdfOf(INVOICE));
/** What vendors' errors like to repeat. */
const TOLD = "You sent the key canary-key-5523 and the prompt 'Invoice number: INV-00042'";

// The vendors beside each other, as these tests wait for pauses most of the time; those of one in turn, as they share its server.
describe.each(WAYS)("$provider over $dialect", { concurrent: true }, (way) => {
  describe("in turn", { concurrent: false }, () => faultsOf(way));
});

function faultsOf(way: Way): void {
  let server: ModelServer;
  let service: TestService;
  beforeAll(async () => {
    server = await startModelServer();
    service = await startTestService({ env: { ...envOf(server, way), WINNOW_PROVIDER_TIMEOUT_SECONDS: "2" } });
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  const extract = async (steps: Step[], more: object = {}): Promise<TaskRecord> => {
    server.asked.length = 0;
    server.always((asked) => ({ reply: model(asked) }));
    server.next(...steps);
    const client = await service.account();
    const body = { file_content: document, extraction_schema: INVOICE_SCHEMA, provider: way.provider, cache: "off", ...more };
    const id = await client.submit(body);
    return client.wait(id);
  };
  const twice = (step: Step): Step[] => [step, step];

  test.each<[string, Step[], string, number]>([
    ["400", [{ status: 400, message: TOLD, code: "invalid_request_error" }], "provider_refused", 1],
    ["401", [{ status: 401, message: TOLD, code: "authentication_error" }], "provider_auth", 1],
    ["403", [{ status: 403, message: TOLD, code: "permission_error" }], "provider_auth", 1],
    ["an unknown model", [{ status: 404, message: TOLD, code: "not_found_error" }], "provider_refused", 1],
    ["a refusal", [{ reply: TOLD, ends: "refusal" }], "provider_refused", 1],
    ["a reply that is no JSON, twice", twice({ reply: `Sure! ${TOLD}` }), "provider_refused", 2],
    ["JSON of another shape, twice", twice({ reply: { findings: [{ path: 7, raw: TOLD }], tables: "none" } }), "provider_refused", 2],
    ["an empty reply, twice", twice({ reply: "" }), "provider_refused", 2],
  ])("J14, L03, L13: %s fails at once", async (_, steps, code, calls) => {
    const record = await extract(steps);
    expect(record).toMatchObject({ status: "failed", attempts: 1, error: { code, retryable: false, stage: "extracting" } });
    expect(JSON.stringify(record)).not.toMatch(/canary|Invoice number/);
    expect(server.asked).toHaveLength(calls);
  });

  test.each<[string, Step]>([
    ["no JSON", { reply: "I am sorry, here is the answer:" }],
    ["an empty reply", { reply: "" }],
    ["JSON of another shape", { reply: { findings: [{ pfad: "/total" }] } }],
  ])("L03: %s is asked for once more, with what was wrong", async (_, step) => {
    expect(await extract([step])).toMatchObject({ status: "completed", data: VALUES });
    expect(server.asked[1]?.text).toContain("could not be used");
  });

  test("a cut reply goes on where it ended", async () => {
    const first = JSON.stringify({ findings: [{ path: "/invoice_number", raw: "INV-00042", page: 1, line: 3, value: null }] });
    const record = await extract([{ reply: first.replace(/\]\}$/, ',{"path":"/invoice_date","raw":"3 Apr'), ends: "length" }]);
    expect(record).toMatchObject({ status: "completed", data: VALUES, completeness: { truncated: false } });
    expect(server.asked).toHaveLength(2);
  });

  test("a model that never gets to the end is told of", async () => {
    const record = await extract([]);
    expect(record.completeness?.truncated).toBe(false);
    server.always({ reply: '{"findings":[{"path":"/invoice_number","raw":"INV-00042","page":1,"line":3},{"path":"/to', ends: "length" });
    const client = await service.account();
    const body = { file_content: document, extraction_schema: INVOICE_SCHEMA, provider: way.provider, cache: "off" };
    const cut = await client.extract(body);
    expect(cut).toMatchObject({
      status: "completed",
      completeness: { truncated: true },
      data: { invoice_number: "INV-00042", total: null },
    });
    expect(cut.warnings.map(({ code }) => code)).toContain("answer_truncated");
  });

  test("wrong paths are dropped and told of", async () => {
    const findings = [
      { path: "/no_such_field", raw: "INV-00042", page: 1, line: 3 },
      { path: "invoice_number", raw: "INV-00042", page: 1, line: 3 },
      { path: "/total", raw: "EUR 1,190.00", page: 9, line: 3 },
    ];
    const record = await extract([
      { reply: { findings, tables: [{ path: "/nothing", columns: ["a"], rows: [{ page: 1, line: 1, cells: ["x"] }] }] } },
    ]);
    expect(record).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042", total: null } });
    expect(record.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(["unknown_path", "not_on_page"]));
  });

  test("L04: invented values are never found", async () => {
    const invented = ["9,999.99", "EUR 1,190.01", "190", "1,19", "INV-0004", "INV-00043", "0042", "3 April 2025", "April 202", "Exampl"];
    const types = { a: "string", b: "number", c: "currency", d: "date" };
    const paths = invented.flatMap((raw, i) => Object.entries(types).map(([name, type]) => ({ raw, name: `${name}${i}`, type })));
    const findings = paths.map(({ raw, name }) => ({ path: `/${name}`, raw, page: 1, line: 3 }));
    const fields = paths.map(({ name, type }) => ({ name, type }));
    const record = await extract([{ reply: { findings, tables: [] } }], { extraction_schema: { fields } });
    expect(record.status).toBe("completed");
    expect(new Set(Object.values(record.fields ?? {}).map(({ status }) => status))).toEqual(new Set(["not_found"]));
    expect(new Set(record.warnings.map(({ code }) => code))).toEqual(new Set(["not_on_page"]));
  });

  test("a near match says so, and the page's own words are the value", async () => {
    const findings = [{ path: "/seller", raw: "Exampel Paper Ltd", page: 1, line: 1, value: null }];
    const record = await extract([{ reply: { findings, tables: [] } }], { extraction_schema: { fields: [{ name: "seller" }] } });
    expect(record.fields?.["/seller"]).toMatchObject({
      value: "Example Paper Ltd",
      raw: "Example Paper Ltd",
      status: "found",
      warnings: ["fuzzy_match"],
    });
  });

  test("L06: 429 with Retry-After: `retrying`, and not asked before its time", async () => {
    server.asked.length = 0;
    server.next({ status: 429, headers: { "retry-after": "3" }, message: TOLD, code: "rate_limit_error" });
    const client = await service.account();
    const id = await client.submit({ file_content: document, extraction_schema: INVOICE_SCHEMA, provider: way.provider, cache: "off" });
    await expect.poll(async () => (await client.wait(id, 0)).status, { timeout: 5_000 }).toBe("retrying");
    expect((await client.wait(id, 0)).error).toMatchObject({ code: "provider_rate_limited", retryable: true });
    // Another task of the account asks no earlier either.
    const other = await client.submit({ file_content: document, extraction_schema: INVOICE_SCHEMA, provider: way.provider, cache: "off" });
    expect(await client.wait(id)).toMatchObject({ status: "completed", data: VALUES });
    expect(await client.wait(other)).toMatchObject({ status: "completed", data: VALUES });
    const [first, ...rest] = server.asked.map(({ at }) => at);
    expect(rest).toHaveLength(2);
    expect(Math.min(...rest) - (first ?? 0)).toBeGreaterThanOrEqual(3_000);
  });

  test("L08: what passes is tried again: 503, a broken connection, an answer that is no JSON, silence", async () => {
    const faults: Step[] = [
      { status: 503, message: TOLD, code: "overloaded_error" },
      { fault: "break" },
      { fault: "not json" },
      { fault: "headers" },
    ];
    server.always((asked) => ({ reply: model(asked) }));
    server.next(...faults);
    const client = await service.account();
    const body = { file_content: document, extraction_schema: INVOICE_SCHEMA, provider: way.provider, cache: "off" };
    const ids = await Promise.all(faults.map(() => client.submit(body)));
    for (const record of await Promise.all(ids.map((id) => client.wait(id))))
      expect(record).toMatchObject({ status: "completed", attempts: 2, data: VALUES });
  });
}
