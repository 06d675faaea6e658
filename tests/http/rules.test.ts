/** Rules of a template: what they say of the values, and that they never change one. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import type { Client } from "../support/client.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

type Values = { number?: string; supplier?: string; iban?: string; net?: string; vat?: string; total?: string; date?: string };
const drawn = (values: Values): Promise<Buffer> => {
  const { number = "INV-00042", supplier = "Example Paper Ltd", iban = "DE89 3704 0044 0532 0130 00" } = values;
  const { net = "1,000.10", vat = "189.90", total = "1,190.00", date = "3 April 2026" } = values;
  return pdfOf([
    [
      { text: `Supplier: ${supplier}`, y: 50 },
      { text: `Invoice number: ${number}`, y: 140 },
      { text: `Invoice date: ${date}`, y: 160 },
      { text: "Due date: 3 May 2026", y: 180 },
      { text: `Net amount: EUR ${net}`, y: 220 },
      { text: `VAT: EUR ${vat}`, y: 240 },
      { text: `Total due: EUR ${total}`, y: 260 },
      { text: `IBAN: ${iban}`, y: 320 },
    ],
  ]);
};
const extraction_schema = {
  fields: [
    { name: "supplier", type: "string", description: "Supplier" },
    { name: "invoice_number", type: "string", description: "Number of the invoice" },
    { name: "invoice_date", type: "date" },
    { name: "due_date", type: "date" },
    { name: "net", type: "currency", description: "Net amount" },
    { name: "vat", type: "currency", description: "VAT" },
    { name: "total", type: "currency", description: "Total amount due" },
    { name: "iban", type: "string", description: "IBAN" },
    { name: "order_number", type: "string", description: "Order number" },
  ],
};
const CSV = [
  "Number;Name;IBAN;Cost centre",
  "S-001;Example Paper Ltd;DE89370400440532013000;4100",
  "S-002;Example Steel GmbH;FR7630006000011234567890189;4200",
  "S-003;Nordwind Logistik GmbH;;4300",
].join("\n");
const SUM = { name: "Sum", check: "total.amount == net.amount + vat.amount", message: "Net and VAT do not add up." };
const CHECKS = [
  SUM,
  { name: "Dates", check: "due_date >= invoice_date" },
  { name: "German account", check: 'iban.matches("^DE")' },
  { name: "Order", check: 'order_number != null || iban.startsWith("FR")', message: "Ask for the order number." },
  { name: "Small order", check: 'order_number.startsWith("S")' },
];

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
  client = await service.account();
});

async function templateWith(rules: object, by: Client = client): Promise<string> {
  const { status, json, text } = await by.post("/v1/templates", { name: "Invoices", extraction_schema, rules });
  expect(status, text).toBe(201);
  expect(json.rules).toMatchObject(rules);
  return json.template_id;
}
async function read(template_id: string, values: Values, by: Client = client): Promise<TaskRecord> {
  const body = { file_content: base64(await drawn(values)), template_id, provider: "local", cache: "off" };
  const record = await by.wait(await by.submit(body));
  expect(record.status).toBe("completed");
  return record;
}
const rulesOf = ({ rules }: TaskRecord) => {
  if (rules === null) throw new Error("the record has no rules");
  return rules;
};

describe("checks and computed values", () => {
  test("stand in the record, with what failed and what could not be checked", async () => {
    const computed = [{ name: "rate", type: "number", value: "round(vat.amount / net.amount * 100)" }];
    const record = await read(await templateWith({ checks: CHECKS, computed }), {});
    expect(rulesOf(record)).toEqual({
      checks: [
        { name: "Sum", passed: true, message: null, fields: ["/total", "/net", "/vat"] },
        { name: "Dates", passed: true, message: null, fields: ["/due_date", "/invoice_date"] },
        { name: "German account", passed: true, message: null, fields: ["/iban"] },
        { name: "Order", passed: false, message: "Ask for the order number.", fields: ["/order_number", "/iban"] },
        { name: "Small order", passed: null, message: "Not checked: no value was read for /order_number.", fields: ["/order_number"] },
      ],
      computed: { rate: 18.99 },
      lookups: [],
      duplicates: [],
    });
    expect(Object.keys(record.data ?? {})).not.toContain("rate");
  });

  test("what fails is found by reviewers first, with a warning, a lower confidence and the value that was read", async () => {
    const template_id = await templateWith({ checks: [SUM] });
    const good = await read(template_id, {});
    const bad = await read(template_id, { total: "1,290.00" });
    expect(bad.data?.total).toEqual({ amount: 1290, currency: "EUR" });
    const { confidence, confidence_factors, warnings } = bad.fields?.["/total"] ?? {};
    expect(confidence).toBe(0.5);
    expect(confidence_factors).toContainEqual({ factor: "failed_check", effect: expect.any(Number) });
    expect(warnings).toContain("check_failed");
    // The two documents differ in a figure, which moves what is sure of other fields by a thousandth.
    expect(bad.fields?.["/invoice_number"]?.confidence).toBeCloseTo(good.fields?.["/invoice_number"]?.confidence ?? 0, 2);
    expect(bad.warnings).toContainEqual({ code: "check_failed", path: null, message: "Sum: Net and VAT do not add up." });
    expect(good.warnings.map(({ code }) => code)).not.toContain("check_failed");
    const { json } = await client.get(`/v1/tasks?template_id=${template_id}&review=needed&order=least_confident&confidence_below=0.8`);
    expect(json.tasks[0]).toMatchObject({ task_id: bad.task_id, confidence: 0.5 });
    expect(json.tasks.map(({ task_id }: TaskRecord) => task_id)).not.toContain(
      good.confidence && good.confidence > 0.8 ? good.task_id : "",
    );
  });

  test("are evaluated again when a person corrects a value, which leaves what was read as it is", async () => {
    const { task_id, data } = await read(await templateWith({ checks: [SUM] }), { total: "1,290.00" });
    const wrong = await client.post(`/v1/tasks/${task_id}/review`, { corrections: { "/vat": "190.00 EUR" } });
    expect(rulesOf(wrong.json).checks[0]).toMatchObject({ passed: false });
    const right = await client.post(`/v1/tasks/${task_id}/review`, { corrections: { "/vat": "289.90 EUR" }, done: true });
    expect(rulesOf(right.json).checks[0]).toMatchObject({ passed: true });
    expect(right.json.data).toEqual(data);
    expect(right.json.warnings.map(({ code }: { code: string }) => code)).not.toContain("check_failed");
    expect(right.json.fields["/total"].confidence).toBeGreaterThan(0.5);
    expect((await client.get(`/v1/tasks/${task_id}`)).json.confidence).toBeGreaterThan(0.5);
  });

  test("of a new version are not those that an answer from the cache was given by", async () => {
    const template_id = await templateWith({ checks: [SUM] });
    const file_content = base64(await drawn({ number: "CACHED-1" }));
    const first = await client.extract({ file_content, template_id, provider: "local" });
    const rules = { checks: [{ name: "Order", check: "order_number != null" }] };
    await client.put(`/v1/templates/${template_id}`, { name: "Invoices", extraction_schema, rules });
    const second = await client.extract({ file_content, template_id, provider: "local" });
    expect(second.cache.hit).toBe(true);
    expect(rulesOf(first).checks).toMatchObject([{ name: "Sum", passed: true }]);
    expect(rulesOf(second).checks).toMatchObject([{ name: "Order", passed: false }]);
  });

  /** Each name is eight times as long as the one before. */
  const eightfold = (from: string, times: number, last: string) =>
    `cel.bind(x0, ${from}, ${Array.from({ length: times }, (_, i) => `cel.bind(x${i + 1}, ${Array(8).fill(`x${i}`).join("+")}, `).join("")}${last}${")".repeat(times + 1)}`;
  /** A text that is too long; and ten billion comparisons. */
  const ENDLESS = [eightfold('"abc"', 9, 'x9 != ""'), eightfold("[1, 2, 3]", 5, "x5.all(a, x5.all(b, a + b > 0))")];
  test.each(ENDLESS)("that a stranger makes endless are not checked, and all others are: %#", async (check) => {
    const record = await read(await templateWith({ checks: [{ name: "Long", check }, SUM] }), {});
    expect(rulesOf(record).checks[0]).toMatchObject({ name: "Long", passed: null, message: expect.stringContaining("Not checked") });
    expect(rulesOf(record).checks[1]).toMatchObject({ name: "Sum", passed: true });
    expect(record.data?.total).toEqual({ amount: 1190, currency: "EUR" });
  });

  test("that take too long are stopped, and the record names them and says what to do", async () => {
    const long = eightfold("[1, 2, 3]", 5, "x5.all(a, x5.all(b, a + b > 0))");
    const computed = [{ name: "endless", type: "boolean", value: long }];
    const record = await read(await templateWith({ computed, checks: [SUM] }), {});
    const message =
      "the rule was stopped, as it takes more than 100 ms on this document. Shorten its pattern, or go through fewer or shorter lists.";
    expect(rulesOf(record)).toMatchObject({
      computed: { endless: null },
      stopped: [{ name: "endless", message }],
      checks: [{ passed: true }],
    });
    expect(record.warnings).toContainEqual({ code: "rule_stopped", path: null, message: `endless: ${message}` });
    // What was not checked comes to review.
    const doubtful = (await client.get("/v1/tasks?confidence_below=0.6")).json.tasks;
    expect(doubtful).toContainEqual(expect.objectContaining({ task_id: record.task_id }));
  });
});

