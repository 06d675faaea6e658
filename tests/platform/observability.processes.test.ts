/** What an operator sees at /metrics, and a collector of traces gets (OTLP over HTTP), of the real processes of a node. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveWorkers } from "#main/serve-workers.ts";
import { readConfig } from "#platform/config.ts";
import { openWorkMetrics } from "#platform/metrics/work-metrics.ts";
import type { Client } from "../support/client.ts";
import { fillDataDir } from "../support/data-dir.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { clientOf, type Processes, startProcesses } from "../support/processes.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
};

/** The trace of a caller, and the span in it that calls. */
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const PRIVATE = ["INV-00042", "Example Paper", "invoice_number", "private-name.pdf", "/my-callback"];

let folder: string;
let collector: Receiver;
let models: ModelServer;
let hooks: Receiver;
let service: Processes;
let client: Client;
beforeAll(async () => {
  folder = await fillDataDir(await mkdtemp(path.join(tmpdir(), "winnow-metrics-")));
  models = await startModelServer(pointingModel({ fields: { "/invoice_number": /Invoice number: (\S+)/ } }));
  hooks = await startReceiver();
  collector = await startReceiver();
  service = await startProcesses(folder, {
    WINNOW_DEFAULT_PROVIDER: "local",
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_SERVICE_NAME: "winnow-of-a-test",
    ...models.env("openai"),
  });
  client = await clientOf(service, folder);
});
afterAll(async () => {
  await service?.stop();
  await collector?.[Symbol.asyncDispose]();
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

describe("traces", () => {
  let spans: Span[];
  let sent: string;
  let hook: string | undefined;
  beforeAll(async () => {
    hooks.received.length = 0;
    const document = { file_content: base64(await pdfOf(INVOICE)), filename: "private-name.pdf" };
    const body = {
      document,
      extraction_schema: INVOICE_SCHEMA,
      callback_url: `${hooks.url}/my-callback`,
      provider: "openai",
      cache: "off",
    };
    const id = await client.submit(body, { traceparent: `00-${TRACE}-${CALLER}-01` });
    expect((await client.wait(id)).status).toBe("completed");
    await eventually(
      () => hooks.received.length,
      (count) => expect(count).toBe(1),
    );
    hook = hooks.received[0]?.headers.traceparent as string | undefined;
    // What is left is sent when it stops.
    await service.stop();
    sent = collector.received.map(({ body: text }) => text).join("\n");
    spans = collector.received.flatMap(({ body: text }) => {
      const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    });
  });

  test("a caller's trace goes through the queue to each stage, the model and the webhook", () => {
    const mine = spans.filter(({ traceId }) => traceId === TRACE);
    const nameOf = new Map(mine.map(({ spanId, name }) => [spanId, name]));
    const parentsOf = (child: string) => mine.filter(({ name }) => name === child).map(({ parentSpanId = "" }) => nameOf.get(parentSpanId));
    const root = mine.find(({ name }) => name === "POST /api/extractor/v1/extract-async");
    expect(root?.parentSpanId).toBe(CALLER);
    expect(parentsOf("process-extraction")).toEqual([root?.name]);
    for (const stage of ["fetching", "reading", "extracting", "checking"])
      expect(new Set(parentsOf(stage))).toEqual(new Set(["process-extraction"]));
    expect(parentsOf("chat")).toEqual(["extracting"]);
    expect(parentsOf("deliver-webhook")).toEqual(["process-extraction"]);
    expect(parentsOf("webhook")).toEqual(["deliver-webhook"]);
    expect(hook).toBe(`00-${TRACE}-${mine.find(({ name }) => name === "webhook")?.spanId}-01`);
  });

  test("spans say what an operator asks: which service and process, which task and attempt, status, model and tokens", () => {
    const asked = [
      "winnow-of-a-test",
      "worker 1",
      "winnow.task.id",
      "winnow.attempt",
      "http.response.status_code",
      "gen_ai.usage.input_tokens",
    ];
    expect(asked.filter((each) => !sent.includes(each))).toEqual([]);
  });

  test("L12: no text, name, URL or key of a caller is in them", () => {
    expect([...PRIVATE, client.apiKey ?? ""].filter((words) => sent.includes(words))).toEqual([]);
  });
});

test("a node of workers alone answers whoever watches it on a port of its own, and nobody else", async () => {
  const port = await freePort();
  const metrics = openWorkMetrics("worker 1");
  metrics.tasksEnded.inc({ status: "completed", code: "none" });
  const sent = await metrics.collect();
  await using _answers = await serveWorkers({ host: "127.0.0.1", port, token: null, metrics: () => [sent] });
  const answer = (name: string) => fetch(`http://127.0.0.1:${port}/${name}`);
  expect([(await answer("healthz")).status, (await answer("readyz")).status, (await answer("docs")).status]).toEqual([200, 200, 404]);
  expect(await (await answer("metrics")).text()).toMatch(
    /^winnow_tasks_ended_total\{status="completed",code="none",process="worker 1"\} 1$/m,
  );
});

test("a node with an API refuses a port for its workers alone, with the reason", () => {
  expect(() => readConfig({ WINNOW_METRICS_PORT: "9100" })).toThrow("WINNOW_ROLE=worker");
});

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }],
  ["OTEL_TRACES_SAMPLER_ARG", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_TRACES_SAMPLER_ARG: "2" }],
])("a wrong %s is told by its name", (name, env) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name}: `));
});
