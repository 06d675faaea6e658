/** What a review teaches: the next document of the layout is read as the last one was corrected. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { hashOf } from "#structure/layout/marks.ts";
import type { Client } from "../support/client.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

type Values = { number: string; buyer: string; day: string; sum: string; rows: [string, string][] };
const DOCUMENTS: Values[] = [
  {
    number: "KX-20411",
    buyer: "Amara Whitlock",
    day: "2026-02-03",
    sum: "318.40",
    rows: [
      ["Blue paper", "118.40"],
      ["Red paper", "200.00"],
    ],
  },
  { number: "KX-20977", buyer: "Jasper Ellsworth", day: "2026-03-17", sum: "92.15", rows: [["Glue", "92.15"]] },
  {
    number: "KX-21350",
    buyer: "Priya Jennings",
    day: "2026-04-29",
    sum: "1,004.00",
    rows: [
      ["Chalk", "4.00"],
      ["Boards", "1,000.00"],
    ],
  },
  { number: "KX-21888", buyer: "Rosa Vasquez", day: "2026-05-11", sum: "77.70", rows: [["Ink", "77.70"]] },
  {
    number: "KX-22019",
    buyer: "Fergus Yardley",
    day: "2026-06-30",
    sum: "560.25",
    rows: [
      ["Pens", "60.25"],
      ["Desks", "500.00"],
    ],
  },
];
const SCHEMA = {
  fields: [
    { name: "policy_code", type: "string", description: "Code of the policy" },
    { name: "insured_person", type: "string", description: "Who is insured" },
    { name: "loss_day", type: "date", description: "When the loss happened" },
    { name: "claimed", type: "number", description: "What is claimed" },
    { name: "goods", type: "table", fields: [{ name: "thing" }, { name: "worth", type: "number" }] },
  ],
};
const truthOf = ({ number, buyer, day, sum, rows }: Values) => ({
  policy_code: number,
  insured_person: buyer,
  loss_day: day,
  claimed: Number(sum.replace(",", "")),
  goods: rows.map(([thing, worth]) => ({ thing, worth: Number(worth.replace(",", "")) })),
});

/** A layout with labels that no language has. */
const drawn = ({ number, buyer, day, sum, rows }: Values): Promise<Buffer> =>
  pdfOf([
    [
      { text: "Morquin Veltara", x: 60, y: 60, size: 16 },
      { text: "Trabbel", x: 60, y: 120 },
      { text: number, x: 220, y: 120 },
      { text: "Ulmoss wen", x: 60, y: 140 },
      { text: buyer, x: 220, y: 140 },
      { text: "Zarfen", x: 330, y: 180 },
      { text: day, x: 330, y: 196 },
      { text: "Quiltor", x: 460, y: 180 },
      { text: sum, x: 460, y: 196 },
      { text: "Brindo", x: 60, y: 260 },
      { text: "Hemsul", x: 400, y: 260 },
      ...rows.flatMap(([thing, worth], i) => [
        { text: thing, x: 60, y: 280 + 18 * i },
        { text: worth, x: 400, y: 280 + 18 * i },
      ]),
      { text: "Feltrin gosbar dunmil horvat", x: 60, y: 700, size: 8 },
    ],
  ]);

let service: SharedService;
let files: string[];
beforeAll(async () => {
  service = await sharedService();
  files = await Promise.all(DOCUMENTS.map(async (each) => base64(await drawn(each))));
});

const correctionsOf = (values: Values) => Object.fromEntries(Object.entries(truthOf(values)).map(([name, value]) => [`/${name}`, value]));

type Reader = { client: Client; templateId: string };
async function reader(): Promise<Reader> {
  const client = await service.account();
  const { json } = await client.post("/v1/templates", { name: "Losses", extraction_schema: SCHEMA });
  return { client, templateId: json.template_id };
}

const read = ({ client, templateId }: Reader, at: number, more: object = {}): Promise<TaskRecord> =>
  client.extract({ template_id: templateId, file_content: files[at], ...more });

const layoutsOf = async ({ client, templateId }: Reader) => (await client.get(`/v1/templates/${templateId}/memory`)).json.layouts;