describe("lookups", () => {
  const made = async (csv = CSV) => (await client.post("/v1/lists", { name: "Suppliers", csv })).json.list_id;
  const by = [
    { field: "/iban", column: "IBAN", how: "exact" },
    { field: "/supplier", column: "Name", how: "fuzzy" },
  ];
  const lookup = (list: string) => ({ name: "supplier", list, by, gives: { number: "Number", iban: "IBAN", cost_centre: "Cost centre" } });

  test("find the row by number or name, give its columns, and checks compare with them", async () => {
    const checks = [{ name: "Account of the supplier", check: "same(lookups.supplier.iban, iban)" }];
    const template_id = await templateWith({ lookups: [lookup(await made())], checks });
    const [found] = rulesOf(await read(template_id, {})).lookups;
    expect(found).toMatchObject({ status: "found", likeness: 1, gives: { number: "S-001", cost_centre: "4100" }, suggestions: [] });
    const byName = await read(template_id, { supplier: "Nordwind Logistik", iban: "DE02 1203 0000 0000 2020 51" });
    expect(rulesOf(byName).lookups[0]).toMatchObject({
      status: "found",
      gives: { number: "S-003" },
      row: { Name: "Nordwind Logistik GmbH" },
    });
    expect(rulesOf(byName).checks[0]).toMatchObject({ passed: false });
  });

  test("without a match suggest the rows that come near, warn, and send to review", async () => {
    const template_id = await templateWith({ lookups: [{ ...lookup(await made()), by: by.slice(1) }] });
    const record = await read(template_id, { supplier: "Example Glass GmbH" });
    const [outcome] = rulesOf(record).lookups;
    expect(outcome).toMatchObject({ status: "no_match", row: null, gives: { number: null } });
    expect(outcome?.suggestions.map(({ row }) => row.Number)).toContain("S-002");
    expect(record.warnings).toContainEqual(expect.objectContaining({ code: "lookup_no_match", path: "/supplier" }));
    expect(record.confidence).toBeLessThanOrEqual(0.5);
    expect(record.data?.supplier).toBe("Example Glass GmbH");
  });

  test("are in a hundred lists of an account at most, and a refusal says what to do", async () => {
    const own = await service.account();
    const { json } = await own.post("/v1/lists", { name: "Suppliers", csv: CSV });
    await sql`INSERT INTO lists (id, account_id, name, columns, row_count, blob_key)
      SELECT 'lst_more' || n || account_id, account_id, name, columns, row_count, blob_key || n FROM lists, generate_series(1, 99) AS n
      WHERE id = ${json.list_id}`.execute(service.db);
    const refused = await own.post("/v1/lists", { name: "One more", csv: CSV });
    expect([refused.status, refused.json.error_code]).toEqual([400, "too_many_lists"]);
    await own.delete(`/v1/lists/${json.list_id}`);
    expect((await own.post("/v1/lists", { name: "One more", csv: CSV })).status).toBe(201);
  });

  test("see the rows of a list as they are: replaced ones at once, none of a deleted list", async () => {
    const list_id = await made();
    const template_id = await templateWith({ lookups: [lookup(list_id)] });
    expect(rulesOf(await read(template_id, {})).lookups[0]).toMatchObject({ gives: { number: "S-001" } });
    const csv = CSV.replace("S-001", "S-999");
    const replaced = await client.put(`/v1/lists/${list_id}`, { name: "Suppliers", csv });
    expect(replaced.json).toMatchObject({ version: 2, rows: 3 });
    expect(rulesOf(await read(template_id, {})).lookups[0]).toMatchObject({ gives: { number: "S-999" } });
    expect((await client.delete(`/v1/lists/${list_id}`)).status).toBe(204);
    expect(rulesOf(await read(template_id, {})).lookups[0]).toMatchObject({ status: "not_looked_up", gives: { number: null } });
  });
});

