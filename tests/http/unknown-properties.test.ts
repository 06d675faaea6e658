/** A property that the service does not know is told, and refused for whoever asked for strict handling (RFC 7240). */
import { beforeAll, describe, expect, test } from "vitest";
import type { Answer, Client } from "../support/client.ts";
import { openapi, operations } from "../support/openapi.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { fileOf, RESUME_TEXT } from "../support/resumes.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { type Person, signedIn } from "../support/signed-in.ts";
import { validBodies } from "../support/valid-bodies.ts";

const STRICT = { prefer: "handling=strict" };
const ALL = operations.filter(({ body }) => body !== null);

let service: SharedService;
let client: Client;
let person: Person;
let bodies: Record<string, Record<string, unknown>>;
let pdf: string;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
  person = await signedIn(service);
  bodies = await validBodies();
  pdf = base64(await pdfOf(INVOICE));
});

const call = (path: string, method: string, body: unknown, headers: Record<string, string>): Promise<Answer> =>
  path.startsWith("/api/account/") ? person.browser.call(method, path, body, headers) : client.call(method, path, body, headers);

type Schema = { $ref?: string; properties?: object; anyOf?: Schema[] };
const propertiesOf = ({ $ref, properties = {}, anyOf = [] }: Schema): string[] => [
  ...($ref === undefined ? [] : propertiesOf(openapi.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {})),
  ...Object.keys(properties),
  ...anyOf.flatMap(propertiesOf),
];

describe("with `Prefer: handling=strict`", () => {
  test.each(ALL)("$name refuses a property that it does not know, with its place", async ({ path, method, body }) => {
    const address = path.replace("{version}", "1").replace(/\{\w+\}/g, "none");
    const answer = await call(address, method, { ...bodies[body ?? ""], pgaes_of: 1 }, STRICT);
    expect(answer.status).toBe(422);
    expect(answer.json.detail).toEqual([{ loc: ["body", "pgaes_of"], msg: expect.any(String), type: "extra_forbidden" }]);
    expect(answer.headers.get("preference-applied")).toBe("handling=strict");
  });

  test("each one is named with what it probably means, also in lists and in the schema", async () => {
    const answer = await client.post(
      "/v1/extract-async",
      {
        file_content: pdf,
        calback_url: "https://example.com/",
        pgaes: "1",
        extraction_schema: {
          fields: [
            { name: "total", tpe: "currency" },
            { name: "rows", type: "table", columns: [{ name: "a", desc: "b" }] },
          ],
        },
      },
      STRICT,
    );
    expect(answer.status).toBe(422);
    expect(answer.json.detail).toEqual([
      { loc: ["body", "calback_url"], msg: "Unknown property `calback_url`. Did you mean `callback_url`?", type: "extra_forbidden" },
      { loc: ["body", "pgaes"], msg: "Unknown property `pgaes`. Did you mean `pages`?", type: "extra_forbidden" },
      {
        loc: ["body", "extraction_schema", "fields", 0, "tpe"],
        msg: "Unknown property `tpe`. Did you mean `type`?",
        type: "extra_forbidden",
      },
      {
        loc: ["body", "extraction_schema", "fields", 1, "columns", 0, "desc"],
        msg: "Unknown property `desc`. Did you mean `description`?",
        type: "extra_forbidden",
      },
    ]);
  });

  test("what is right is taken, whoever else's preferences stand beside it", async () => {
    const headers = { prefer: 'respond-async, Handling="strict"; x=1, wait=5' };
    const answer = await client.post("/v1/templates", { name: "a", extraction_schema: INVOICE_SCHEMA }, headers);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("preference-applied")).toBe("handling=strict");
  });

  test("a refused request takes no Idempotency-Key", async () => {
    const headers = { ...STRICT, "idempotency-key": "the-key" };
    expect((await client.post("/v1/templates", { name: "a", extraction_schema: INVOICE_SCHEMA, nme: 1 }, headers)).status).toBe(422);
    expect((await client.post("/v1/templates", { name: "a", extraction_schema: INVOICE_SCHEMA }, headers)).status).toBe(201);
  });
});

