/** Bytes that are no sound HTTP: each is refused or understood in one way only, and the next connection is served as ever. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { converse, open, untilClosed } from "../support/raw-conversation.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
let key: string;
beforeAll(async () => {
  service = await sharedService();
  ({ key } = await service.account());
});
afterEach(async () => {
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});

const SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";
const post = (headers: string, body = "") =>
  `POST /api/extractor/v1/schemas/validate HTTP/1.1\r\nHost: a\r\nAuthorization: ${key}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
const get = (headers: string) => `GET /healthz HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`;

describe("is refused with 400, and the connection is closed before anything else on it is read", () => {
  test.each<[string, () => string]>([
    ["Content-Length and Transfer-Encoding", () => post("Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n")],
    ["Transfer-Encoding and Content-Length", () => post("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n")],
    ["two lengths that differ", () => post("Content-Length: 2\r\nContent-Length: 40", "{}")],
    ["two lengths that agree", () => post("Content-Length: 2\r\nContent-Length: 2", "{}")],
    ["two lengths in one header", () => post("Content-Length: 2, 2", "{}")],
    ["a length with a sign", () => post("Content-Length: +2", "{}")],
    ["a length below zero", () => post("Content-Length: -2", "{}")],
    ["a length in hexadecimal digits", () => post("Content-Length: 0x2", "{}")],
    ["a length of 25 digits", () => post(`Content-Length: ${"9".repeat(25)}`, "{}")],
    ["chunks that are not the last encoding", () => post("Transfer-Encoding: chunked, identity", "0\r\n\r\n")],
    ["an encoding that is nearly `chunked`", () => post("Transfer-Encoding: xchunked", "0\r\n\r\n")],
    ["a space before the colon", () => post("Transfer-Encoding : chunked", "0\r\n\r\n")],
    ["a header on two lines", () => get("X-Long: a\r\n b")],
    ["a space in a header's name", () => get("X Long: a")],
    ["a header without a name", () => get(": a")],
    ["a NUL in a header", () => get("X: a\0b")],
    ["a bare CR in a header", () => get("X: a\rY: b")],
    ["lines that end in LF only", () => "GET /healthz HTTP/1.1\nHost: a\nContent-Length: 0\n\n"],
    ["10,000 headers", () => get(Array.from({ length: 10_000 }, (_, i) => `X-${i}: a`).join("\r\n"))],
    ["a header of 64 kB", () => get(`X: ${"a".repeat(64 * 1024)}`)],
    ["a cookie of 64 kB", () => get(`Cookie: winnow=${"a".repeat(64 * 1024)}`)],
    ["a request line of 100 kB", () => `GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ["a chunk size that is no number", () => post("Transfer-Encoding: chunked", "zz\r\n{}\r\n0\r\n\r\n")],
    ["a chunk size of 17 digits", () => post("Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n")],
    ["a chunk size below zero", () => post("Transfer-Encoding: chunked", "-2\r\n{}\r\n0\r\n\r\n")],
    ["a chunk that is longer than it says", () => post("Transfer-Encoding: chunked", "2\r\n{}{}\r\n0\r\n\r\n")],
    ["a chunk with an extension of 20 kB", () => post("Transfer-Encoding: chunked", `2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)],
    ["a version that does not exist", () => "GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n"],
    ["the beginning of HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a request line without a version", () => "GET /healthz\r\n\r\n"],
    ["the beginning of TLS", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ])("Z05: %s", async (_name, bytes) => {
    const { statuses, text } = await untilClosed(service.url, bytes() + SMUGGLED);
    expect(statuses).toEqual([400]);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n")))).toMatchObject({
      detail: expect.any(String),
      error: { type: "invalid_request_error" },
      request_id: expect.stringMatching(/^req_/),
    });
  });
});

describe("is understood in one way", () => {
  const CLOSE = "Connection: close\r\n";
  test.each<[string, () => string, number[]]>([
    ["a name in the request line", () => `GET http://evil.example/nothing HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`, [404]],
    ["another host than ours", () => `GET /healthz HTTP/1.1\r\nHost: evil.example\r\n${CLOSE}\r\n`, [200]],
    ["no path but a star", () => `OPTIONS * HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`, [404]],
    ["two slashes and dots", () => `GET //api/../healthz HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`, [404]],
    ["a request to change to another protocol", () => get(`${CLOSE}Upgrade: websocket\r\nSec-WebSocket-Key: x`), [200]],
    ["a body that nobody asked for", () => get(`${CLOSE}Content-Length: ${SMUGGLED.length}`) + SMUGGLED, [200]],
    [
      "chunks with an extension and a trailer",
      () => post(`${CLOSE}Transfer-Encoding: chunked\r\nTrailer: X`, "2;a=b\r\n{}\r\n0\r\nX: a\r\n\r\n"),
      [422],
    ],
    ["`chunked` in capitals", () => post(`${CLOSE}Transfer-Encoding: CHUNKED`, "2\r\n{}\r\n0\r\n\r\n"), [422]],
    ["HTTP/1.0", () => "GET /healthz HTTP/1.0\r\n\r\n", [200]],
    ["an expectation and its body at once", () => post(`${CLOSE}Expect: 100-continue\r\nContent-Length: 2`, "{}"), [100, 422]],
    ["an expectation without a key", () => post(`${CLOSE}Expect: 100-continue\r\nContent-Length: 9999999`).replace(key, "none"), [401]],
  ])("Z05: %s", async (_name, bytes, expected) => {
    expect((await untilClosed(service.url, bytes())).statuses).toEqual(expected);
  });

  test("Z05: CONNECT opens no tunnel", async () => {
    const { statuses } = await untilClosed(service.url, "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(statuses.filter((status) => status < 400)).toEqual([]);
  });

  test("Z05: a hundred requests at once on one connection are answered in their order", async () => {
    const asked = Array.from({ length: 100 }, (_, i) => [200, 404, 401][i % 3] ?? 0);
    const path = { 200: "/healthz", 404: "/nothing", 401: "/api/extractor/v1/tasks" } as Record<number, string>;
    const bytes = asked.map((status) => `GET ${path[status]} HTTP/1.1\r\nHost: a\r\n\r\n`).join("");
    const { statuses } = await converse(service.url, bytes, (sofar) => sofar.statuses.length === asked.length);
    expect(statuses).toEqual(asked);
  });

  test("a connection that a browser opened in advance and did not use is closed without a word", async () => {
    expect(await untilClosed(service.url, "", 60_000)).toMatchObject({ statuses: [] });
  });

  test("Z05: requests that are broken off leave the service as it was", async () => {
    const halves = [get("X: a").slice(0, 40), post("Content-Length: 1000", "{"), post("Transfer-Encoding: chunked", "5\r\n{"), ""];
    const ends = Array.from({ length: 200 }, (_, i) => {
      const socket = open(service.url);
      socket.on("error", () => undefined);
      return new Promise<void>((resolve) => {
        socket.on("close", () => resolve());
        socket.on("connect", () => socket.write(halves[i % halves.length] ?? "", () => (i % 2 ? socket.resetAndDestroy() : socket.end())));
        socket.resume();
      });
    });
    await Promise.all(ends);
    expect((await fetch(`${service.url}/api/extractor/v1/tasks`, { headers: { authorization: key } })).status).toBe(200);
  });
});
