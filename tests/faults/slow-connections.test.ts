/** Connections that send next to nothing hold up nobody, and are closed when their time is over. `STORM=1` waits for that. */
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { figure } from "../support/figure.ts";
import { open } from "../support/raw-conversation.ts";
import { idleService, type SharedService } from "../support/shared-service.ts";

const CONNECTIONS = 500;
const SECOND_MS = 1_000;
/** Longer than without them. */
const P99_MS_MORE = 500;
const CLOSED_AFTER_MS_MAX = 30_000;

let service: SharedService;
let key: string;
beforeAll(async () => {
  service = await idleService();
  ({ key } = await service.account({ ratePerMinute: 100_000 }));
});

/** Half of them send a header without end, half a body, a byte a second. Tells how long each was open once it is closed. */
async function slowConnections(): Promise<{ openMs: number[]; [Symbol.dispose](): void }> {
  const body = `POST /api/extractor/v1/schemas/validate HTTP/1.1\r\nHost: a\r\nAuthorization: ${key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
  const openMs: number[] = [];
  const sockets: Socket[] = [];
  const opened = Array.from({ length: CONNECTIONS }, (_, i) => {
    const socket = open(service.url, { staysOpen: true });
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.resume();
    return new Promise<void>((resolve) =>
      socket.on("connect", () => {
        const start = performance.now();
        socket.on("close", () => openMs.push(performance.now() - start));
        socket.write(i % 2 ? body : "GET /healthz HTTP/1.1\r\nHost: a\r\nX: ");
        resolve();
      }),
    );
  });
  await Promise.all(opened);
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(" ");
  }, SECOND_MS);
  return {
    openMs,
    [Symbol.dispose]() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The slowest of a hundred calls of another caller, in milliseconds. */
async function p99Of(calls: number): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    const answer = await fetch(`${service.url}/api/extractor/v1/tasks`, { headers: { authorization: key } });
    await answer.text();
    expect(answer.status).toBe(200);
    took.push(performance.now() - start);
  }
  return took.sort((a, b) => a - b)[Math.ceil(calls * 0.99) - 1] ?? Number.NaN;
}

test("R11: calls are answered beside 500 slow connections", async () => {
  const usual = await p99Of(200);
  using slow = await slowConnections();
  expect(await p99Of(200)).toBeLessThan(usual + P99_MS_MORE);
  expect(slow.openMs).toEqual([]);
});

test.runIf(process.env.STORM)("R11: 500 slow connections are closed within 30 s, and calls are answered meanwhile", async () => {
  const usual = await p99Of(200);
  using slow = await slowConnections();
  const slowest: number[] = [];
  const deadline = performance.now() + CLOSED_AFTER_MS_MAX + 3 * SECOND_MS;
  while (slow.openMs.length < CONNECTIONS && performance.now() < deadline) {
    slowest.push(await p99Of(100));
    await pause(100);
  }
  figure(null, `closed after ${Math.round(Math.max(...slow.openMs))} ms at most; p99 ${Math.round(Math.max(...slowest))} ms at most`);
  expect(slow.openMs).toHaveLength(CONNECTIONS);
  expect(Math.max(...slow.openMs)).toBeLessThan(CLOSED_AFTER_MS_MAX);
  expect(Math.max(...slowest)).toBeLessThan(usual + P99_MS_MORE);
});
