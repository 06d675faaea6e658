/** Evaluations apply the rules of the versions, and publishing names rules that documents break with the new version only. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

const FIELDS = [
  { name: "supplier", type: "string", description: "Supplier" },
  { name: "net", type: "currency", description: "Net amount" },
  { name: "vat", type: "currency", description: "VAT" },
  { name: "total", type: "currency", description: "Total amount due" },
];
const SUM = { name: "Sum", check: "total.amount == net.amount + vat.amount", message: "Net and VAT do not add up." };
const DIFFERENCE = { name: "Difference", check: "total.amount - net.amount == net.amount", message: "Total and net differ." };
const CSV = "Number,Name\nS-001,Example Paper Ltd\nS-002,Example Steel GmbH\n";

const drawn = async (supplier: string, total: string): Promise<string> =>
  base64(
    await pdfOf([
      [
        { text: `Supplier: ${supplier}`, y: 50 },
        { text: "Net amount: EUR 1,000.00", y: 220 },
        { text: "VAT: EUR 190.00", y: 240 },
        { text: `Total due: EUR ${total}`, y: 260 },
      ],
    ]),
  );

let service: SharedService;
let files: string[];
beforeAll(async () => {
  service = await sharedService();
  files = await Promise.all([drawn("Example Paper Ltd", "1,190.00"), drawn("Kestrel Printing", "1,290.00")]);
});

type Template = { client: Client; id: string; tasks: string[] };

const body = (rules: object | null, more: object = {}) => ({
  name: "Invoices",
  extraction_schema: { fields: FIELDS },
  learn: false,
  rules,
  ...more,
});

/** A template with a sum that the second of its two reviewed documents does not keep. */
async function reviewed(): Promise<Template> {
  const client = await service.account();
  const { json } = await client.post("/v1/templates", body({ checks: [SUM] }));
  const tasks: string[] = [];
  for (const file_content of files) {
    const { task_id } = await client.extract({ template_id: json.template_id, file_content });
    await client.post(`/v1/tasks/${task_id}/review`, { done: true });
    tasks.push(task_id);
  }
  return { client, id: json.template_id, tasks };
}

async function draft({ client, id }: Template, rules: object | null): Promise<number> {
  const { json, text } = await client.put(`/v1/templates/${id}`, body(rules, { published: false }));
  expect(json.published, text).toBe(false);
  return json.version;
}

async function evaluate({ client, id }: Template, ask: object) {
  const started = await client.post(`/v1/templates/${id}/evaluations`, ask);
  const { json } = await client.get(`/v1/templates/${id}/evaluations/${started.json.evaluation_id}?wait=60`);
  expect(json.status, started.text).toBe("completed");
  return json;
}

async function publish({ client, id }: Template, version: number, ask: object = {}) {
  const send = () => client.post(`/v1/templates/${id}/versions/${version}/publish`, ask);
  let answer = await send();
  while (answer.json.error_code === "evaluation_running") answer = await send();
  return answer;
}

