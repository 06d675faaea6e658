/** Documents of one layout whose labels are words of no language, a template for them, and reviews that teach how they are read. */
import { expect } from "vitest";
import { memo } from "#contract/memo.ts";
import type { TaskRecord } from "#contract/task.ts";
import type { Client } from "./client.ts";
import { base64, pdfOf } from "./pdf.ts";

export type Loss = { number: string; buyer: string; day: string; sum: string; rows: [string, string][] };
const LOSSES: Loss[] = [
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
export const LOSS_SCHEMA = {
  fields: [
    { name: "policy_code", type: "string", description: "Code of the policy" },
    { name: "insured_person", type: "string", description: "Who is insured" },
    { name: "loss_day", type: "date", description: "When the loss happened" },
    { name: "claimed", type: "number", description: "What is claimed" },
    { name: "goods", type: "table", fields: [{ name: "thing" }, { name: "worth", type: "number" }] },
  ],
};
export const truthOf = ({ number, buyer, day, sum, rows }: Loss) => ({
  policy_code: number,
  insured_person: buyer,
  loss_day: day,
  claimed: Number(sum.replace(",", "")),
  goods: rows.map(([thing, worth]) => ({ thing, worth: Number(worth.replace(",", "")) })),
});

/** A layout with labels that no language has. */
const drawnLoss = ({ number, buyer, day, sum, rows }: Loss): Promise<Buffer> =>
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

/** The drawn document with that number, as base64. */
export const lossFile = memo(async (at: number) => base64(await drawnLoss(lossOf(at))), new Map());
export function lossOf(at: number): Loss {
  const loss = LOSSES[at];
  if (!loss) throw new Error(`there are ${LOSSES.length} documents`);
  return loss;
}

export const correctionsOf = (values: Loss) =>
  Object.fromEntries(Object.entries(truthOf(values)).map(([name, value]) => [`/${name}`, value]));

export type LossReader = { client: Client; templateId: string };
/** With a template of its own. */
export async function lossReader(client: Client): Promise<LossReader> {
  const { json } = await client.post("/v1/templates", { name: "Losses", extraction_schema: LOSS_SCHEMA });
  return { client, templateId: json.template_id };
}

/** Reads the document with that number. */
export const readLoss = async ({ client, templateId }: LossReader, at: number, more: object = {}): Promise<TaskRecord> =>
  client.extract({ template_id: templateId, file_content: await lossFile(at), ...more });

export const layoutsOf = async ({ client, templateId }: LossReader) =>
  (await client.get(`/v1/templates/${templateId}/memory`)).json.layouts;

/** Corrects the document and waits until it is learned. */
export async function teach(by: LossReader, at: number, corrections: object = correctionsOf(lossOf(at))): Promise<TaskRecord> {
  const task = await readLoss(by, at, { provider: "local", cache: "off" });
  const before = (await layoutsOf(by)).reduce((sum: number, { examples }: { examples: number }) => sum + examples, 0);
  const answer = await by.client.post(`/v1/tasks/${task.task_id}/review`, { corrections, done: true });
  expect(answer.status, answer.text).toBe(200);
  await expect
    .poll(async () => (await layoutsOf(by)).reduce((sum: number, { examples }: { examples: number }) => sum + examples, 0))
    .toBe(before + 1);
  return task;
}
