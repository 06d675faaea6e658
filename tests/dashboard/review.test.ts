/** POST /tasks/{task_id}/review: people correct values beside what was read, and say when they are done. */
import { beforeAll, describe, expect, test } from "vitest";
import type { TaskRecord } from "#contract/task.ts";
import type { Client } from "../support/client.ts";
import { base64, INVOICE, type Line, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { signedIn } from "../support/signed-in.ts";

const PAGE: Line[] = [
  ...(INVOICE[0] ?? []),
  { text: "Description", x: 50, y: 240 },
  { text: "Amount", x: 400, y: 240 },
  { text: "Blue paper", x: 50, y: 260 },
  { text: "100.00", x: 400, y: 260 },
  { text: "Red paper", x: 50, y: 280 },
  { text: "200.00", x: 400, y: 280 },
];
const SCHEMA = {
  fields: [
    { name: "invoice_number", type: "string", description: "Number of the invoice" },
    { name: "invoice_date", type: "date" },
    { name: "due_date", type: "date" },
    { name: "total", type: "currency", description: "Total amount due" },
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

const ask = () => ({ file_content: pdf, extraction_schema: SCHEMA });
const review = (client: Client, id: string, body: object) => client.post(`/v1/tasks/${id}/review`, body);
async function read(): Promise<{ client: Client; task: TaskRecord }> {
  const client = await service.account();
  const task = await client.extract(ask());
  expect(task).toMatchObject({ status: "completed", reviewed: null, reviewed_at: null });
  return { client, task };
}
const BY_KEY = { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), by: "API key" };

describe("corrections", () => {
  test("lie beside the values, which stay as they were read", async () => {
    const { client, task } = await read();
    const answer = await review(client, task.task_id, {
      corrections: { "/total": "1.290,00 EUR", "/due_date": "3 May 2026", "/contact/email": null, "/line_items/1/amount": 250 },
    });
    expect(answer.status).toBe(200);
    expect(answer.json.reviewed).toEqual({
      values: {
        "/total": { value: { amount: 1290, currency: "EUR" }, ...BY_KEY },
        "/due_date": { value: "2026-05-03", ...BY_KEY },
        "/line_items/1/amount": { value: 250, ...BY_KEY },
      },
      completed_at: null,
      completed_by: null,
    });
    const { reviewed: _now, needs_review: left, ...rest } = answer.json;
    const { reviewed: _then, needs_review: all, ...before } = task;
    expect(rest).toEqual(before);
    expect(left).toEqual(all?.filter((path) => !(path in answer.json.reviewed.values)));
    expect((await client.wait(task.task_id, 0)).reviewed).toEqual(answer.json.reviewed);
  });

  test("add up; a later one of the same field replaces it; what was read takes it back", async () => {
    const { client, task } = await read();
    await review(client, task.task_id, { corrections: { "/invoice_number": "INV-1", "/total": { amount: 1, currency: "EUR" } } });
    const later = await review(client, task.task_id, { corrections: { "/invoice_number": "INV-2" } });
    expect(later.json.reviewed.values).toMatchObject({ "/invoice_number": { value: "INV-2" }, "/total": { value: { amount: 1 } } });
    const back = await review(client, task.task_id, { corrections: { "/invoice_number": "INV-00042", "/total": "EUR 1,190.00" } });
    expect(back.json.reviewed).toBeNull();
  });

  test("can say that there is no value", async () => {
    const { client, task } = await read();
    const answer = await review(client, task.task_id, { corrections: { "/invoice_date": null } });
    expect(answer.json.reviewed.values).toEqual({ "/invoice_date": { value: null, ...BY_KEY } });
    expect(answer.json.data.invoice_date).toBe("2026-04-03");
  });

  test("an amount without a currency keeps the one that was read", async () => {
    const { client, task } = await read();
    const answer = await review(client, task.task_id, { corrections: { "/total": "1,290.00" } });
    expect(answer.json.reviewed.values["/total"].value).toEqual({ amount: 1290, currency: "EUR" });
  });

  test.each([
    ["/nothing", "x"],
    ["/line_items", "two"],
    ["/line_items", [{ colour: "red" }]],
    ["/line_items/2/amount", 5],
    ["/contact", {}],
    ["total", 5],
    ["", {}],
    ["/toString", 5],
    ["/total", "a lot"],
    ["/invoice_date", "soon"],
    ["/line_items/0/amount", "x"],
  ])("of %j to %j is 422 and changes nothing", async (pointer, value) => {
    const { client, task } = await read();
    const answer = await review(client, task.task_id, { corrections: { "/invoice_number": "INV-1", [pointer]: value }, done: true });
    expect(answer.status).toBe(422);
    expect(answer.json.detail).toMatchObject([{ loc: ["body", "corrections", pointer], msg: expect.stringMatching(/\w/) }]);
    expect(await client.wait(task.task_id, 0)).toEqual(task);
  });

  test("that are wrong are all named at once", async () => {
    const { client, task } = await read();
    const answer = await review(client, task.task_id, { corrections: { "/total": "a lot", "/nothing": 1 } });
    expect(answer.json.detail.map(({ loc }: { loc: string[] }) => loc[2])).toEqual(["/total", "/nothing"]);
  });

  test("of several people at the same moment are all kept", async () => {
    const { client, task } = await read();
    const values = { "/invoice_number": "X", "/invoice_date": "2026-01-01", "/due_date": "2026-02-02", "/line_items/0/description": "Y" };
    await Promise.all(
      Object.entries(values).map(([pointer, value]) => review(client, task.task_id, { corrections: { [pointer]: value } })),
    );
    const { reviewed } = await client.wait(task.task_id, 0);
    expect(Object.fromEntries(Object.entries(reviewed?.values ?? {}).map(([pointer, { value }]) => [pointer, value]))).toEqual(values);
  });
});

describe("`done`", () => {
  test("marks the task as reviewed, by whom and when, and it leaves `review=needed`; false opens it again", async () => {
    const { client, browser, email } = await signedIn(service);
    const { task_id } = await client.extract(ask());
    const idsOf = async (state: string) =>
      (await client.get(`/v1/tasks?review=${state}`)).json.tasks.map((task: { task_id: string }) => task.task_id);
    expect([await idsOf("needed"), await idsOf("done")]).toEqual([[task_id], []]);
    const path = `/api/extractor/v1/tasks/${task_id}/review`;
    const done = (await browser.post(path, { corrections: { "/invoice_number": "INV-1" }, done: true })).json;
    expect(done.reviewed).toMatchObject({
      values: { "/invoice_number": { value: "INV-1", by: email } },
      completed_at: BY_KEY.at,
      completed_by: email,
    });
    expect(done.reviewed_at).toBe(done.reviewed.completed_at);
    expect([await idsOf("needed"), await idsOf("done")]).toEqual([[], [task_id]]);
    expect((await client.get("/v1/tasks")).json.tasks[0].reviewed_at).toBe(done.reviewed_at);
    // A correction alone leaves it reviewed.
    expect((await browser.post(path, { corrections: { "/invoice_number": null } })).json.reviewed_at).toBe(done.reviewed_at);
    const open = (await browser.post(path, { done: false })).json;
    expect(open).toMatchObject({ reviewed_at: null, reviewed: { completed_at: null, completed_by: null } });
    expect([await idsOf("needed"), await idsOf("done")]).toEqual([[task_id], []]);
  });

  test("without a correction says that all was read right", async () => {
    const { client, task } = await read();
    const { reviewed } = (await review(client, task.task_id, { done: true })).json;
    expect(reviewed).toEqual({ values: {}, completed_at: BY_KEY.at, completed_by: "API key" });
  });
});

describe("only what is completed can be reviewed", () => {
  test("a failed task and one that is still read are 400 `task_not_completed`, and never in `review=needed`", async () => {
    await using silent = await startReceiver(() => undefined);
    const client = await service.account();
    const failed = await client.extract({ ...ask(), file_content: base64(Buffer.from("%PDF-1.4\nbroken")) });
    const running = await client.submit({ document_url: `${silent.url}/a.pdf`, extraction_schema: SCHEMA });
    for (const id of [failed.task_id, running]) {
      const answer = await review(client, id, { done: true });
      expect([answer.status, answer.json.error_code]).toEqual([400, "task_not_completed"]);
    }
    expect((await client.get("/v1/tasks?review=needed")).json.tasks).toEqual([]);
  });

  test("a task of another account is 404", async () => {
    const { task } = await read();
    expect((await review(await service.account(), task.task_id, { done: true })).status).toBe(404);
  });
});

test("a task that is answered from the cache begins unreviewed", async () => {
  const client = await service.account();
  // What a review teaches is a reason to read an equal request anew.
  const untaught = { ...ask(), learn: false };
  const task = await client.extract(untaught);
  await review(client, task.task_id, { corrections: { "/invoice_number": "INV-1" }, done: true });
  const again = await client.extract(untaught);
  expect(again).toMatchObject({ cache: { hit: true }, data: task.data, confidence: task.confidence, reviewed: null, reviewed_at: null });
});

test("a webhook tells what was read, as it was before any review", async () => {
  await using receiver = await startReceiver();
  const client = await service.account();
  const { task_id } = await client.extract({ ...ask(), callback_url: receiver.url });
  await review(client, task_id, { done: true });
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(JSON.parse(receiver.received[0]?.body ?? "").data).toMatchObject({ task_id, reviewed: null, reviewed_at: null });
});

test("a review leaves a line in the account's activity", async () => {
  const { client, browser } = await signedIn(service);
  const { task_id } = await client.extract(ask());
  await review(client, task_id, { done: true });
  const { lines } = (await browser.get("/api/account/v1/activity")).json;
  expect(lines[0]).toMatchObject({ action: "task.reviewed", subject: task_id, actor: expect.stringMatching(/^key:/) });
});

test("the same Idempotency-Key reviews once", async () => {
  const { client, task } = await read();
  const send = () => client.post(`/v1/tasks/${task.task_id}/review`, { done: true }, { "idempotency-key": "r1" });
  const [first, second] = [await send(), await send()];
  expect(second.json).toEqual(first.json);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
});