describe("an evaluation", () => {
  test("counts the documents that break each rule, and says which do by which version", async () => {
    const template = await reviewed();
    const [good, bad] = template.tasks;
    const evaluation = await evaluate(template, { version: await draft(template, { checks: [DIFFERENCE] }) });
    expect(evaluation.rules).toEqual({
      documents: 2,
      published_documents: 1,
      broken: [
        { name: "Difference", documents: 2, published_documents: 0 },
        { name: "Sum", documents: 0, published_documents: 1 },
      ],
    });
    expect(
      evaluation.broken_rules
        .slice(0, 2)
        .map(({ task_id }: { task_id: string }) => task_id)
        .toSorted(),
    ).toEqual([good, bad].toSorted());
    expect(evaluation.broken_rules[0]).toMatchObject({ name: "Difference", message: "Total and net differ.", before: false, after: true });
    expect(evaluation.broken_rules[2]).toEqual({ task_id: bad, name: "Sum", message: SUM.message, before: true, after: false });
    expect(evaluation.broken_rules).toHaveLength(3);
    expect(evaluation.changes).toEqual([]);
  });

  test("counts a value that a check speaks against among those that a person looks at, as reading does", async () => {
    const template = await reviewed();
    const { figures, published } = await evaluate(template, { version: await draft(template, { checks: [DIFFERENCE] }) });
    const shareAt = ({ thresholds }: { thresholds: { review_below: number; values_share: number }[] }, below: number) =>
      thresholds.find(({ review_below }) => review_below >= below)?.values_share;
    // Of eight values the sum speaks against three of one document, the difference against two of each.
    expect(shareAt(published, 0.55)).toBeCloseTo(5 / 8);
    expect(shareAt(figures, 0.55)).toBeCloseTo(4 / 8);
  });

  test("of the published version, and of fields that are sent, applies the published rules", async () => {
    const template = await reviewed();
    const broken = { task_id: template.tasks[1], name: "Sum", message: SUM.message, after: true };
    const own = await evaluate(template, {});
    expect(own.rules).toEqual({
      documents: 1,
      published_documents: null,
      broken: [{ name: "Sum", documents: 1, published_documents: null }],
    });
    expect(own.broken_rules).toEqual([{ ...broken, before: null }]);
    const sent = await evaluate(template, { extraction_schema: { fields: FIELDS.slice(1) } });
    expect(sent.broken_rules).toEqual([{ ...broken, before: true }]);
  });
});

describe("publishing", () => {
  test("is refused with the rules that reviewed documents break with the new version only, unless forced", async () => {
    const template = await reviewed();
    const version = await draft(template, { checks: [SUM, DIFFERENCE] });
    const refused = await publish(template, version);
    expect([refused.status, refused.json.error_code], refused.text).toEqual([400, "breaks_rules"]);
    expect(refused.json.losses).toBeUndefined();
    const named = template.tasks.map((task_id) => ({ task_id, name: "Difference", message: "Total and net differ." }));
    expect(
      refused.json.broken_rules.toSorted((a: { task_id: string }, b: { task_id: string }) => a.task_id.localeCompare(b.task_id)),
    ).toEqual(named);
    expect((await template.client.get(`/v1/templates/${template.id}`)).json.version).toBe(1);
    expect((await publish(template, version, { force: true })).json.version).toBe(version);
  });

  test("names lost values and broken rules together", async () => {
    const template = await reviewed();
    const fields = FIELDS.map((field) => (field.name === "vat" ? { ...field, type: "date" } : field));
    const rules = { checks: [{ name: "VAT", check: "vat != null" }] };
    const { json } = await template.client.put(`/v1/templates/${template.id}`, {
      ...body(rules, { published: false }),
      extraction_schema: { fields },
    });
    const refused = await publish(template, json.version);
    expect(refused.json.error_code).toBe("loses_values");
    expect(refused.json.losses).toHaveLength(2);
    expect(refused.json.broken_rules).toMatchObject([{ name: "VAT" }, { name: "VAT" }]);
  });

  test("is not hindered by rules that no document breaks anew, and looks up a list as it is now", async () => {
    const template = await reviewed();
    const { json: list } = await template.client.post("/v1/lists", { name: "Suppliers", csv: CSV });
    const lookups = [{ name: "supplier", list: list.list_id, by: [{ field: "/supplier", column: "Name", how: "exact" }], gives: {} }];
    const version = await draft(template, { checks: [SUM], lookups });
    const refused = await publish(template, version);
    expect(refused.json.broken_rules, refused.text).toMatchObject([{ task_id: template.tasks[1], name: "supplier" }]);
    await template.client.put(`/v1/lists/${list.list_id}`, { name: "Suppliers", csv: `${CSV}S-003,Kestrel Printing\n` });
    expect((await publish(template, version)).json.version).toBe(version);
  });
});