describe("without it", () => {
  test.each(ALL)("the answer of $name has a place for what was ignored", ({ responses }) => {
    for (const [status, { content }] of Object.entries(responses))
      if (status.startsWith("2") && content) expect(propertiesOf(content["application/json"]?.schema ?? {})).toContain("warnings");
  });

  test("a task is accepted, and its answer and its record say what was ignored", async () => {
    const body = { file_content: pdf, extraction_schema: { fields: [{ name: "total", tpe: "currency" }] }, calback_url: "x" };
    const { status, json } = await client.post("/v1/extract-async", body);
    expect(status).toBe(200);
    expect(json.message).toContain("Unknown property `calback_url` was ignored. Did you mean `callback_url`?");
    const warnings = [
      { code: "unknown_property", path: "/calback_url", message: expect.stringContaining("`callback_url`") },
      { code: "unknown_property", path: "/extraction_schema/fields/0/tpe", message: expect.stringContaining("`type`") },
    ];
    const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path);
    expect(json.warnings.sort(byPath)).toEqual(warnings);
    const record = await client.wait(json.task_id);
    expect(record.status).toBe("completed");
    expect(record.warnings).toEqual(expect.arrayContaining(warnings));
  });

  test("the answer to a repeated Idempotency-Key says it too", async () => {
    const body = { file_content: pdf, extraction_schema: INVOICE_SCHEMA, calback_url: "x" };
    const headers = { "idempotency-key": "twice" };
    const first = await client.post("/v1/extract-async", body, headers);
    const again = await client.post("/v1/extract-async", body, headers);
    expect(again.json).toEqual(first.json);
    expect(again.json.warnings).toHaveLength(1);
  });

  test("templates, batches and evaluations say it", async () => {
    const required_skills = [{ name: "Python", requird: false }];
    const evaluation = { job_id: "1", application_id: "2", resume_text: RESUME_TEXT, job_details: { required_skills } };
    const answers = [
      await client.post("/v1/templates", { name: "a", extraction_schema: INVOICE_SCHEMA, documentDescription: "b" }),
      await client.post("/recruit/extract-resumes", { files: [{ ...fileOf("a.txt", RESUME_TEXT), conten_type: "x" }] }),
      await client.post("/recruit/evaluate", evaluation),
      await client.post("/recruit/positions", { title: "a", required_skills }),
    ];
    expect(answers.map(({ json }) => json.warnings.filter(({ code }: { code: string }) => code === "unknown_property"))).toEqual([
      [{ code: "unknown_property", path: "/documentDescription", message: expect.stringContaining("`document_description`") }],
      [{ code: "unknown_property", path: "/files/0/conten_type", message: expect.stringContaining("`content_type`") }],
      [{ code: "unknown_property", path: "/job_details/required_skills/0/requird", message: expect.stringContaining("`required`") }],
      [{ code: "unknown_property", path: "/required_skills/0/requird", message: expect.stringContaining("`required`") }],
    ]);
    expect(answers[1]?.json.message).toContain("`content_type`");
  });

  test("of very many the first hundred are named", async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`unknown_${i}`, i]));
    const { status, json } = await client.post("/v1/templates", { name: "a", extraction_schema: INVOICE_SCHEMA, ...many });
    expect([status, json.warnings.length]).toEqual([201, 100]);
  });

  test("a body that is wrong anyway names them: one may be what is missing", async () => {
    const { status, json } = await client.post("/v1/templates", { nme: "Invoices", extraction_schema: INVOICE_SCHEMA });
    expect(status).toBe(422);
    expect(json.detail).toMatchObject([
      { loc: ["body", "name"], type: "missing" },
      { loc: ["body", "nme"], msg: expect.stringContaining("`name`") },
    ]);
  });
});

describe("a schema", () => {
  const validate = async (extraction_schema: unknown) => (await client.post("/v1/schemas/validate", { extraction_schema }, STRICT)).json;

  test("is valid with a warning for each property that nothing reads", async () => {
    const fields = [
      { name: "total", tpe: "currency" },
      { name: "note", ui: { color: 1 } },
    ];
    expect(await validate({ fields, title: "Invoices" })).toMatchObject({
      valid: true,
      warnings: [
        { code: "unknown_property", path: "/extraction_schema/fields/0/tpe", message: expect.stringContaining("`type`") },
        { code: "unknown_property", path: "/extraction_schema/fields/1/ui", message: "Unknown property `ui` was ignored." },
      ],
    });
  });

  test("in JSON Schema has whatever keywords it likes, except one that is nearly one that would be read", async () => {
    const total = { type: "number", title: "Total", $comment: "c", "x-order": 1, minLength: 2, default: 0, unit: "EUR", descripton: "due" };
    const { valid, warnings } = await validate({ type: "object", $schema: "x", title: "t", label: "l", properties: { total } });
    expect(valid).toBe(true);
    expect(warnings).toEqual([
      {
        code: "unknown_property",
        path: "/extraction_schema/properties/total/descripton",
        message: "Unknown property `descripton` was ignored. Did you mean `description`?",
      },
    ]);
  });

  test("in JSON Schema is taken strictly as it stands", async () => {
    const schema = {
      $defs: { Money: { type: "object", title: "Money", additionalProperties: false, properties: { amount: { type: "number" } } } },
      type: "object",
      required: ["total"],
      properties: { total: { anyOf: [{ $ref: "#/$defs/Money" }, { type: "null" }], default: null } },
    };
    expect((await client.post("/v1/extract-async", { file_content: pdf, extraction_schema: schema }, STRICT)).status).toBe(200);
  });
});
