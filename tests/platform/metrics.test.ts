/** What an operator sees at /metrics: work of all processes of a node, by real processes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveWorkers } from "#main/serve-workers.ts";
import { readConfig } from "#platform/config.ts";
import { openWorkMetrics } from "#platform/metrics/work-metrics.ts";
import type { Client } from "../support/client.ts";
import { eventually } from "../support/eventually.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { clientOf, type Processes, startProcesses } from "../support/processes.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { freePort } from "../support/service.ts";

let folder: string;
let models: ModelServer;
let hooks: Receiver;
let service: Processes;
let client: Client;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-metrics-"));
  models = await startModelServer(pointingModel({ fields: { "/invoice_number": /Invoice number: (\S+)/ } }));
  hooks = await startReceiver();
  service = await startProcesses(folder, { WINNOW_WORKERS: "2", WINNOW_DEFAULT_PROVIDER: "local", ...models.env("openai") });
  client = await clientOf(service, folder);
});
afterAll(async () => {
  await service?.stop();
  await hooks?.[Symbol.asyncDispose]();
  await models?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The sum of a metric's series whose labels are these, over all processes. */
async function sumOf(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { text } = await client.get("/metrics");
  return text
    .split("\n")
    .map((line) => /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line))
    .filter((found) => found?.[1] === name && Object.entries(labels).every(([key, value]) => found[2]?.includes(`${key}="${value}"`)))
    .reduce((sum, found) => sum + Number(found?.[3]), 0);
}
const becomes = (name: string, labels: Record<string, string>, value: number) =>
  eventually(
    () => sumOf(name, labels),
    (sum) => expect(sum).toBe(value),
  );

test("tasks by outcome, time by stage, pages, webhooks, calls to models with tokens and dollars", async () => {
  const file_content = base64(await pdfOf(INVOICE));
  const body = { file_content, extraction_schema: INVOICE_SCHEMA, cache: "off" };
  const [local, modelled, broken] = await Promise.all([
    client.extract({ ...body, callback_url: hooks.url }),
    client.extract({ ...body, provider: "openai" }),
    client.extract({ ...body, file_content: base64(Buffer.from("%PDF-1.7 and nothing else")) }),
  ]);
  expect([local.status, modelled.status, broken.status]).toEqual(["completed", "completed", "failed"]);
  models.next({ status: 503 });
  await client.extract({ ...body, provider: "openai" });
  await becomes("winnow_tasks_ended_total", { status: "completed", code: "none" }, 3);
  await becomes("winnow_tasks_ended_total", { status: "failed", code: "corrupt_document" }, 1);
  await becomes("winnow_task_retries_total", { code: "provider_unavailable" }, 1);
  await becomes("winnow_pages_total", { text_source: "native" }, 4);
  await becomes("winnow_task_stage_seconds_count", { stage: "checking", engine: "local" }, 1);
  await becomes("winnow_task_stage_seconds_count", { stage: "checking", engine: "openai" }, 2);
  await becomes("winnow_webhook_attempts_total", { result: "delivered" }, 1);
  await becomes("winnow_model_calls_total", { provider: "openai", result: "ok" }, 2);
  await becomes("winnow_model_calls_total", { provider: "openai", result: "provider_unavailable" }, 1);
  await becomes("winnow_model_tokens_total", { provider: "openai", direction: "input" }, 2 * modelled.usage.input_tokens);
  expect(await sumOf("winnow_model_cost_usd_total", { provider: "openai" })).toBeCloseTo(2 * (modelled.usage.cost_usd ?? 0), 9);
});

test("each process has its own series, and the text is one that Prometheus takes: no name is described twice", async () => {
  const { text } = await client.get("/metrics");
  for (const process of ["api", "worker 1", "worker 2"]) expect(text).toContain(`winnow_process_cpu_seconds_total{process="${process}"}`);
  const described = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name);
  expect(new Set(described).size).toBe(described.length);
});

test("how long the oldest task waits that nobody has taken", async () => {
  expect(await sumOf("winnow_oldest_waiting_task_seconds")).toBe(0);
});

test("a node of workers alone answers whoever watches it on a port of its own, and nobody else", async () => {
  const port = await freePort();
  const metrics = openWorkMetrics("worker 1");
  metrics.tasksEnded.inc({ status: "completed", code: "none" });
  const sent = await metrics.collect();
  await using _answers = await serveWorkers({ host: "127.0.0.1", port, metrics: () => [sent] });
  const answer = (name: string) => fetch(`http://127.0.0.1:${port}/${name}`);
  expect([(await answer("healthz")).status, (await answer("readyz")).status, (await answer("docs")).status]).toEqual([200, 200, 404]);
  expect(await (await answer("metrics")).text()).toMatch(
    /^winnow_tasks_ended_total\{status="completed",code="none",process="worker 1"\} 1$/m,
  );
});

test("a node with an API refuses a port for its workers alone, with the reason", () => {
  expect(() => readConfig({ WINNOW_METRICS_PORT: "9100" })).toThrow("WINNOW_ROLE=worker");
});