describe("duplicates", () => {
  const duplicates = { fields: ["/supplier", "/invoice_number", "/total"], days: 30 };

  test("name the task of the same document, however it is printed; other documents are none", async () => {
    const template_id = await templateWith({ duplicates });
    const first = await read(template_id, { number: "DUP-1" });
    expect(rulesOf(first).duplicates).toEqual([]);
    const again = await read(template_id, { number: "DUP 1", date: "4 April 2026" });
    expect(rulesOf(again).duplicates).toEqual([{ task_id: first.task_id, created_at: first.created_at }]);
    expect(again.warnings).toContainEqual(expect.objectContaining({ code: "duplicate_document" }));
    expect(again.confidence).toBe(0.5);
    expect(again.fields?.["/total"]?.confidence).toBeGreaterThan(0.9);
    expect(rulesOf(await read(template_id, { number: "DUP-2" })).duplicates).toEqual([]);
    expect(rulesOf(await read(await templateWith({ duplicates }), { number: "DUP-1" })).duplicates).toEqual([]);
  });

  test("of a deleted task are forgotten; a correction is compared anew; too old ones are none", async () => {
    const template_id = await templateWith({ duplicates });
    const gone = await read(template_id, { number: "DEL-1" });
    await client.delete(`/v1/tasks/${gone.task_id}`);
    const kept = await read(template_id, { number: "DEL-1" });
    expect(rulesOf(kept).duplicates).toEqual([]);
    const other = await read(template_id, { number: "DEL-2" });
    const corrected = await client.post(`/v1/tasks/${other.task_id}/review`, { corrections: { "/invoice_number": "DEL-1" } });
    expect(rulesOf(corrected.json).duplicates.map(({ task_id }) => task_id)).toEqual([kept.task_id]);
    const old = new Date(Date.now() - 31 * 24 * 60 * 60 * 1_000);
    for (const { task_id } of [kept, other])
      await service.db.updateTable("task_digests").set({ created_at: old }).where("task_id", "=", task_id).execute();
    expect(rulesOf(await read(template_id, { number: "DEL-1" })).duplicates).toEqual([]);
  });

  test("keep no value, and are of one account alone", async () => {
    const secret = "SECRET-20777";
    await read(await templateWith({ duplicates }), { number: secret });
    const rows = await service.db.selectFrom("task_digests").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("20777");
    const other = await service.account();
    expect(rulesOf(await read(await templateWith({ duplicates }, other), { number: secret }, other)).duplicates).toEqual([]);
  });
});

