import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openFinish } from "./finish-requests.ts";

const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

async function opened() {
  const waiting: ServerResponse[] = [];
  const server = createServer({ keepAliveTimeout: 3_600_000 }, (request, response) => {
    if (request.url === "/later") waiting.push(response);
    else response.end("now");
  });
  server.headersTimeout = 3_600_000;
  const finish = openFinish(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  /** Stays open on this side when the server ends it. */
  const client = async (sent: string) => {
    const accepted = once(server, "connection");
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    clients.push(socket);
    await accepted;
    if (sent !== "") socket.write(sent);
    return socket;
  };
  const close = () => {
    finish();
    return new Promise((done) => server.close(done));
  };
  return { server, client, close, waiting };
}

test.each([
  ["nothing", ""],
  ["half a head", "GET / HTTP/1.1\r\nHost: ex"],
])("closing does not wait for a connection over which %s was sent", async (_, sent) => {
  const { client, close } = await opened();
  const socket = await client(sent);
  await close();
  expect([socket.writable, socket.destroyed]).toEqual([true, false]);
});

test("closing does not wait for a connection that is kept alive after its answer", async () => {
  const { client, close } = await opened();
  const socket = await client("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n");
  await once(socket, "data");
  await close();
  expect([socket.writable, socket.destroyed]).toEqual([true, false]);
});

test("a request in progress is answered before the server is closed", async () => {
  const { server, client, close, waiting } = await opened();
  const started = once(server, "request");
  const socket = await client("GET /later HTTP/1.1\r\nHost: example.com\r\n\r\n");
  await started;
  const closed = close();
  const answer = once(socket, "data");
  waiting[0]?.end("the answer");
  expect(String((await answer)[0])).toContain("the answer");
  await closed;
});
