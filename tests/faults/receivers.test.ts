/** Receivers of webhooks that are slow, broken or odd, and callbacks that cannot work. */

import { createSecureServer } from "node:http2";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selfSigned } from "../support/certificate.ts";
import { base64, INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
let file_content: string;
beforeAll(async () => {
  service = await startTestService({ scheduleSeconds: [600] });
  file_content = base64(await pdfOf(INVOICE));
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** The first attempt at a webhook to `url`, and the record it is in. */
async function attemptAt(url: string) {
  const client = await service.account();
  const id = await client.submit({ file_content, extraction_schema: INVOICE_SCHEMA, callback_url: url });
  const deliveries = async () => (await client.get(`/v1/tasks/${id}/deliveries`)).json.deliveries;
  await expect.poll(async () => (await deliveries())[0]?.log.length).toBe(1);
  const [delivery] = await deliveries();
  expect((await client.wait(id)).status).toBe("completed");
  return { delivery, attempt: delivery.log[0], text: (await client.get(`/v1/tasks/${id}/deliveries`)).text };
}

/** A server of bytes; `talk` gets each connection. */
async function rawServer(talk: (socket: Socket) => void): Promise<{ port: number } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined).on("close", () => sockets.delete(socket)));
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("W04: a receiver of one byte a second is left after 15 s", async () => {
  await using server = await rawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    const timer = setInterval(() => socket.write("."), 1_000);
    socket.on("close", () => clearInterval(timer));
  });
  const { attempt } = await attemptAt(`http://127.0.0.1:${server.port}/hook`);
  expect(attempt).toMatchObject({ error: "timeout" });
  expect(attempt.duration_ms).toBeGreaterThan(14_000);
  expect(attempt.duration_ms).toBeLessThan(17_000);
});

test("W18: the log of deliveries holds no secret and no header", async () => {
  await using receiver = await startReceiver();
  const { text } = await attemptAt(`${receiver.url}/hook`);
  expect(receiver.received[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
  expect(text).not.toMatch(/whsec_|signature|authorization/i);
  expect(text).not.toContain(String(receiver.received[0]?.headers["webhook-signature"]).slice(3, 20));
});

describe("a callback that cannot work is refused, and makes no task", () => {
  test.each([
    ["another scheme", "ftp://example.com/hook"],
    ["a password", "http://user:password@example.com/hook"],
    ["8 kB", `https://example.com/${"a".repeat(8192)}`],
    ["nothing", ""],
    ["a path", "/hook"],
    ["no scheme", "example.com/hook"],
    ["a script", "javascript:alert(1)"],
    ["no host", "https://"],
  ])("W20: %s", async (_name, callback_url) => {
    const client = await service.account();
    const answer = await client.post("/v1/extract-async", { file_content, extraction_schema: INVOICE_SCHEMA, callback_url });
    expect([400, 422]).toContain(answer.status);
    expect(answer.text).toContain("callback_url");
    expect((await client.get("/v1/tasks")).json.tasks).toEqual([]);
  });
});

describe("odd protocols are noted, and none hangs", () => {
  const reply = (text: string) => (socket: Socket) => void socket.once("data", () => socket.end(text));

  test.each<[string, (socket: Socket) => void, boolean]>([
    ["HTTP/1.0", reply("HTTP/1.0 200 OK\r\n\r\nok"), true],
    ["an interim answer first", reply("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"), true],
    ["a 100 that nobody asked for", reply("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"), false],
    ["an interim answer and no other", reply("HTTP/1.1 103 Early Hints\r\n\r\n"), false],
    ["no HTTP at all", reply("220 mail.example.com ESMTP\r\n"), false],
    ["a status that is none", reply("HTTP/1.1 999999 Odd\r\n\r\n"), false],
    [
      "headers without end",
      (socket) => void socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\n${"X-Long: a\r\n".repeat(50_000)}`)),
      false,
    ],
    ["a reset", (socket) => void socket.once("data", () => socket.resetAndDestroy()), false],
    ["an end without a word", (socket) => void socket.end(), false],
    ["chunks of no size", reply("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), false],
  ])("W22: %s", async (_name, talk, succeeds) => {
    await using server = await rawServer(talk);
    const { delivery, attempt } = await attemptAt(`http://127.0.0.1:${server.port}/hook`);
    expect(delivery.status).toBe(succeeds ? "delivered" : "pending");
    expect(attempt.error === null).toBe(succeeds);
  });

  test("W22: TLS that ends in the middle of its handshake", async () => {
    await using server = await rawServer((socket) => void socket.once("data", () => socket.end(Buffer.from([0x16, 3, 3, 0, 50, 2]))));
    const { attempt } = await attemptAt(`https://127.0.0.1:${server.port}/hook`);
    expect(attempt.error).not.toBeNull();
  });

  test("W22: HTTP/2 alone, with a certificate that nobody signed", async () => {
    const server = createSecureServer(selfSigned("127.0.0.1"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const { attempt } = await attemptAt(`https://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/hook`);
    expect(attempt.error).not.toBeNull();
    server.close();
  });
});