/** Corrects the document and waits until it is learned. */
async function teach(by: Reader, at: number, corrections: object = correctionsOf(DOCUMENTS[at] as Values)): Promise<TaskRecord> {
  const task = await read(by, at, { cache: "off" });
  const before = (await layoutsOf(by)).reduce((sum: number, { examples }: { examples: number }) => sum + examples, 0);
  const answer = await by.client.post(`/v1/tasks/${task.task_id}/review`, { corrections, done: true });
  expect(answer.status, answer.text).toBe(200);
  await expect
    .poll(async () => (await layoutsOf(by)).reduce((sum: number, { examples }: { examples: number }) => sum + examples, 0))
    .toBe(before + 1);
  return task;
}

const countOf = ({ data }: TaskRecord, values: Values) => {
  const truth = truthOf(values);
  return Object.entries(truth).filter(([name, value]) => JSON.stringify(data?.[name]) === JSON.stringify(value)).length;
};

describe("a review", () => {
  test("is the reason why the next documents of its layout are read right, and the record says so", async () => {
    const by = await reader();
    const first = await read(by, 0);
    expect(first.memory).toBeNull();
    expect(countOf(first, DOCUMENTS[0] as Values)).toBeLessThan(4);
    const taught = await teach(by, 0);
    const [layout] = await layoutsOf(by);
    for (const at of [1, 2, 3]) {
      const task = await read(by, at);
      expect(task.data, `document ${at}`).toEqual(truthOf(DOCUMENTS[at] as Values));
      expect(task.memory).toEqual({
        layout_id: layout.layout_id,
        likeness: expect.any(Number),
        examples: 1,
        last_task_id: taught.task_id,
        last_reviewed_at: expect.any(String),
      });
      expect(task.fields?.["/policy_code"]?.confidence_factors).toContainEqual({ factor: "remembered", effect: expect.any(Number) });
    }
    expect((await layoutsOf(by))[0]).toMatchObject({
      documents_read: 3,
      examples: 1,
      last_used_at: expect.any(String),
      // Of the first document nothing was right before it was corrected.
      right_share: 0,
    });
  });

  test("changes nothing for another account, another template, another layout, or who wants none of it", async () => {
    const [by, stranger] = [await reader(), await reader()];
    const plain = await read(by, 1, { learn: false });
    await teach(by, 0);
    const other = {
      ...by,
      templateId: (await by.client.post("/v1/templates", { name: "Other", extraction_schema: SCHEMA })).json.template_id,
    };
    for (const task of [await read(stranger, 1), await read(other, 1), await read(by, 1, { learn: false })]) {
      expect(task.memory).toBeNull();
      expect(task.data).toEqual(plain.data);
    }
    const page = base64(
      await pdfOf([
        [
          { text: "Policy code: AB-1", y: 90 },
          { text: "Insured person: Mia Stone", y: 120 },
        ],
      ]),
    );
    expect((await by.client.extract({ template_id: by.templateId, file_content: page })).memory).toBeNull();
    expect((await stranger.client.get(`/v1/templates/${by.templateId}/memory`)).status).toBe(404);
    const [layout] = await layoutsOf(by);
    expect((await stranger.client.delete(`/v1/templates/${stranger.templateId}/memory/${layout.layout_id}`)).status).toBe(404);
    expect(await layoutsOf(by)).toHaveLength(1);
  });

  test("teaches for an equal schema as well, where there is no template", async () => {
    const client = await service.account();
    const task = await client.extract({ extraction_schema: SCHEMA, file_content: files[0] });
    await client.post(`/v1/tasks/${task.task_id}/review`, { corrections: correctionsOf(DOCUMENTS[0] as Values), done: true });
    await expect
      .poll(async () => (await client.extract({ extraction_schema: SCHEMA, file_content: files[1] })).data)
      .toEqual(truthOf(DOCUMENTS[1] as Values));
  });

  test("is not used to read its own document again", async () => {
    const by = await reader();
    await teach(by, 0);
    expect((await read(by, 0)).memory).toBeNull();
  });

  test("that is wrong is outvoted by three right ones", async () => {
    const by = await reader();
    for (const at of [0, 1, 2]) await teach(by, at);
    await teach(by, 3, { ...correctionsOf(DOCUMENTS[3] as Values), "/policy_code": "Rosa Vasquez", "/insured_person": "KX-21888" });
    expect((await read(by, 4)).data).toEqual(truthOf(DOCUMENTS[4] as Values));
  });

  test("may say where a value stands", async () => {
    const by = await reader();
    const [, values] = DOCUMENTS as [Values, Values];
    const pages = await Promise.all(
      [values, DOCUMENTS[2] as Values].map(({ number, buyer }) =>
        pdfOf([
          [
            { text: "Gormil tesk vandor", x: 60, y: 60, size: 16 },
            { text: "Pulvar", x: 60, y: 120 },
            { text: number, x: 220, y: 120 },
            { text: "Renzil", x: 60, y: 140 },
            { text: number, x: 220, y: 140 },
            { text: "Ostrim", x: 60, y: 160 },
            { text: buyer, x: 220, y: 160 },
          ],
        ]),
      ),
    );
    const [first, second] = await Promise.all(
      pages.map((pdf) => by.client.extract({ template_id: by.templateId, file_content: base64(pdf) })),
    );
    const at = { page: 1, bbox: [200 / 595, 136 / 842, 320 / 595, 154 / 842] };
    const answer = await by.client.post(`/v1/tasks/${first?.task_id}/review`, {
      corrections: { "/policy_code": { value: "KX-20977-B", at } },
    });
    expect(answer.json.reviewed.values["/policy_code"]).toMatchObject({ value: "KX-20977-B", place: at });
    expect(second?.status).toBe("completed");
  });
});

