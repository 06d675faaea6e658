/** Nothing accepted is lost and nothing is done twice, whatever is killed. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TaskSummary } from "#contract/task.ts";
import { Client } from "../support/client.ts";
import { fillDataDir } from "../support/data-dir.ts";
import { figure } from "../support/figure.ts";
import { freePort } from "../support/free-port.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { clientOf, kill, type Processes, startProcesses } from "../support/processes.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

let dataDir: string;
let slow: Receiver;
let hooks: Receiver;
beforeAll(async () => {
  dataDir = await fillDataDir(await mkdtemp(path.join(tmpdir(), "winnow-kill-")));
  const pdf = await pdfOf(INVOICE);
  slow = await startReceiver((_request, response) => void setTimeout(() => response.end(pdf), 1_500));
  hooks = await startReceiver();
});
afterAll(async () => {
  await slow?.[Symbol.asyncDispose]();
  await hooks?.[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const submitMany = (client: Client, count: number, tag: string) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      client.submit({
        document_url: `${slow.url}/${tag}-${i}.pdf`,
        extraction_schema: INVOICE_SCHEMA,
        callback_url: `${hooks.url}/${tag}`,
        cache: "off",
      }),
    ),
  );

async function untilRunning(client: Client, ids: string[]): Promise<void> {
  await expect
    .poll(async () => (await Promise.all(ids.map((id) => client.wait(id, 0)))).filter((task) => task.attempts > 0).length, {
      interval: 50,
    })
    .toBe(ids.length);
}

async function expectAllDone(client: Client, ids: string[], tag: string): Promise<void> {
  const tasks = await Promise.all(ids.map((id) => client.wait(id)));
  expect(tasks.map((task) => task.status)).toEqual(ids.map(() => "completed"));
  const announced = () => hooks.received.filter((hook) => hook.path === `/${tag}`).map((hook) => JSON.parse(hook.body).data.task_id);
  await expect.poll(() => new Set(announced()).size).toBe(ids.length);
  const perTask = new Map<string, Set<unknown>>();
  for (const hook of hooks.received.filter(({ path: at }) => at === `/${tag}`)) {
    const id = JSON.parse(hook.body).data.task_id;
    perTask.set(id, (perTask.get(id) ?? new Set()).add(hook.headers["webhook-id"]));
  }
  expect([...perTask.values()].every((hookIds) => hookIds.size === 1)).toBe(true);
}

/** When each second attempt was seen, until all have ended. One request at a time: workers give way to answers. */
async function secondAttempts(client: Client): Promise<number[]> {
  const seen = new Map<string, number>();
  for (let open = true; open; await sleep(50)) {
    const { tasks } = (await client.get("/v1/tasks?limit=100")).json as { tasks: TaskSummary[] };
    for (const { task_id: id, attempts } of tasks) if (attempts > 1 && !seen.has(id)) seen.set(id, Date.now());
    open = tasks.some(({ completed_at }) => completed_at === null);
  }
  return [...seen.values()];
}

test.runIf(process.env.STORM)("J03: kill -9 of one worker process with 20 tasks running: all 20 complete", async () => {
  await using service = await startProcesses(dataDir);
  const client = await clientOf(service, dataDir);
  const ids = await submitMany(client, 20, "one-worker");
  await untilRunning(client, ids);
  const { workers } = await service.pids();
  expect(workers).toHaveLength(2);
  const killedAt = Date.now();
  kill(workers[0] ?? 0);
  const startingAgain = secondAttempts(client);
  await expectAllDone(client, ids, "one-worker");
  const again = await Promise.all(ids.map((id) => client.wait(id, 0)));
  const restarted = again.filter((task) => task.attempts > 1);
  expect(restarted.length).toBeGreaterThan(0);
  const lateMs = restarted.map((task) => Date.parse(task.completed_at ?? "") - killedAt);
  expect(Math.max(...lateMs)).toBeLessThan(15_000);
  const startedAgainMs = Math.max(...(await startingAgain)) - killedAt;
  figure("taken over", `a worker killed beside another on its node: its tasks ran again after ${startedAgainMs} ms at the latest`);
  expect(startedAgainMs).toBeLessThan(2_000);
  expect(await service.stop()).toBe(0);
});

test.runIf(process.env.STORM)("kill -9 of everything, then start, three times: every task completes once", async () => {
  let service: Processes = await startProcesses(dataDir);
  let client = await clientOf(service, dataDir);
  const ids: string[] = [];
  for (let round = 0; round < 3; round++) {
    ids.push(...(await submitMany(client, 8, "everything")));
    await untilRunning(client, ids.slice(-8));
    await service.killEverything();
    service = await startProcesses(dataDir);
    client = new Client(service.url, client.apiKey);
  }
  await expectAllDone(client, ids, "everything");
  expect(await service.stop()).toBe(0);
});

test("a second start on the same data dir refuses and names the first", async () => {
  await using service = await startProcesses(dataDir);
  await expect(startProcesses(dataDir)).rejects.toThrow(new RegExp(`already runs on .*process ${service.supervisor.pid}`));
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  await service.stop();
});

test("kill -9 in the middle of a PUT: nothing of the file is kept, and the same address takes it after the next start", async () => {
  const port = String(await freePort());
  let service = await startProcesses(dataDir, { PORT: port });
  const client = await clientOf(service, dataDir);
  const pdf = await pdfOf(INVOICE);
  const [half, whole] = [await client.post("/v1/uploads", {}), await client.post("/v1/uploads", {})].map(({ json }) => json);
  const put = (url: string, body: Uint8Array<ArrayBuffer> | ReadableStream, more: object = {}) =>
    fetch(url, { method: "PUT", body, ...more });
  expect((await put(whole.url, Uint8Array.from(pdf))).status).toBe(200);
  const broken = new ReadableStream({ start: (into) => into.enqueue(pdf.subarray(0, pdf.length - 10)) });
  const sending = put(half.url, broken, { duplex: "half" }).catch(() => null);
  await sleep(500);
  await service.killEverything();
  expect(await sending).toBeNull();
  service = await startProcesses(dataDir, { PORT: port });
  const again = new Client(service.url, client.apiKey);
  expect((await again.get(`/v1/uploads/${half.upload_id}`)).json.status).toBe("waiting");
  expect((await put(half.url, Uint8Array.from(pdf))).status).toBe(200);
  for (const { upload_id } of [half, whole]) {
    const task = await again.extract({ document: { upload_id }, extraction_schema: INVOICE_SCHEMA });
    expect(task).toMatchObject({ status: "completed", document: { size_bytes: pdf.length } });
  }
  expect(await service.stop()).toBe(0);
});
