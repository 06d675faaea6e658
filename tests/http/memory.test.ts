/** What a review teaches: the next document of the layout is read as the last one was corrected. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import { hashOf } from "#structure/layout/marks.ts";
import {
  correctionsOf,
  LOSS_SCHEMA,
  type Loss,
  layoutsOf,
  lossFile,
  lossOf,
  lossReader,
  readLoss,
  teach,
  truthOf,
} from "../support/losses.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const countOf = ({ data }: TaskRecord, values: Loss) => {
  const truth = truthOf(values);
  return Object.entries(truth).filter(([name, value]) => JSON.stringify(data?.[name]) === JSON.stringify(value)).length;
};

describe("a review", () => {
  test("is the reason why the next documents of its layout are read right, and the record says so", async () => {
    const by = await lossReader(await service.account());
    const first = await readLoss(by, 0);
    expect(first.memory).toBeNull();
    expect(countOf(first, lossOf(0))).toBeLessThan(4);
    const taught = await teach(by, 0);
    const [layout] = await layoutsOf(by);
    for (const at of [1, 2, 3]) {
      const task = await readLoss(by, at);
      expect(task.data, `document ${at}`).toEqual(truthOf(lossOf(at)));
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
      // Of the first document before it was corrected: four single values, and the two columns of its list.
      right_share: expect.closeTo(countOf(first, lossOf(0)) / (Object.keys(truthOf(lossOf(0))).length + 1), 3),
    });
  });

  test("changes nothing for another account, another template, another layout, or who wants none of it", async () => {
    const [by, stranger] = [await lossReader(await service.account()), await lossReader(await service.account())];
    const plain = await readLoss(by, 1, { learn: false });
    await teach(by, 0);
    const other = {
      ...by,
      templateId: (await by.client.post("/v1/templates", { name: "Other", extraction_schema: LOSS_SCHEMA })).json.template_id,
    };
    for (const task of [await readLoss(stranger, 1), await readLoss(other, 1), await readLoss(by, 1, { learn: false })]) {
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
    const task = await client.extract({ extraction_schema: LOSS_SCHEMA, file_content: await lossFile(0) });
    await client.post(`/v1/tasks/${task.task_id}/review`, { corrections: correctionsOf(lossOf(0)), done: true });
    await expect
      .poll(async () => (await client.extract({ extraction_schema: LOSS_SCHEMA, file_content: await lossFile(1) })).data)
      .toEqual(truthOf(lossOf(1)));
  });

  test("is not used to read its own document again", async () => {
    const by = await lossReader(await service.account());
    await teach(by, 0);
    expect((await readLoss(by, 0)).memory).toBeNull();
  });

  test("that is wrong is outvoted by three right ones", async () => {
    const by = await lossReader(await service.account());
    for (const at of [0, 1, 2]) await teach(by, at);
    await teach(by, 3, { ...correctionsOf(lossOf(3)), "/policy_code": "Rosa Vasquez", "/insured_person": "KX-21888" });
    expect((await readLoss(by, 4)).data).toEqual(truthOf(lossOf(4)));
  });

  test("may say where a value stands", async () => {
    const by = await lossReader(await service.account());
    const values = lossOf(1);
    const pages = await Promise.all(
      [values, lossOf(2)].map(({ number, buyer }) =>
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
    const by = await lossReader(await service.account());
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
    expect((await readLoss(by, 4)).memory).toBeNull();
    await teach(by, 0);
    await by.client.delete(`/v1/templates/${by.templateId}`);
    const { rows } = await sql`SELECT FROM memory_examples WHERE scope = ${by.templateId}`.execute(service.db);
    expect(rows).toEqual([]);
  });

  test("holds no value of a document", async () => {
    const by = await lossReader(await service.account());
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
  const by = await lossReader(await service.account());
  await teach(by, 0);
  const task = await readLoss(by, 2);
  expect(task.data?.goods).toHaveLength(2);
  const review = async (goods: object[]) =>
    Object.fromEntries(
      Object.entries(
        (await by.client.post(`/v1/tasks/${task.task_id}/review`, { corrections: { "/goods": goods } })).json.reviewed?.values ?? {},
      ).map(([pointer, each]) => [pointer, (each as { value: unknown }).value]),
    );
  const rows = truthOf(lossOf(2)).goods;
  expect(await review(rows)).toEqual({});
  expect(await review([{ thing: "White chalk", worth: 4 }])).toEqual({ "/goods/0/thing": "White chalk", "/goods/1": null });
  expect(await review([...rows, { thing: "Sponge", worth: 2 }])).toEqual({ "/goods/2": { thing: "Sponge", worth: 2 } });
});
