/** Proof before a template changes: accuracy by reviews, evaluations, drafts, and publishing that names what is lost. */
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import type { Client } from "../support/client.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

type Invoice = { number: string; date: string; due: string; seller: string; buyer: string; net: string; vat: string; total: string };
const INVOICES: Invoice[] = [
  {
    number: "INV-00042",
    date: "3 April 2026",
    due: "3 May 2026",
    seller: "Example Paper Ltd",
    buyer: "Brightwater Press",
    net: "1,000.00",
    vat: "190.00",
    total: "1,190.00",
  },
  {
    number: "INV-00057",
    date: "9 April 2026",
    due: "9 May 2026",
    seller: "Example Paper Ltd",
    buyer: "Aldermoor School",
    net: "200.00",
    vat: "38.00",
    total: "238.00",
  },
  {
    number: "INV-00061",
    date: "21 April 2026",
    due: "21 May 2026",
    seller: "Example Paper Ltd",
    buyer: "Kestrel Printing",
    net: "50.00",
    vat: "9.50",
    total: "59.50",
  },
];
const FIELDS = [
  { name: "invoice_number", type: "string", description: "Number of the invoice" },
  { name: "invoice_date", type: "date" },
  { name: "due_date", type: "date" },
  { name: "buyer", type: "string", description: "Bill to" },
  { name: "net", type: "currency", description: "Net amount" },
  { name: "vat", type: "currency", description: "VAT amount" },
  { name: "total", type: "currency", description: "Total amount due" },
  {
    name: "items",
    type: "table",
    fields: [{ name: "description" }, { name: "quantity", type: "integer" }, { name: "amount", type: "number" }],
  },
];
const template = (fields: object[], more: object = {}) => ({ name: "Invoices", extraction_schema: { fields }, ...more });

const drawn = ({ number, date, due, seller, buyer, net, vat, total }: Invoice): Promise<Buffer> =>
  pdfOf([
    [
      { text: seller, y: 50, size: 16 },
      { text: "INVOICE", y: 90, size: 18 },
      { text: `Invoice number: ${number}`, y: 140 },
      { text: `Invoice date: ${date}`, y: 160 },
      { text: `Due date: ${due}`, y: 180 },
      { text: `Bill to: ${buyer}`, y: 200 },
      ...["Description", "Quantity", "Amount"].map((text, i) => ({ text, x: 50 + 200 * i, y: 260 })),
      ...["Paper", "3", net].map((text, i) => ({ text, x: 50 + 200 * i, y: 280 })),
      { text: `Net amount: EUR ${net}`, y: 400 },
      { text: `VAT amount: EUR ${vat}`, y: 420 },
      { text: `Total due: EUR ${total}`, y: 440 },
    ],
  ]);

let service: SharedService;
let files: string[];
beforeAll(async () => {
  service = await sharedService();
  files = await Promise.all(INVOICES.map(async (each) => base64(await drawn(each))));
});

type Reviewed = { client: Client; id: string; tasks: TaskRecord[] };

/** A template whose three documents were read and confirmed; `corrections` of the first. Nothing is learned, so that versions alone differ. */
async function reviewed(corrections: object = {}): Promise<Reviewed> {
  const client = await service.account();
  const { json } = await client.post("/v1/templates", template(FIELDS, { learn: false }));
  const tasks: TaskRecord[] = [];
  for (const [i, file_content] of files.entries()) {
    const task = await client.extract({ template_id: json.template_id, file_content });
    await client.post(`/v1/tasks/${task.task_id}/review`, { done: true, corrections: i === 0 ? corrections : {} });
    tasks.push(task);
  }
  return { client, id: json.template_id, tasks };
}

const draft = async ({ client, id }: Reviewed, fields: object[]): Promise<number> =>
  (await client.put(`/v1/templates/${id}`, template(fields, { learn: false, published: false }))).json.version;
const without = (name: string) => FIELDS.filter((field) => field.name !== name);
const changed = (name: string, change: object) => FIELDS.map((field) => (field.name === name ? { ...field, ...change } : field));

async function evaluate({ client, id }: Reviewed, ask: object) {
  const started = await client.post(`/v1/templates/${id}/evaluations`, ask);
  expect(started.status, started.text).toBe(200);
  expect(started.json).toEqual({ evaluation_id: expect.stringMatching(/^evl_/), status: "processing" });
  const { json } = await client.get(`/v1/templates/${id}/evaluations/${started.json.evaluation_id}?wait=60`);
  expect(json.status).toBe("completed");
  return json;
}

