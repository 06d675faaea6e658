/** /metrics is not for the internet: it tells how much work there is, and each look asks the database. */
import { get } from "node:http";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveWorkers } from "#main/serve-workers.ts";
import { readConfig } from "#platform/config.ts";
import { openWorkMetrics } from "#platform/metrics/work-metrics.ts";
import { waitingForLocks } from "../support/database-state.ts";
import { freePort } from "../support/free-port.ts";
import { startTestService, type TestService } from "../support/service.ts";

const TOKEN = "a token of at least sixteen";
let open: TestService;
let guarded: TestService;
beforeAll(async () => {
  open = await startTestService({ worker: false, env: { WINNOW_TRUST_PROXY: "1" } });
  guarded = await startTestService({ worker: false, env: { WINNOW_METRICS_TOKEN: TOKEN } });
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await guarded[Symbol.asyncDispose]();
});

const read = (url: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) =>
    get(`${url}/metrics`, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).on("error", reject),
  );
const THROUGH_PROXY = [
  { "x-forwarded-for": "198.51.100.7" },
  { "x-forwarded-for": "10.0.0.1" },
  { "x-real-ip": "127.0.0.1" },
  { via: "1.1 a" },
];

describe("H13d: metrics", () => {
  test("H13d: are for private addresses, and for nobody who comes through a proxy", async () => {
    expect(await read(open.url)).toBe(200);
    for (const headers of THROUGH_PROXY) expect([headers, await read(open.url, headers)]).toEqual([headers, 401]);
  });

  test("H13d: with a token, are for whoever brings it, from wherever, and for nobody else", async () => {
    expect(await read(guarded.url)).toBe(401);
    expect(await read(guarded.url, { authorization: `Bearer ${TOKEN}s` })).toBe(401);
    for (const headers of [{}, ...THROUGH_PROXY])
      expect(await read(guarded.url, { authorization: `Bearer ${TOKEN}`, ...headers })).toBe(200);
    expect(() => readConfig({ WINNOW_METRICS_TOKEN: "short" })).toThrow("WINNOW_METRICS_TOKEN");
  });

  test("H13d: of a node of workers are guarded likewise", async () => {
    const port = await freePort();
    const metrics = [await openWorkMetrics("worker 1").collect()];
    await using _ = await serveWorkers({ host: "127.0.0.1", port, token: TOKEN, metrics: () => metrics });
    const url = `http://127.0.0.1:${port}`;
    expect([await read(url), await read(url, { authorization: `Bearer ${TOKEN}` })]).toEqual([401, 200]);
  });

  test("H13d: are asked of the database once for many who look together", async () => {
    const blocker = new pg.Client({ connectionString: open.databaseUrl });
    await blocker.connect();
    // Maintenance waits for the same lock: only the statement of the metrics is counted. What a test before collected is over.
    await expect.poll(() => read(open.url)).toBe(200);
    await blocker.query("BEGIN; LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE");
    const looks = Array.from({ length: 50 }, () => read(open.url));
    const waiting = () => waitingForLocks(open.db, "%group by%state%");
    try {
      await expect.poll(waiting, { interval: 5 }).toBeGreaterThan(0);
      for (let look = 0; look < 60; look++) expect(await waiting()).toBe(1);
    } finally {
      await blocker.end();
    }
    await Promise.all(looks);
  });
});