describe("duplicates", () => {
  const NUMBER = { name: "reference", type: "string", description: "Invoice number" };
  const CUSTOMER = { ...NUMBER, description: "Customer number" };
  const fields = (number: object) => ({ extraction_schema: { fields: [...FIELDS, number] } });
  const same = (...paths: string[]) => ({ duplicates: { fields: paths, days: 30 } });
  const BY_NUMBER = same("/supplier", "/reference", "/total");
  const message = (task_id: string | undefined) => `The same document was read before: ${task_id}.`;
  const invoice = async (number: string): Promise<string> =>
    base64(
      await pdfOf([
        [
          { text: "Supplier: Example Paper Ltd", y: 50 },
          { text: `Invoice number: ${number}`, y: 100 },
          { text: "Customer number: KD-4711", y: 120 },
          { text: "Net amount: EUR 1,000.00", y: 220 },
          { text: "VAT: EUR 190.00", y: 240 },
          { text: "Total due: EUR 1,190.00", y: 260 },
        ],
      ]),
    );

  /** Two invoices of a supplier over the same sum, and the first one once more. */
  async function invoices(): Promise<Template> {
    const client = await service.account();
    const { json } = await client.post("/v1/templates", body(BY_NUMBER, fields(NUMBER)));
    const tasks: string[] = [];
    for (const number of ["INV-0815", "INV-0816", "INV-0815"]) {
      const { task_id } = await client.extract({ template_id: json.template_id, file_content: await invoice(number), cache: "off" });
      await client.post(`/v1/tasks/${task_id}/review`, { done: true });
      tasks.push(task_id);
    }
    return { client, id: json.template_id, tasks };
  }
  const draftOf = async ({ client, id }: Template, rules: object, number: object): Promise<number> =>
    (await client.put(`/v1/templates/${id}`, body(rules, { ...fields(number), published: false }))).json.version;

  test("that only the draft sees, as it reads two numbers as one, break a rule anew; those that both see do not", async () => {
    const template = await invoices();
    const [first, second, again] = template.tasks;
    const version = await draftOf(template, BY_NUMBER, CUSTOMER);
    const evaluation = await evaluate(template, { version });
    expect(evaluation.broken_rules).toEqual([
      { task_id: second, name: "duplicates", message: message(first), before: false, after: true },
      { task_id: again, name: "duplicates", message: message(`${second} and 1 more`), before: true, after: true },
    ]);
    expect(evaluation.rules).toEqual({
      documents: 2,
      published_documents: 1,
      broken: [{ name: "duplicates", documents: 2, published_documents: 1 }],
    });
    const refused = await publish(template, version);
    expect(refused.json.broken_rules, refused.text).toEqual([{ task_id: second, name: "duplicates", message: message(first) }]);
  });

  test("of a rule that the draft changes hinder publishing, and those of an unchanged one do not", async () => {
    const template = await invoices();
    const [first, second] = template.tasks;
    const wider = await publish(template, await draftOf(template, same("/supplier", "/total"), NUMBER));
    expect([wider.status, wider.json.error_code], wider.text).toEqual([400, "breaks_rules"]);
    expect(wider.json.broken_rules).toEqual([{ task_id: second, name: "duplicates", message: message(first) }]);
    const unchanged = await draftOf(template, BY_NUMBER, NUMBER);
    expect((await publish(template, unchanged)).json.version).toBe(unchanged);
  });

  test("are not looked for among what an evaluation read, when a new document is read", async () => {
    const template = await invoices();
    await evaluate(template, { version: await draftOf(template, BY_NUMBER, CUSTOMER) });
    const record = await template.client.extract({ template_id: template.id, file_content: await invoice("KD-4711") });
    expect(record.data?.reference).toBe("KD-4711");
    expect(record.rules?.duplicates).toEqual([]);
  });
});