/** Comes again as long as the answer says that the comparison is not through. */
async function publish(client: Client, id: string, version: number, body: object = {}) {
  const send = () => client.post(`/v1/templates/${id}/versions/${version}/publish`, body);
  let answer = await send();
  while (answer.json.error_code === "evaluation_running") answer = await send();
  return answer;
}

describe("a draft", () => {
  test("is a version that tasks do not use until it is published", async () => {
    const all = await reviewed();
    const { client, id } = all;
    const version = await draft(all, changed("buyer", { description: "The customer" }));
    expect(version).toBe(2);
    expect((await client.get(`/v1/templates/${id}`)).json).toMatchObject({ version: 1, published: true });
    expect((await client.extract({ template_id: id, file_content: files[0] })).template).toEqual({ template_id: id, version: 1 });
    const { json } = await client.get(`/v1/templates/${id}/versions`);
    expect(json.published_version).toBe(1);
    expect(json.versions.map(({ version, published }: { version: number; published: boolean }) => [version, published])).toEqual([
      [2, false],
      [1, true],
    ]);
    const published = await publish(client, id, 2);
    expect(published.json, published.text).toMatchObject({ version: 2, published: true });
    expect((await client.extract({ template_id: id, file_content: files[0] })).template).toEqual({ template_id: id, version: 2 });
  });

  test("a first version that is none is refused, with what to do", async () => {
    const client = await service.account();
    const answer = await client.post("/v1/templates", template(FIELDS, { published: false }));
    expect(answer.status).toBe(422);
    expect(answer.json.detail[0].msg).toContain("The first version of a template is published.");
  });

  test("of others, or of no such version, there is nothing to publish", async () => {
    const all = await reviewed();
    await draft(all, FIELDS);
    const stranger = await service.account();
    expect((await publish(stranger, all.id, 2)).status).toBe(404);
    expect((await publish(all.client, all.id, 9)).json.detail).toBe("The template has no version 9.");
  });

  test("whose documents nobody reviewed is published", async () => {
    const client = await service.account();
    const { json } = await client.post("/v1/templates", template(FIELDS));
    await client.put(`/v1/templates/${json.template_id}`, template(without("total"), { published: false }));
    expect((await client.post(`/v1/templates/${json.template_id}/versions/2/publish`)).json).toMatchObject({ version: 2, published: true });
  });
});

describe("publishing", () => {
  /** Each loses values of the reviewed invoices, as edits of templates do. */
  const REGRESSIONS: [string, object[]][] = [
    ...FIELDS.map(({ name }): [string, object[]] => [`${name} is gone`, without(name)]),
    ["a field is renamed", changed("total", { name: "amount_due_in_euro" })],
    ["a number becomes a date", changed("invoice_number", { type: "date" })],
    ["a date becomes a number", changed("invoice_date", { type: "number" })],
    ["an amount becomes a text", changed("total", { type: "string" })],
    ["a name becomes one of options", changed("buyer", { type: "enum", enum: ["Other", "None"] })],
    ["a pattern fits nothing", changed("invoice_number", { pattern: "^RE-[0-9]{4}$" })],
    ["a column is gone", changed("items", { fields: [{ name: "description" }, { name: "amount", type: "number" }] })],
    [
      "a column is renamed",
      changed("items", {
        fields: [{ name: "description" }, { name: "pieces_per_pallet", type: "integer" }, { name: "amount", type: "number" }],
      }),
    ],
    ["a table becomes a list", changed("items", { type: "array", fields: undefined, items: { name: "item", type: "string" } })],
    ["a table becomes a text", changed("items", { type: "string", fields: undefined })],
    ["a description names another label", changed("net", { name: "net", description: "VAT amount", type: "integer" })],
    ["an amount becomes a yes or no", changed("vat", { type: "boolean" })],
  ];

  test("twenty regressions are named, value by value, and are not published unless forced", async () => {
    expect(REGRESSIONS.length).toBeGreaterThanOrEqual(20);
    const all = await reviewed();
    for (const [what, fields] of REGRESSIONS) {
      const version = await draft(all, fields);
      const answer = await publish(all.client, all.id, version);
      expect([what, answer.status, answer.json.error_code], answer.text).toEqual([what, 400, "loses_values"]);
      expect(answer.json.losses.length, what).toBeGreaterThanOrEqual(3);
      for (const loss of answer.json.losses) expect(all.tasks.map(({ task_id }) => task_id)).toContain(loss.task_id);
    }
    const lost = await draft(all, without("total"));
    const { json } = await publish(all.client, all.id, lost);
    expect(json.losses).toContainEqual({
      task_id: all.tasks[0]?.task_id,
      path: "/total",
      expected: { amount: 1190, currency: "EUR" },
      got: null,
    });
    expect((await all.client.get(`/v1/templates/${all.id}`)).json.version).toBe(1);
    expect((await publish(all.client, all.id, lost, { force: true })).json.version).toBe(lost);
  });

  test("is not hindered by new fields, nor by texts that become dates and amounts", async () => {
    const all = await reviewed();
    const more = await draft(all, [...FIELDS, { name: "purchase_order", type: "string" }]);
    const answer = await publish(all.client, all.id, more);
    expect(answer.json, answer.text).toMatchObject({ version: more });
  });
});