describe("what is remembered", () => {
  test("goes when its task is deleted, its review is undone, or somebody forgets it", async () => {
    const by = await reader();
    const deleted = await teach(by, 0);
    expect((await by.client.delete(`/v1/tasks/${deleted.task_id}`)).status).toBe(204);
    expect(await layoutsOf(by)).toEqual([]);
    const undone = await teach(by, 1);
    await by.client.post(`/v1/tasks/${undone.task_id}/review`, { done: false });
    expect(await layoutsOf(by)).toEqual([]);
    await teach(by, 2);
    const [layout] = await layoutsOf(by);
    expect((await by.client.delete(`/v1/templates/${by.templateId}/memory/${layout.layout_id}`)).status).toBe(204);
    await teach(by, 3);
    expect((await by.client.delete(`/v1/templates/${by.templateId}/memory`)).status).toBe(204);
    expect(await layoutsOf(by)).toEqual([]);
    expect((await read(by, 4)).memory).toBeNull();
    await teach(by, 0);
    await by.client.delete(`/v1/templates/${by.templateId}`);
    const { rows } = await sql`SELECT FROM memory_examples WHERE scope = ${by.templateId}`.execute(service.db);
    expect(rows).toEqual([]);
  });

  test("holds no value of a document", async () => {
    const by = await reader();
    await teach(by, 0);
    const { rows } = await sql<{ text: string }>`SELECT lesson::text AS text FROM memory_examples WHERE scope = ${by.templateId}`.execute(
      service.db,
    );
    expect(rows).toHaveLength(1);
    // Words are kept as hashes: neither they nor those of a value are there.
    for (const word of "Amara Whitlock Blue paper Red".split(" ")) expect(rows[0]?.text, word).not.toContain(String(hashOf(word)));
    expect(rows[0]?.text).toContain(String(hashOf("Trabbel")));
    for (const canary of ["KX-20411", "20411", "Whitlock", "318", "Blue paper"]) expect(rows[0]?.text).not.toContain(canary);
  });
});

test("a list is corrected as a whole: row by row, rows left over taken out, further ones added", async () => {
  const by = await reader();
  await teach(by, 0);
  const task = await read(by, 2);
  expect(task.data?.goods).toHaveLength(2);
  const review = async (goods: object[]) =>
    Object.fromEntries(
      Object.entries(
        (await by.client.post(`/v1/tasks/${task.task_id}/review`, { corrections: { "/goods": goods } })).json.reviewed?.values ?? {},
      ).map(([pointer, each]) => [pointer, (each as { value: unknown }).value]),
    );
  const rows = truthOf(DOCUMENTS[2] as Values).goods;
  expect(await review(rows)).toEqual({});
  expect(await review([{ thing: "White chalk", worth: 4 }])).toEqual({ "/goods/0/thing": "White chalk", "/goods/1": null });
  expect(await review([...rows, { thing: "Sponge", worth: 2 }])).toEqual({ "/goods/2": { thing: "Sponge", worth: 2 } });
});
