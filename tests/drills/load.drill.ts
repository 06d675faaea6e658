/**
 * Polls and submissions as many strangers send them, and five times as many. Wants the machine to itself. `LOAD_SECONDS` shortens the ten minutes,
 * `LOAD_SHARE` (0.5: half) lowers the rates, for smaller machines.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { embeddedConnection } from "#platform/postgres/embedded-postgres.ts";
import type { Client } from "../support/client.ts";
import { figure } from "../support/figure.ts";
import { type Asked, countByStatus, openLoad, quantileMs } from "../support/open-load.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { clientOf, type Processes, startProcesses } from "../support/processes.ts";
import { openStrangers, type Strangers } from "../support/strangers.ts";

const SECONDS = Number(process.env.LOAD_SECONDS ?? 600);
/** As long as a rate looks back: at the end of so long a calm the account sends what it may, and no more is let through because little was sent before. */
const WINDOW_SECONDS = 60;
const OVERLOAD_SECONDS = 60;
const SHARE = Number(process.env.LOAD_SHARE ?? 1);
const RATES = { reads: 200 * SHARE, submissions: 20 * SHARE };
const OVERLOAD = 5;
/** What the account may send, a little over the usual load. */
const PER_MINUTE = Math.round(250 * SHARE) * 60;
/** More than ever wait for an answer at once. */
const STRANGERS = 2_000;
const BACK_WITHIN_MS = 10_000;

const BASE = "/api/extractor/v1";

let dataDir: string;
let service: Processes;
let database: pg.Client;
let client: Client;
let strangers: Strangers;
let body: string;
const ids: string[] = [];
const problems: string[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "winnow-load-"));
  service = await startProcesses(dataDir);
  client = await clientOf(service, dataDir);
  strangers = await openStrangers(client.url, STRANGERS);
  database = new pg.Client(embeddedConnection(path.join(dataDir, "postgres")));
  await database.connect();
  body = JSON.stringify({ file_content: base64(await pdfOf(INVOICE)), extraction_schema: INVOICE_SCHEMA, cache: "off" });
  for (let i = 0; i < 50; i++) await send(`${BASE}/extract-async`, "POST", body);
});
afterAll(async () => {
  await strangers?.[Symbol.asyncDispose]();
  await database?.end();
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** As cheap as a request can be sent: whoever loads a machine of two cores from itself takes of what it measures. */
async function send(path: string, method: "GET" | "POST", sent?: string): Promise<number> {
  const headers = { authorization: client.apiKey ?? "", ...(sent === undefined ? {} : { "content-type": "application/json" }) };
  const { statusCode, text } = await strangers.send({ path, method, headers, body: sent ?? null });
  if (method === "POST" && statusCode === 200) ids.push(JSON.parse(text).task_id);
  if (statusCode >= 500) problems.push(text);
  return statusCode;
}

/** Polls of what was submitted last, and submissions. */
async function load(times: number, seconds: number): Promise<{ reads: Asked[]; submissions: Asked[] }> {
  const [reads, submissions] = await Promise.all([
    openLoad(RATES.reads * times, seconds, (i) => send(`${BASE}/tasks/${ids[Math.max(0, ids.length - 1 - (i % 40))]}`, "GET")),
    openLoad(RATES.submissions * times, seconds, () => send(`${BASE}/extract-async`, "POST", body)),
  ]);
  return { reads, submissions };
}

const unfinished = async () => (await database.query("SELECT FROM tasks WHERE finished_at IS NULL LIMIT 1")).rows;

test(
  `Z06: ${RATES.reads} polls and ${RATES.submissions} submissions a second for ${SECONDS} s: each answered, 99 of 100 within 250 ms`,
  async () => {
    const { reads, submissions } = await load(1, SECONDS);
    const all = [...reads, ...submissions];
    figure(
      null,
      `p99 ${quantileMs(reads, 0.99).toFixed(0)} ms of polls, ${quantileMs(submissions, 0.99).toFixed(0)} ms of submissions; ${JSON.stringify(countByStatus(all))}`,
    );
    expect(problems.slice(0, 3)).toEqual([]);
    expect(countByStatus(all)).toEqual({ 200: all.length });
    expect(quantileMs(all, 0.99)).toBeLessThan(250);
    await expect.poll(async () => (await unfinished()).length, { timeout: 60_000 }).toBe(0);
  },
  (SECONDS + 120) * 1000,
);

test(
  `Z07: ${OVERLOAD} times as much for ${OVERLOAD_SECONDS} s is refused within 100 ms, and 10 s later all is as before`,
  async () => {
    await database.query("UPDATE accounts SET rate_per_minute = $1", [PER_MINUTE]);
    const calm = await load(1, WINDOW_SECONDS);
    const over = await load(OVERLOAD, OVERLOAD_SECONDS);
    const after = await load(1, 20 + BACK_WITHIN_MS / 1000);
    const every = [...over.reads, ...over.submissions];
    const refused = every.filter(({ status }) => status === 429);
    const back = [...after.reads, ...after.submissions].filter(({ atMs }) => atMs > BACK_WITHIN_MS);
    const [before, later] = [quantileMs([...calm.reads, ...calm.submissions], 0.99), quantileMs(back, 0.99)];
    figure(
      null,
      `${JSON.stringify(countByStatus(every))}; p99 of refusals ${quantileMs(refused, 0.99).toFixed(0)} ms; p99 ${before.toFixed(0)} ms before, ${later.toFixed(0)} ms after`,
    );
    expect(every.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    expect(quantileMs(refused, 0.99)).toBeLessThan(100);
    expect(countByStatus(back)).toEqual({ 200: back.length });
    expect(later).toBeLessThan(Math.max(250, 2 * before));
  },
  (WINDOW_SECONDS + 2 * OVERLOAD_SECONDS + 120) * 1000,
);