describe("an evaluation", () => {
  test("tells per field what is right, what got better and worse, documents wholly right, and what a threshold gives", async () => {
    const wrong = { "/buyer": "Brightwater Press GmbH" };
    const all = await reviewed(wrong);
    const version = await draft(all, changed("vat", { type: "date" }));
    const evaluation = await evaluate(all, { version });
    expect(evaluation).toMatchObject({
      template_id: all.id,
      version,
      published_version: 1,
      provider: "local",
      model: null,
      progress: { documents: 3, read: 3, failed: 0 },
      usage: { pages: 3, input_tokens: 0, output_tokens: 0, cost_usd: 0 },
      failed: [],
    });
    const fieldOf = (figures: { fields: { field: string }[] }, field: string) => figures.fields.find((each) => each.field === field);
    expect(fieldOf(evaluation.published, "/vat")).toMatchObject({ values: 3, right: 3 });
    expect(fieldOf(evaluation.figures, "/vat")).toMatchObject({ values: 3, right: 0 });
    expect(fieldOf(evaluation.figures, "/buyer")).toMatchObject({ values: 3, right: 2, wrong: 1 });
    expect(evaluation.published.documents_right).toBe(2);
    expect(evaluation.figures.documents_right).toBe(0);
    expect(evaluation.changes).toHaveLength(3);
    expect(evaluation.changes).toContainEqual({
      task_id: all.tasks[0]?.task_id,
      path: "/vat",
      expected: { amount: 190, currency: "EUR" },
      before: { amount: 190, currency: "EUR" },
      after: null,
      better: false,
    });
    expect(evaluation.published.thresholds[0]).toMatchObject({ review_below: 0, values_share: 1 });
    expect(evaluation.seconds).toBeGreaterThan(0);
    const { json } = await all.client.get(`/v1/templates/${all.id}/evaluations`);
    expect(json.evaluations.map((each: { evaluation_id: string }) => each.evaluation_id)).toEqual([evaluation.evaluation_id]);
  });

  test("tries fields that are sent, and at most as many documents as asked", async () => {
    const all = await reviewed();
    const evaluation = await evaluate(all, { extraction_schema: { fields: [FIELDS[0]] }, tasks_max: 1 });
    expect(evaluation).toMatchObject({ version: null, progress: { documents: 1, read: 1 } });
    expect(evaluation.changes.length).toBeGreaterThan(5);
  });

  test("does not read a document with what its own review taught", async () => {
    const client = await service.account();
    const { json } = await client.post("/v1/templates", template([{ name: "policy_code" }]));
    const odd = await pdfOf([
      [
        { text: "Trabbel", y: 100 },
        { text: "KX-20411", x: 220, y: 100 },
        { text: "Zumpf", y: 140 },
      ],
    ]);
    const task = await client.extract({ template_id: json.template_id, file_content: base64(odd) });
    await client.post(`/v1/tasks/${task.task_id}/review`, { done: true, corrections: { "/policy_code": "KX-20411" } });
    const learned = async () => (await client.get(`/v1/templates/${json.template_id}/memory`)).json.layouts.length;
    await expect.poll(learned).toBe(1);
    const evaluation = await evaluate({ client, id: json.template_id, tasks: [task] }, {});
    expect(evaluation.figures).toMatchObject({ values: 1, right: 0 });
    expect(evaluation.published).toBeNull();
  });

  test("goes on when a document is deleted, and forgets it", async () => {
    const all = await reviewed();
    const version = await draft(all, without("total"));
    const evaluation = await evaluate(all, { version });
    await all.client.delete(`/v1/tasks/${all.tasks[0]?.task_id}`);
    const { json } = await all.client.get(`/v1/templates/${all.id}/evaluations/${evaluation.evaluation_id}`);
    expect(json.changes.map((change: { task_id: string }) => change.task_id).toSorted()).toEqual(
      all.tasks
        .slice(1)
        .map(({ task_id }) => task_id)
        .toSorted(),
    );
  });

  test("is refused where nothing is reviewed, with what to do; one of others is not there", async () => {
    const client = await service.account();
    const { json } = await client.post("/v1/templates", template(FIELDS));
    const none = await client.post(`/v1/templates/${json.template_id}/evaluations`, {});
    expect([none.status, none.json.error_code]).toEqual([400, "nothing_reviewed"]);
    const all = await reviewed();
    const { evaluation_id } = await evaluate(all, { tasks_max: 1 });
    expect((await client.get(`/v1/templates/${json.template_id}/evaluations/${evaluation_id}`)).status).toBe(404);
    expect((await client.get(`/v1/templates/${all.id}/evaluations/${evaluation_id}`)).status).toBe(404);
    const both = await all.client.post(`/v1/templates/${all.id}/evaluations`, { version: 1, extraction_schema: { fields: FIELDS } });
    expect(both.status).toBe(422);
    expect((await all.client.post(`/v1/templates/${all.id}/evaluations`, { version: 2 ** 31 })).status).toBe(422);
    expect((await all.client.post(`/v1/templates/${all.id}/evaluations`, { version: 7 })).json.detail[0].msg).toBe(
      "The template has no version 7.",
    );
  });
});

