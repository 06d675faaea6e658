/**
 * Random commands against a model of the service: what it says of each task is what the model says, whatever came before.
 * `FUZZ_CASES` says how many lists of commands (8), `FUZZ_SEED` from which seed; `random` for another one each time.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKey } from "#accounts/keys.ts";
import { Client } from "../support/client.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startTestService, type TestService } from "../support/service.ts";

const LISTS = Number(process.env.FUZZ_CASES ?? 8);
const SEED = process.env.FUZZ_SEED === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(process.env.FUZZ_SEED ?? 20_260_403);
const COMMANDS_MAX = 12;

/** `open`: it may be waiting, running or finished by now; the service is asked. */
type TaskModel = { id: string; isSound: boolean; state: "open" | "completed" | "failed" | "cancelled" | "deleted" };
type Model = { tasks: TaskModel[] };
type Real = { email: string; client: Client; isWorking: boolean };

let service: TestService;
let files: { sound: string; broken: string };
beforeAll(async () => {
  files = { sound: base64(await pdfOf(INVOICE)), broken: base64(Buffer.from("%PDF-1.4\nbroken")) };
  service = await startTestService();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const end = (task: TaskModel): TaskModel["state"] => (task.isSound ? "completed" : "failed");
/** What the record has to say of a task that is in this state. */
function expectRecord(task: TaskModel, record: { status: string; error: { code: string } | null }): void {
  const code = { completed: null, failed: "corrupt_document", cancelled: "cancelled" }[task.state as string];
  expect([record.status, record.error?.code ?? null]).toEqual([task.state === "completed" ? "completed" : "failed", code]);
}

/** Asks for the task; an open one is followed to its end where somebody works on it. */
async function look(task: TaskModel, { client, isWorking }: Real): Promise<void> {
  const answer = await client.get(`/v1/tasks/${task.id}?wait=${task.state === "open" && isWorking ? 30 : 0}`);
  expect(answer.status).toBe(task.state === "deleted" ? 404 : 200);
  if (task.state === "deleted") return;
  if (task.state === "open" && (isWorking || answer.json.completed_at !== null)) task.state = end(task);
  if (task.state === "open") expect(["processing", "retrying"]).toContain(answer.json.status);
  else expectRecord(task, answer.json);
}

type Command = fc.AsyncCommand<Model, Real>;
/** A command on the task with this number, counted round. */
const onTask = (name: string, number: number, run: (task: TaskModel, real: Real) => Promise<void>): Command => ({
  check: ({ tasks }) => tasks.length > 0,
  async run({ tasks }, real) {
    const task = tasks[number % tasks.length];
    if (task) await run(task, real);
  },
  toString: () => `${name} ${number}`,
});
const plain = (name: string, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run,
  toString: () => name,
});

const submit = (isSound: boolean) =>
  plain(`submit ${isSound ? "sound" : "broken"}`, async ({ tasks }, { client }) => {
    const file_content = isSound ? files.sound : files.broken;
    tasks.push({ id: await client.submit({ file_content, extraction_schema: INVOICE_SCHEMA, cache: "off" }), isSound, state: "open" });
  });

const poll = (number: number) => onTask("poll", number, look);

const cancel = (number: number) =>
  onTask("cancel", number, async (task, { client }) => {
    const answer = await client.post(`/v1/tasks/${task.id}/cancel`);
    if (task.state === "deleted") return expect(answer.status).toBe(404);
    if (task.state !== "open") return expect([answer.status, answer.json.error_code]).toEqual([400, "task_already_finished"]);
    // Who was first, the command or the worker, is for the service to say, and to keep to.
    expect([200, 400]).toContain(answer.status);
    task.state = answer.status === 200 ? "cancelled" : end(task);
    expectRecord(task, await client.wait(task.id, 0));
  });

const retry = (number: number) =>
  onTask("retry", number, async (task, { client }) => {
    const answer = await client.post(`/v1/tasks/${task.id}/retry`);
    if (task.state === "deleted") return expect(answer.status).toBe(404);
    if (task.state === "failed" || task.state === "cancelled") {
      expect([answer.status, answer.json.status]).toEqual([200, "processing"]);
      task.state = "open";
    } else if (answer.status !== 200) expect([answer.status, answer.json.error_code]).toEqual([400, "task_not_retryable"]);
    else expect([task.state, task.isSound]).toEqual(["open", false]);
  });

const remove = (number: number) =>
  onTask("delete", number, async (task, { client }) => {
    expect((await client.delete(`/v1/tasks/${task.id}`)).status).toBe(task.state === "deleted" ? 404 : 204);
    task.state = "deleted";
  });

const replaceKey = plain("replace the key", async (_model, real) => {
  const old = real.client;
  const { key } = await createKey(service.db, { name: "k", email: real.email, tier: null, ratePerMinute: null });
  real.client = new Client(service.url, key);
  expect((await old.get("/v1/tasks")).status).toBe(401);
});

const restartWorker = plain("restart the worker", async (_model, real) => {
  await service.stopWorker();
  await service.startWorker();
  real.isWorking = true;
});
const stopWorker = plain("stop the worker", async (_model, real) => {
  await service.stopWorker();
  real.isWorking = false;
});

const list = plain("list", async ({ tasks }, { client }) => {
  const answer = await client.get("/v1/tasks?limit=100");
  const there = tasks.filter(({ state }) => state !== "deleted").map(({ id }) => id);
  expect(answer.json.tasks.map((each: { task_id: string }) => each.task_id)).toEqual(there.toReversed());
});

const number = fc.nat(COMMANDS_MAX);
const often = (weight: number, arbitrary: fc.Arbitrary<Command>) => Array.from({ length: weight }, () => arbitrary);
const commands = fc.commands(
  [
    ...often(4, fc.boolean().map(submit)),
    ...often(3, number.map(poll)),
    ...often(2, number.map(cancel)),
    ...often(2, number.map(retry)),
    ...often(2, number.map(remove)),
    fc.constant(list),
    fc.constant(replaceKey),
    fc.constant(stopWorker),
    fc.constant(restartWorker),
  ],
  { maxCommands: COMMANDS_MAX, size: "max" },
);

test("Z03: after any list of commands the service says what its model says", { timeout: 3_600_000 }, async () => {
  let run = 0;
  const property = fc.asyncProperty(commands, async (each) => {
    const email = `model-${run++}@example.com`;
    const real: Real = { email, client: await service.account({ email }), isWorking: true };
    const model: Model = { tasks: [] };
    await fc.asyncModelRun(() => ({ model, real }), each);
    if (!real.isWorking) await restartWorker.run(model, real);
    for (const task of model.tasks) await look(task, real);
    await list.run(model, real);
  });
  await fc.assert(property, { seed: SEED, numRuns: LISTS, endOnFailure: process.env.FUZZ_CASES === undefined });
  if (process.env.FUZZ_CASES) console.log(`seed ${SEED}: ${run} lists`);
});
