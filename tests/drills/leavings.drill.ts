/**
 * Many failures of each kind leave nothing behind: memory, files, connections, processes and temporary folders are what they were.
 * `FAILURES` (1,000) of each; a crash of a reader takes a second, so `CRASHES` (20) are counted apart.
 */
import { mkdir } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { look, type Sample } from "../soak/samples.ts";
import { ABORTING_READERS, poisonPdf } from "../support/aborted-reader.ts";
import type { Client } from "../support/client.ts";
import { type Cluster, type Node, startCluster } from "../support/cluster.ts";
import { freePort } from "../support/free-port.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";

type Counts = { failures: number; crashes: number };
const COUNTS: Counts = { failures: Number(process.env.FAILURES ?? 1_000), crashes: Number(process.env.CRASHES ?? 20) };
const RSS_GROWTH_MAX = 0.1;
/** After one round V8's heaps still grow: 152 MB of a worker became 162, 163 and 165 in the next three. */
const WARM_UPS = 2;
const WIDTH = 25;
const FILES_MORE_MAX = 5;

let cluster: Cluster;
let node: Node;
let client: Client;
let model: ModelServer;
let temporary: string;
let nobody: string;
beforeAll(async () => {
  cluster = await startCluster();
  model = await startModelServer();
  model.always({ fault: "hang" });
  temporary = path.join(cluster.folder, "tmp");
  await mkdir(temporary);
  nobody = `http://127.0.0.1:${await freePort()}`;
  node = await cluster.start("all", {
    ...ABORTING_READERS,
    TMPDIR: temporary,
    WINNOW_WEBHOOK_RETRY_SECONDS: "1",
    WINNOW_PROVIDER_TIMEOUT_SECONDS: "1",
    ...model.env("openai"),
    WINNOW_DEFAULT_PROVIDER: "local",
  });
  client = await cluster.client(node);
});
afterAll(async () => {
  await cluster?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

async function many(count: number, work: (i: number) => Promise<unknown>): Promise<void> {
  const turns = Array.from({ length: count }).keys();
  await Promise.all(
    Array.from({ length: WIDTH }, async () => {
      for (const i of turns) await work(i);
    }),
  );
}

const count = async (text: string) => (await cluster.database.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`))[0]?.n ?? 0;

/** By name the most of all rounds. */
function mostOf(rounds: readonly Sample[]): Record<string, number> {
  const most: Record<string, number> = {};
  for (const { values } of rounds) for (const [name, value] of Object.entries(values)) most[name] = Math.max(most[name] ?? 0, value);
  return most;
}

/** To a port where nobody listens, twice each. */
async function failedWebhooks(failures: number): Promise<void> {
  const file_content = base64(await pdfOf(INVOICE));
  const before = await count("deliveries WHERE state = 'dead'");
  await many(failures, () => client.submit({ file_content, extraction_schema: INVOICE_SCHEMA, callback_url: `${nobody}/hook` }));
  await expect.poll(() => count("deliveries WHERE state = 'dead'"), { timeout: 280_000 }).toBe(before + failures);
}

/** A tenth of what was announced is sent. */
async function abortedUploads(failures: number): Promise<void> {
  const { hostname, port } = new URL(client.url);
  const head = `POST /api/extractor/v1/extract-async HTTP/1.1\r\nHost: x\r\nAuthorization: ${client.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n`;
  await many(
    failures,
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(head + "x".repeat(50_000), () => socket.destroy()));
        socket.on("error", reject).on("close", () => resolve());
      }),
  );
}

/** The breaker would keep most of them from being asked at all. */
async function silentModels(failures: number): Promise<void> {
  const before = model.asked.length;
  const closing = setInterval(
    () => void cluster.database.query("UPDATE provider_health SET failures = 0, opened_at = NULL").catch(() => undefined),
    100,
  );
  for (let round = 0; model.asked.length - before < failures; round++)
    await many(Math.min(failures, 2 * WIDTH), async (i) => {
      const description = `Needs Python and SQL, number ${before} ${round} ${i}.`;
      const { status, json } = await client.post("/recruit/analyze-job", { description, provider: "openai" });
      expect(status).toBe(200);
      expect(json.warnings).toContainEqual(expect.objectContaining({ code: "provider_fallback" }));
    });
  clearInterval(closing);
}

async function crashedReaders(crashes: number): Promise<void> {
  const file_content = base64(await poisonPdf());
  for (let i = 0; i < crashes; i++) {
    const task = await client.wait(await client.submit({ file_content, extraction_schema: INVOICE_SCHEMA, cache: "off" }));
    expect(task).toMatchObject({ status: "failed", error: { code: "corrupt_document" } });
  }
}

async function everything({ failures, crashes }: Counts): Promise<void> {
  await failedWebhooks(failures);
  await abortedUploads(failures);
  await silentModels(failures);
  await crashedReaders(crashes);
  // Both readers of the workers are there again.
  const file_content = base64(await pdfOf(INVOICE));
  await many(WIDTH, async () => client.extract({ file_content, extraction_schema: INVOICE_SCHEMA, cache: "off" }));
}

test(`Z09: ${COUNTS.failures} failed webhooks, aborted uploads and silent models and ${COUNTS.crashes} crashed readers leave nothing behind`, async () => {
  // Until heaps have their size, code is compiled and readers have started. What is left behind grows in each round.
  const rounds: Sample[] = [];
  for (let round = 0; round < WARM_UPS; round++) {
    await everything(COUNTS);
    rounds.push(await look(node, temporary));
  }
  const before = mostOf(rounds);
  await everything(COUNTS);
  const problems = async () => {
    const after = await look(node, temporary);
    const grown = (name: string) => (after.values[name] ?? 0) - (before[name] ?? 0);
    const left = Object.keys(before).filter(
      (name) =>
        (/^rss (supervisor|API|worker)/.test(name) && grown(name) > RSS_GROWTH_MAX * (before[name] ?? 0)) ||
        (/^(files|connections|readers|temporary)/.test(name) && grown(name) > FILES_MORE_MAX),
    );
    return [
      ...left.map((name) => `${name}: ${before[name]}, then ${after.values[name]}`),
      ...(after.zombies > 0 ? ["zombies"] : []),
      ...(after.pids.join() === rounds.at(-1)?.pids.join() ? [] : ["processes"]),
    ];
  };
  // An idle connection to the database is kept for 30 s.
  await expect.poll(problems, { timeout: 60_000, interval: 1_000 }).toEqual([]);
}, 3_600_000);
