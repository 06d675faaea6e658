/** A server of the caller's side: serves documents and takes webhooks, and remembers what came. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string; at: number };
export type Receiver = { url: string; received: Received[]; connections(): number; [Symbol.asyncDispose](): Promise<void> };
export type Answering = (request: Received, response: ServerResponse, count: number) => void | Promise<void>;

/** `answer` writes the response; `count` is 1 for the first request. */
export async function startReceiver(
  answer: Answering = (_request, response) => void response.end("ok"),
  host = "127.0.0.1",
  port = 0,
): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const entry = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      at: Date.now(),
    };
    received.push(entry);
    await answer(entry, response, received.length);
  });
  server.on("connection", () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://${host}:${address.port}`,
    received,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
