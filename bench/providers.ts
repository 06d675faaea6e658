/**
 * Overhead of the service on top of a model provider's own time: for one task, and for many in parallel. The provider is a stand-in with a
 * response time of half a second.
 */
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../tests/support/pdf.ts";
import { asker } from "./asker.ts";
import { type Finding, quantile, round, timed } from "./report.ts";
import { invoices, rawParser, SCHEMA, startSubject } from "./subject.ts";

const PROVIDER_MS = 500;
const ROUNDS = 30;
const TASKS = 200;
const CONCURRENCY = 50;
/** Runs before the measurement: until then V8 still compiles. */
const WARM_ROUNDS = 3;

/** A reply in the format of OpenAI's chat completions: two words of the invoice for two of its fields. Only the time matters here. */
const REPLY = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_760_000_000,
  model: "gpt-5.4-mini",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: JSON.stringify({
          findings: [
            { path: "/invoice_number", raw: "INVOICE", page: 1, line: 2, quote: "", value: null },
            { path: "/total", raw: "INVOICE", page: 1, line: 2, quote: "", value: null },
          ],
          tables: [],
        }),
        refusal: null,
      },
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 800, completion_tokens: 60, total_tokens: 860 },
});

/** Does not parse the request, so that it uses little of the measured cores. */
async function startProvider(): Promise<{ url: string } & AsyncDisposable> {
  const turn = pLimit(CONCURRENCY);
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      void turn(() => sleep(PROVIDER_MS)).then(() => response.writeHead(200, { "content-type": "application/json" }).end(REPLY));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const startBoth = async () => {
  const server = await startProvider();
  const subject = await startSubject({ OPENAI_BASE_URL: server.url, OPENAI_MODEL: "gpt-5.4-mini" });
  return {
    client: subject.client,
    async [Symbol.asyncDispose]() {
      await subject[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
};

const bodyOf = (file: Buffer) => ({ file_content: file.toString("base64"), extraction_schema: SCHEMA, provider: "openai", cache: "off" });

/** From submit to the completed record, minus the provider's own time and a raw parse of the same file. */
export async function providerLatency(): Promise<Finding> {
  const files = await invoices(10);
  await using both = await startBoth();
  const parser = await rawParser(1);
  const added: number[] = [];
  for (let round = -5; round < ROUNDS; round++) {
    const file = files[Math.abs(round) % files.length] ?? Buffer.alloc(0);
    const t0 = performance.now();
    await parser.parse(file);
    const t1 = performance.now();
    const task = await both.client.extract(bodyOf(file));
    const t2 = performance.now();
    if (task.status !== "completed") throw new Error(`the task is ${task.status}: ${task.error?.message}`);
    if (round >= 0) added.push(t2 - t1 - (t1 - t0) - PROVIDER_MS);
  }
  parser.close();
  return {
    name: "added to a provider's own time",
    value: quantile(added, 0.5),
    unit: "ms (median)",
    target: { kind: "at most", value: 60 },
    details: { "p95 ms": quantile(added, 0.95), "provider ms": PROVIDER_MS },
  };
}

/** 200 tasks, of which the provider answers 50 in parallel, compared with the time of the calls alone. */
export async function providerThroughput(): Promise<Finding> {
  const page = await pdfOf(INVOICE);
  const bodies = Array.from({ length: TASKS }, (_, i) => {
    const file = Buffer.concat([page, Buffer.from(`\n% ${i}\n`)]);
    return Buffer.from(JSON.stringify({ ...bodyOf(file), extraction_schema: INVOICE_SCHEMA }));
  });
  await using both = await startBoth();
  const ask = asker(both.client.apiKey ?? "");
  const base = `${both.client.url}/api/extractor/v1`;
  const run = async (): Promise<number> => {
    const ids: string[] = [];
    return timed(1, 1, async () => {
      await timed(TASKS, 8, async (i) => void ids.push(JSON.parse(await ask("POST", `${base}/extract-async`, bodies[i])).task_id));
      await ask("GET", `${base}/tasks/${ids.at(-1)}?wait=60`);
      // The last task submitted is seldom the last one completed: waits for those that are not yet in the list of completed ones.
      const done = await completed(ask, base);
      for (const id of ids.filter((each) => !done.has(each))) {
        const { status, error } = JSON.parse(await ask("GET", `${base}/tasks/${id}?wait=60`));
        if (status !== "completed") throw new Error(`a task is ${status}: ${error?.message}`);
      }
    });
  };
  for (let i = 0; i < WARM_ROUNDS; i++) await run();
  const seconds = [await run(), await run(), await run()];
  const ideal = ((TASKS / CONCURRENCY) * PROVIDER_MS) / 1000;
  return {
    name: "200 tasks by a provider / ideal",
    value: quantile(seconds, 0.5) / ideal,
    unit: "ratio",
    target: { kind: "at most", value: 1.15 },
    details: { "seconds taken": seconds.map(round).join(" "), "ideal seconds": ideal, concurrency: CONCURRENCY },
  };
}

/** Ids of the newest completed tasks, as many as one run creates. */
async function completed(ask: ReturnType<typeof asker>, base: string): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor = "";
  while (ids.size < TASKS) {
    const page: { tasks: { task_id: string }[]; next_cursor: string | null } = JSON.parse(
      await ask("GET", `${base}/tasks?status=completed&limit=100${cursor}`),
    );
    for (const { task_id } of page.tasks) ids.add(task_id);
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  return ids;
}
