/** Bodies that are sent and not finished, of a size that each is allowed: the API's memory stays, others are answered, and places come back. */
import { mkdtemp, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { fillDataDir } from "../support/data-dir.ts";
import { figure } from "../support/figure.ts";
import { growthOf, residentBytes } from "../support/memory.ts";
import { INVOICE, pdfOf } from "../support/pdf.ts";
import { clientOf, type Processes, startProcesses } from "../support/processes.ts";
import { open } from "../support/raw-conversation.ts";

const MEGABYTE = 2 ** 20;
const BODY_BYTES = 60 * MEGABYTE;
const SENT_BYTES = 59 * MEGABYTE;
const BODIES = 10;
const PATH = "/api/recruit/v1/extract-resumes";

let dataDir: string;
let service: Processes;
let client: Client;
let other: Client;
const sockets: Socket[] = [];
beforeAll(async () => {
  dataDir = await fillDataDir(await mkdtemp(path.join(tmpdir(), "winnow-bodies-")));
  service = await startProcesses(dataDir, { WINNOW_WORKERS: "1" });
  client = await clientOf(service, dataDir, { email: "a@example.com" });
  other = await clientOf(service, dataDir, { email: "b@example.com" });
}, 120_000);
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

type Sent = { answer: Promise<string>; sent: Promise<unknown> };

/** Sends all but the end of a body; `sent` resolves when the system has taken it or nobody takes it any more. */
function unfinished(key: string, framing: "length" | "chunked", at = PATH, bytes = { whole: BODY_BYTES, sent: SENT_BYTES }): Sent {
  const socket = open(service.url, { staysOpen: true });
  sockets.push(socket);
  const head = `POST ${at} HTTP/1.1\r\nHost: a\r\nAuthorization: ${key}\r\nContent-Type: application/json\r\n`;
  const part = Buffer.alloc(MEGABYTE, "A");
  let received = "";
  const answer = new Promise<string>((resolve) => {
    socket.on("data", (chunk) => {
      received += chunk.toString();
      if (received.includes("\r\n\r\n")) resolve(received);
    });
    socket.on("close", () => resolve(received));
  });
  socket.on("error", () => undefined);
  const write = (data: string | Buffer) => new Promise<void>((resolve) => socket.write(data, () => resolve()));
  const sent = (async () => {
    await write(`${head}${framing === "length" ? `Content-Length: ${bytes.whole}` : "Transfer-Encoding: chunked"}\r\n\r\n`);
    for (let i = 0; i < bytes.sent && socket.writable; i += MEGABYTE)
      await write(framing === "length" ? part : Buffer.concat([Buffer.from(`${MEGABYTE.toString(16)}\r\n`), part, Buffer.from("\r\n")]));
  })();
  return { answer, sent: Promise.race([sent, answer]) };
}

test.each(["length", "chunked"] as const)(
  "H04: ten unfinished bodies of 60 MB of one account cost the API less than 200 MB (%s)",
  { timeout: 60_000 },
  async (framing) => {
    const [api = 0] = (await service.pids()).api;
    const growth = await growthOf(
      () => residentBytes(api),
      async () => {
        const bodies = Array.from({ length: BODIES }, () => unfinished(client.apiKey ?? "", framing));
        const refused = bodies.map(async ({ answer }) => /^HTTP\/1\.1 (\d+) [\s\S]*retry-after: (\d+)/i.exec(await answer)?.slice(1));
        // Another account is served all the while, with a document of its own.
        const document = { file_content: (await pdfOf(INVOICE)).toString("base64") };
        const answer = await other.post("/v1/schemas/suggest", document);
        expect(answer.status).toBe(200);
        // One of them may be taken whole, and is ended when it stalls.
        const answers = await Promise.all(refused);
        const seconds = answers.filter((each) => each?.[0] === "429").map((each) => Number(each?.[1]));
        expect(seconds.length).toBeGreaterThanOrEqual(BODIES - 2);
        for (const each of seconds) expect(each).toBeGreaterThan(0);
      },
    );
    figure(null, `ten unfinished bodies of 60 MB (${framing}): the API grew by ${Math.round(growth / MEGABYTE)} MB`);
    expect(growth).toBeLessThan(200 * MEGABYTE);
  },
);

test("H04: what an account holds comes back when its connections end, and small requests of it are answered meanwhile", {
  timeout: 60_000,
}, async () => {
  const held = unfinished(client.apiKey ?? "", "length");
  await held.sent;
  expect((await client.post("/v1/schemas/validate", { extraction_schema: { fields: [{ name: "a" }] } })).status).toBe(200);
  const whole = JSON.stringify({ files: [], urls: [], filler: "A".repeat(50 * MEGABYTE) });
  const late = await client.post(PATH, whole);
  expect([late.status, late.json.error_code]).toEqual([429, "too_many_bytes"]);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(async () => (await client.post(PATH, whole)).status, { timeout: 20_000 }).toBe(422);
});

test("H04: a body that stalls is ended within 15 s", { timeout: 40_000 }, async () => {
  const started = performance.now();
  const stalled = unfinished(client.apiKey ?? "", "length");
  expect(await stalled.answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(performance.now() - started).toBeLessThan(15_000);
});
