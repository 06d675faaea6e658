/** What the SDK does when an answer is no success: sends again what may succeed then, with one effect, and tells the rest. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { Winnow, type WinnowError } from "../../sdk/src/client.ts";
import { type Answering, type Receiver, startReceiver } from "../support/receiver.ts";

let server: Receiver | undefined;
afterEach(() => server?.[Symbol.asyncDispose]());

const OK = { task_id: "task_1", status: "processing", message: "" };
const error = (code: string, more: object = {}) => ({
  detail: "d",
  error_code: code,
  error: { message: "m", type: "t" },
  request_id: "req_1",
  ...more,
});

/** Answers in turn; the last one for ever. */
const inTurn =
  (...answers: { status: number; body: object; headers?: Record<string, string> }[]): Answering =>
  (_request, response, count) => {
    const { status, body, headers } = answers[Math.min(count, answers.length) - 1] ?? { status: 500, body: {} };
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };

async function against(answering: Answering, options: { maxRetries?: number; timeoutMs?: number } = {}) {
  server = await startReceiver(answering);
  return { server, api: new Winnow({ baseUrl: `${server.url}/`, apiKey: "key", ...options }).api };
}

const submit = "/api/extractor/v1/extract-async";
const body = { document_url: "https://example.com/a.pdf", extraction_schema: { fields: [] } };
const failureOf = (call: Promise<unknown>): Promise<WinnowError> =>
  call.then(
    () => expect.fail("it did not throw"),
    (thrown) => thrown,
  );

