/** Traces as a collector gets them (OTLP over HTTP), from real processes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { eventually } from "../support/eventually.ts";
import { startModelServer } from "../support/model-server.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { pointingModel } from "../support/pointing-model.ts";
import { clientOf, startProcesses } from "../support/processes.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: unknown }[];
};

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const PRIVATE = ["INV-00042", "Example Paper", "invoice_number", "private-name.pdf", "/my-callback"];

let folder: string;
let collector: Receiver;
let spans: Span[];
let hook: string | undefined;
let sent: string;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "winnow-traces-"));
  collector = await startReceiver();
  await using hooks = await startReceiver();
  await using models = await startModelServer(pointingModel({ fields: { "/invoice_number": /Invoice number: (\S+)/ } }));
  const service = await startProcesses(folder, {
    WINNOW_WORKERS: "1",
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_SERVICE_NAME: "winnow-of-a-test",
    ...models.env("openai"),
  });
  const client = await clientOf(service, folder);
  key = client.apiKey ?? "";
  const document = { file_content: base64(await pdfOf(INVOICE)), filename: "private-name.pdf" };
  const body = { document, extraction_schema: INVOICE_SCHEMA, callback_url: `${hooks.url}/my-callback`, provider: "openai" };
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
afterAll(async () => {
  await collector?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
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
  for (const told of [
    "winnow-of-a-test",
    "worker 1",
    "winnow.task.id",
    "winnow.attempt",
    "http.response.status_code",
    "gen_ai.usage.input_tokens",
  ])
    expect(sent).toContain(told);
});

test("L12: no text, name, URL or key of a caller is in them", () => {
  for (const words of [...PRIVATE, key]) expect(sent).not.toContain(words);
});

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }],
  ["OTEL_TRACES_SAMPLER_ARG", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_TRACES_SAMPLER_ARG: "2" }],
])("a wrong %s is told by its name", (name, env) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name}: `));
});