describe("saving", () => {
  test("a rule that cannot work is refused with its place and what is meant", async () => {
    const rules = {
      checks: [{ name: "a", check: "totl.amount > 0" }],
      lookups: [{ name: "s", list: "lst_none", by: [{ field: "/supplir", column: "Name", how: "exact" }] }],
    };
    const { status, json } = await client.post("/v1/templates", { name: "a", extraction_schema, rules });
    expect(status).toBe(422);
    expect(json.detail.map(({ loc, msg }: { loc: unknown[]; msg: string }) => [loc.join("."), msg])).toEqual([
      ["body.rules.checks.0.check", "There is no field `totl`. Did you mean `total`?"],
      ["body.rules.lookups.0.by.0.field", "There is no field `/supplir`. Did you mean `/supplier`?"],
      ["body.rules.lookups.0.list", "No list with this id exists. List yours at GET /api/extractor/v1/lists."],
    ]);
  });

  test("a column that the list does not have is refused, and a list of another account is none", async () => {
    const { json: list } = await client.post("/v1/lists", { name: "Suppliers", csv: CSV });
    const lookups = [{ name: "s", list: list.list_id, by: [{ field: "/supplier", column: "name", how: "exact" }], gives: { x: "Numbr" } }];
    const refused = await client.post("/v1/templates", { name: "a", extraction_schema, rules: { lookups } });
    expect(refused.json.detail.map(({ msg }: { msg: string }) => msg)).toEqual([
      "The list has no column `name`. Did you mean `Name`?",
      "The list has no column `Numbr`. Did you mean `Number`?",
    ]);
    const other = await service.account();
    const body = {
      name: "a",
      extraction_schema,
      rules: { lookups: [{ ...lookups[0], by: [{ field: "/supplier", column: "Name", how: "exact" }], gives: {} }] },
    };
    expect((await client.post("/v1/templates", body)).status).toBe(201);
    expect((await other.post("/v1/templates", body)).json.detail[0].msg).toContain("No list with this id exists.");
  });
});
