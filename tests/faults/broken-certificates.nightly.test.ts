/** Receivers whose certificates nobody should trust: nothing is sent to them, and each refusal is forgotten. A thousand of them take a minute. */
import { createServer } from "node:https";
import { expect, test } from "vitest";
import { selfSigned } from "../support/certificate.ts";
import { figure } from "../support/figure.ts";
import { growthOf, residentBytes } from "../support/memory.ts";
import { startOwnProcesses } from "../support/own-processes.ts";

const DELIVERIES = 1_000;
/**
 * Until the process has what it keeps: some thousands of requests of any kind. Twice, as in its first quiet second, which comes with the end of
 * the first ones, it gives back memory that it works with (src/main/trim.ts).
 */
const FIRST = 1_250;
const GROWTH_BYTES_MAX = 20 * 1024 * 1024;

/** An https server that remembers what reached it. */
async function startServer(days: number): Promise<{ url: string; requests: () => number } & AsyncDisposable> {
  let requests = 0;
  const server = createServer(selfSigned("127.0.0.1", { days }), (_request, response) => {
    requests++;
    response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `https://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/hook`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("W13: deliveries to receivers with expired and self-signed certificates all fail, and cost no memory", async () => {
  await using own = await startOwnProcesses({ WINNOW_WORKERS: "1", WINNOW_WEBHOOK_RETRY_SECONDS: "86400" });
  await using selfMade = await startServer(1);
  await using expired = await startServer(-1);
  const { client, processes } = own;
  const [worker = 0] = (await processes.pids()).workers;
  let sent = 0;
  /** Sends so many more, a test each, and waits until each was tried. */
  const fail = async (count: number): Promise<void> => {
    const next = Array.from({ length: count }, () => sent++).values();
    const send = async () => {
      for (const i of next) expect((await client.post("/v1/webhook-test", { url: [selfMade, expired][i % 2]?.url })).status).toBe(201);
    };
    await Promise.all(Array.from({ length: 8 }, send));
    await expect.poll(triedSoFar, { timeout: 120_000, interval: 3_000 }).toBe(sent);
  };
  const all = async () => {
    const found: { status: string; attempts: number; log: { error: string | null; response_status: number | null }[] }[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { json } = await client.get(`/v1/deliveries?limit=100${cursor && `&cursor=${cursor}`}`);
      found.push(...json.deliveries);
      cursor = json.next_cursor;
    }
    return found;
  };
  const triedSoFar = async () => (await all()).filter(({ attempts }) => attempts > 0).length;
  await fail(FIRST);
  await fail(FIRST);
  const growth = await growthOf(
    () => residentBytes(worker),
    () => fail(DELIVERIES),
  );
  figure(null, `${DELIVERIES} broken certificates: the worker grew by ${(growth / 1024 / 1024).toFixed(1)} MB at most`);
  expect(growth).toBeLessThan(GROWTH_BYTES_MAX);
  for (const { status, attempts, log } of await all())
    expect([status, attempts, log[0]?.response_status, log[0]?.error]).toEqual(["pending", 1, null, "unreachable"]);
  expect([selfMade.requests(), expired.requests()]).toEqual([0, 0]);
  expect((await processes.pids()).workers).toEqual([worker]);
}, 300_000);
