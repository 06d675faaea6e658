/** POST /tasks/{task_id}/review: rows of tables and lists, taken out and added beside what was read. */
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import type { Client } from "../support/client.ts";
import { base64, type Line, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

const PAGE: Line[] = [
  { text: "Invoice number: INV-00042", y: 140 },
  { text: "Description", x: 50, y: 240 },
  { text: "Amount", x: 400, y: 240 },
  { text: "Blue paper", x: 50, y: 260 },
  { text: "100.00", x: 400, y: 260 },
  { text: "Red paper", x: 50, y: 280 },
  { text: "200.00", x: 400, y: 280 },
];
const SCHEMA = {
  fields: [
    { name: "contact", type: "object", fields: [{ name: "email", type: "email" }] },
    { name: "line_items", type: "table", fields: [{ name: "description" }, { name: "amount", type: "number" }] },
    { name: "tags", type: "string[]" },
  ],
};

let service: SharedService;
let pdf: string;
beforeAll(async () => {
  service = await sharedService();
  pdf = base64(await pdfOf([PAGE]));
});

const review = (client: Client, id: string, body: object) => client.post(`/v1/tasks/${id}/review`, body);
async function read(): Promise<{ client: Client; task: TaskRecord }> {
  const client = await service.account();
  const task = await client.extract({ file_content: pdf, extraction_schema: SCHEMA });
  expect(task.data?.line_items).toHaveLength(2);
  return { client, task };
}

describe("rows", () => {
  const valuesOf = (answer: { json: TaskRecord }) =>
    Object.fromEntries(Object.entries(answer.json.reviewed?.values ?? {}).map(([pointer, { value }]) => [pointer, value]));

  test("are taken out by null, put behind the others by `/-`, changed and taken back; what was read stays", async () => {
    const { client, task } = await read();
    const added = await review(client, task.task_id, {
      corrections: { "/line_items/0": null, "/line_items/-": { description: "Green paper", amount: "1,300.50" }, "/tags/-": "paid" },
    });
    expect(added.status).toBe(200);
    expect(valuesOf(added)).toEqual({
      "/line_items/0": null,
      "/line_items/2": { description: "Green paper", amount: 1300.5 },
      "/tags/0": "paid",
    });
    expect([added.json.data, added.json.fields]).toEqual([task.data, task.fields]);
    const later = await review(client, task.task_id, {
      corrections: { "/line_items/-": { description: "Last" }, "/line_items/2": { description: "Greener", amount: null } },
    });
    expect(valuesOf(later)).toMatchObject({
      "/line_items/2": { description: "Greener", amount: null },
      "/line_items/3": { description: "Last", amount: null },
    });
    const [first] = (task.data?.line_items ?? []) as object[];
    const back = await review(client, task.task_id, {
      corrections: { "/line_items/0": first, "/line_items/2": null, "/line_items/3": null, "/tags/0": null },
    });
    expect(back.json.reviewed).toBeNull();
  });

  test.each([
    ["/line_items/-", { colour: "red" }, /no column “colour”/],
    ["/line_items/-", { amount: "dear" }, /^amount: Enter a number/],
    ["/line_items/-", {}, /at least one value/],
    ["/line_items/-", "Green paper", /names of its columns/],
    ["/line_items/1", { amount: 3 }, /one by one/],
    ["/line_items/2", { amount: 3 }, /no such field/],
    ["/line_items/2", null, /no such field/],
    ["/line_items/__proto__", null, /no such field/],
    ["/tags/-", null, /Enter a value/],
    ["/contact/-", "x", /no such field/],
  ])("%s as %j is 422", async (pointer, value, why) => {
    const { client, task } = await read();
    const answer = await review(client, task.task_id, { corrections: { [pointer]: value } });
    expect(answer.status).toBe(422);
    expect(answer.json.detail).toMatchObject([{ loc: ["body", "corrections", pointer], msg: expect.stringMatching(why) }]);
  });
});