test("a server in trouble is asked again, with the same idempotency key, so that there is one effect", async () => {
  const { server, api } = await against(inTurn({ status: 503, body: {} }, { status: 502, body: {} }, { status: 200, body: OK }));
  expect(await api.post(submit, { body })).toEqual(OK);
  expect(server.received).toHaveLength(3);
  expect(new Set(server.received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(server.received[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("what the service does not know is refused, unless its caller is lenient", async () => {
  const { server, api } = await against(inTurn({ status: 200, body: OK }));
  await api.post(submit, { body });
  await new Winnow({ baseUrl: server.url, apiKey: "key", handling: "lenient" }).api.post(submit, { body });
  expect(server.received.map(({ headers }) => headers.prefer)).toEqual(["handling=strict", "handling=lenient"]);
});

test("another call has another key, and the caller's own is kept", async () => {
  const { server, api } = await against(inTurn({ status: 200, body: OK }));
  await api.post(submit, { body });
  await api.post(submit, { body });
  await api.post(submit, { body, idempotencyKey: "mine" });
  const [first, second, third] = server.received.map(({ headers }) => headers["idempotency-key"]);
  expect(first).not.toBe(second);
  expect(third).toBe("mine");
});

test("429 is asked again after the time that the server asks for", async () => {
  const limited = { status: 429, body: error("rate_limited", { retry_after: 1 }), headers: { "retry-after": "1" } };
  const { server, api } = await against(inTurn(limited, { status: 200, body: OK }));
  await api.post(submit, { body });
  const [first, second] = server.received;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
});

test("whoever would have to wait for longer than a minute is told so at once", async () => {
  const { server, api } = await against(inTurn({ status: 429, body: error("queue_full", { retry_after: 61 }) }));
  expect(await failureOf(api.post(submit, { body }))).toMatchObject({ status: 429, code: "queue_full", retryAfter: 61 });
  expect(server.received).toHaveLength(1);
});

test("a repetition that comes while the first is still running waits for its answer", async () => {
  const { server, api } = await against(inTurn({ status: 400, body: error("idempotency_in_progress") }, { status: 200, body: OK }));
  expect(await api.post(submit, { body })).toEqual(OK);
  expect(server.received).toHaveLength(2);
});

test("what is wrong with a request stays wrong: it is told once, with each place", async () => {
  const issues = [{ loc: ["body", "document_url"], msg: "This is required.", type: "missing" }];
  const { server, api } = await against(inTurn({ status: 422, body: error("validation_error", { detail: issues }) }));
  expect(await failureOf(api.post(submit, { body }))).toMatchObject({
    status: 422,
    code: "validation_error",
    message: "m",
    issues,
    requestId: "req_1",
  });
  expect(server.received).toHaveLength(1);
});

test("a connection that breaks is made again", async () => {
  const { server, api } = await against((request, response, count) => {
    if (count === 1) response.destroy();
    else inTurn({ status: 200, body: OK })(request, response, count);
  });
  expect(await api.post(submit, { body })).toEqual(OK);
  expect(server.received).toHaveLength(2);
});

test("an answer that breaks off in its middle is asked for again", async () => {
  const { server, api } = await against((request, response, count) => {
    if (count > 1) return inTurn({ status: 200, body: OK })(request, response, count);
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write('{"task_id":');
    setImmediate(() => response.destroy());
  });
  expect(await api.post(submit, { body })).toEqual(OK);
  expect(new Set(server.received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
});

test("an event of several lines, cut anywhere by the network, comes whole", async () => {
  server = await startReceiver(async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const byte of Buffer.from('id: 7\r\nevent: status\r\ndata: {"status":\r\ndata: "completed", "filename": "é"}\r\n\r\n')) {
      response.write(Uint8Array.of(byte));
      await nextTurn();
    }
    response.end();
  });
  const tasks: object[] = [];
  for await (const { task } of new Winnow({ baseUrl: server.url, apiKey: "key" }).task("task_1").events()) tasks.push(task);
  expect(tasks).toEqual([{ status: "completed", filename: "é" }]);
});

test("events that break off go on after the last one that came", async () => {
  server = await startReceiver((_request, response, count) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (count > 1) return void response.end(`: still here\n\nid: 4\nevent: status\ndata: {"status":"completed"}\n\n`);
    response.write('id: 3\nevent: status\ndata: {"status":"processing"}\n\n', () => setTimeout(() => response.destroy(), 50));
  });
  const states: string[] = [];
  for await (const { task } of new Winnow({ baseUrl: server.url, apiKey: "key" }).task("task_1").events()) states.push(task.status);
  expect(states).toEqual(["processing", "completed"]);
  expect(server.received.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "3"]);
});

test("a submission takes a signal as well", async () => {
  server = await startReceiver(() => undefined);
  const winnow = new Winnow({ baseUrl: server.url, apiKey: "key" });
  const { taskId } = winnow.extract("https://example.com/a.pdf", { fields: [] }, { signal: AbortSignal.timeout(50) });
  await expect(taskId).rejects.toMatchObject({ name: "TimeoutError" });
});

test("after the last try the server's own words are thrown", async () => {
  const { server, api } = await against(inTurn({ status: 500, body: error("internal_error") }), { maxRetries: 1 });
  expect(await failureOf(api.post(submit, { body }))).toMatchObject({ status: 500, code: "internal_error" });
  expect(server.received).toHaveLength(2);
});

test("without retries nothing is sent twice, and no key is made up", async () => {
  const { server, api } = await against(inTurn({ status: 503, body: "no JSON of ours" as unknown as object }), { maxRetries: 0 });
  expect(await failureOf(api.post(submit, { body }))).toMatchObject({ status: 503, code: "unknown" });
  expect(server.received.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined]);
});

test("a signal stops the pause before the next try, and an answer that does not come", async () => {
  const { api } = await against(inTurn({ status: 429, body: error("rate_limited", { retry_after: 30 }) }));
  await expect(api.post(submit, { body, signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: "TimeoutError" });
  await server?.[Symbol.asyncDispose]();
  const silent = await against(() => undefined);
  await expect(silent.api.post(submit, { body, signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: "TimeoutError" });
});

test("a signal stops a request and its body also after memory was collected", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const collecting = setInterval(collect, 10);
  try {
    const silent = await against(() => undefined);
    await expect(silent.api.post(submit, { body, signal: AbortSignal.timeout(100) })).rejects.toMatchObject({ name: "TimeoutError" });
    await server?.[Symbol.asyncDispose]();
    const stalling = await against((_request, response) => void response.writeHead(200).write("a"));
    const controller = new AbortController();
    const { body: stream } = await stalling.api.open("/api/extractor/v1/events", { signal: controller.signal });
    setTimeout(() => controller.abort(new DOMException("late", "TimeoutError")), 100);
    await expect(new Response(stream).text()).rejects.toMatchObject({ name: "TimeoutError" });
    await server?.[Symbol.asyncDispose]();
    const late = await against(() => undefined, { timeoutMs: 100 });
    await expect(late.api.get("/healthz")).rejects.toMatchObject({ name: "TimeoutError" });
  } finally {
    clearInterval(collecting);
  }
});

test("a server that never answers is left after the time given", async () => {
  const { api } = await against(() => undefined, { timeoutMs: 50 });
  await expect(api.get("/healthz")).rejects.toMatchObject({ name: "TimeoutError" });
});

test("values of the path are escaped, and those of the query left out when there are none", async () => {
  const { server, api } = await against(inTurn({ status: 200, body: {} }));
  await api.get("/api/extractor/v1/templates/{template_id}", { path: { template_id: "a/b?c" } });
  await api.get("/api/extractor/v1/tasks", { query: { q: "ä & b", limit: 5 } });
  await api.get("/api/extractor/v1/tasks");
  expect(server.received.map(({ path }) => path)).toEqual([
    "/api/extractor/v1/templates/a%2Fb%3Fc",
    "/api/extractor/v1/tasks?q=%C3%A4%20%26%20b&limit=5",
    "/api/extractor/v1/tasks",
  ]);
});
