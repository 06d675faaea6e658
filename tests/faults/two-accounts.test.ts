/** Tasks of two accounts run beside each other, each with words of its own in every place: none of them is seen by the other. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

const TASKS = process.env.STORM ? 1_000 : 60;
/** At a time; both accounts always have some. */
const WIDTH = 24;
const WORDS = /canary-[AB]-\d+/g;

let model: ModelServer;
let hooks: Receiver;
let service: TestService;
beforeAll(async () => {
  model = await startModelServer(pointingModel({ fields: { "/reference": /Reference: (\S+)/ } }));
  hooks = await startReceiver();
  service = await startTestService({ env: { ...model.env("openai"), WINNOW_DEFAULT_PROVIDER: "local" } });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await hooks?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

type Task = { word: string; client: Client; id: string };

/** Odd ones are read by the model, the others by the local engine. */
async function submitted(client: Client, word: string, i: number): Promise<Task> {
  const pdf = await pdfOf([[{ text: `Reference: ${word}`, y: 100 }]]);
  const id = await client.submit({
    document: { file_content: base64(pdf), filename: `${word}.pdf` },
    extraction_schema: { fields: [{ name: "reference", description: `as in ${word}` }], document_description: `for ${word}` },
    metadata: { note: word },
    callback_url: `${hooks.url}/${word}`,
    provider: i % 4 < 2 ? "local" : "openai",
  });
  return { word, client, id };
}

const wordsIn = (text: string) => [...new Set(text.match(WORDS))];

test(`L14: of ${TASKS} tasks of two accounts nothing crosses: records, lists, webhooks, requests to the model`, async () => {
  const [a, b] = [await service.account(), await service.account()];
  const turns = Array.from({ length: TASKS }).keys();
  const tasks: Task[] = [];
  await Promise.all(
    Array.from({ length: WIDTH }, async () => {
      for (const i of turns) {
        const isFirst = i % 2 === 0;
        const task = await submitted(isFirst ? a : b, `canary-${isFirst ? "A" : "B"}-${i}`, i);
        tasks.push(task);
        const record = await task.client.wait(task.id);
        expect(record).toMatchObject({ status: "completed", data: { reference: task.word } });
        expect(wordsIn(JSON.stringify(record))).toEqual([task.word]);
      }
    }),
  );
  for (const { word, client, id } of tasks.slice(0, 20)) {
    const other = client === a ? b : a;
    expect((await other.get(`/v1/tasks/${id}`)).status).toBe(404);
    expect(wordsIn((await client.get(`/v1/tasks/${id}/deliveries`)).text)).toEqual([word]);
  }
  for (const [client, letter] of [
    [a, "A"],
    [b, "B"],
  ] as const) {
    const list = await client.get("/v1/tasks?limit=100");
    expect(wordsIn(list.text).filter((word) => !word.startsWith(`canary-${letter}`))).toEqual([]);
  }
  await expect.poll(() => hooks.received.length).toBe(TASKS);
  for (const { path, body } of hooks.received) expect(wordsIn(body)).toEqual([path.slice(1)]);
  expect(model.asked).toHaveLength(TASKS / 2);
  for (const { instructions, text } of model.asked) expect(wordsIn(`${instructions} ${text}`)).toHaveLength(1);
}, 300_000);