describe("accuracy", () => {
  test("counts what reviewers corrected, by field, week and layout, and forgets reviews that are undone", async () => {
    const all = await reviewed({ "/buyer": "Brightwater Press GmbH", "/vat": null, "/items/0": null });
    const read = async () => (await all.client.get(`/v1/templates/${all.id}/accuracy`)).json;
    const accuracy = await read();
    expect(accuracy).toMatchObject({ documents: 3, documents_right: 2, measured_below: null });
    const fieldOf = (field: string) => accuracy.fields.find((each: { field: string }) => each.field === field);
    expect(fieldOf("/buyer")).toMatchObject({ values: 3, right: 2, wrong: 1 });
    expect(fieldOf("/vat")).toMatchObject({ values: 2, right: 2, invented: 1 });
    expect(fieldOf("/items/*/amount")).toMatchObject({ values: 2, right: 2, invented: 1 });
    expect(accuracy.weeks).toHaveLength(1);
    expect(accuracy.weeks[0]).toMatchObject({ documents: 3, documents_right: 2, values: accuracy.values, right: accuracy.right });
    expect(accuracy.layouts).toMatchObject([{ layout_id: null, documents: 3 }]);
    await all.client.post(`/v1/tasks/${all.tasks[0]?.task_id}/review`, { done: false });
    expect(await read()).toMatchObject({ documents: 2, documents_right: 2 });
    await all.client.delete(`/v1/tasks/${all.tasks[1]?.task_id}`);
    expect(await read()).toMatchObject({ documents: 1, documents_right: 1 });
  });
});

describe("review_below", () => {
  test("of the request, else of the template, else 0.8, says which values need review", async () => {
    const client = await service.account();
    const { json } = await client.post("/v1/templates", template(FIELDS, { review_below: 1 }));
    const ask = { template_id: json.template_id, file_content: files[0] };
    const all = await client.extract(ask);
    expect(all.review_below).toBe(1);
    const sure = Object.entries(all.fields ?? {}).filter(([, { confidence }]) => confidence !== null);
    expect(all.needs_review).toEqual(sure.map(([path]) => path));
    expect((await client.extract({ ...ask, review_below: 0 })).needs_review).toEqual([]);
    expect((await client.extract({ extraction_schema: { fields: FIELDS }, file_content: files[0] })).review_below).toBe(0.8);
    await client.post(`/v1/tasks/${all.task_id}/review`, { corrections: { "/buyer": "Someone" } });
    expect((await client.get(`/v1/tasks/${all.task_id}`)).json.needs_review).not.toContain("/buyer");
    await client.post(`/v1/tasks/${all.task_id}/review`, { done: true });
    expect((await client.get(`/v1/tasks/${all.task_id}`)).json.needs_review).toEqual([]);
  });
});
