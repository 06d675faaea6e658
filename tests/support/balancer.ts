/** A proxy before several nodes, as an operator would set one up: round robin over those whose /readyz answers 200, the next one when a connection is refused. */
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";

const CHECK_MS = 200;

export type Balancer = { url: string; add(url: string): void; remove(url: string): void; [Symbol.asyncDispose](): Promise<void> };

export async function startBalancer(): Promise<Balancer> {
  const nodes = new Map<string, boolean>();
  let turn = 0;
  const check = async (url: string) => {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    if (nodes.has(url)) nodes.set(url, answer?.ok ?? false);
  };
  const timer = setInterval(() => void Promise.all([...nodes.keys()].map(check)), CHECK_MS);
  const server = createServer((request, response) => {
    const ready = [...nodes].filter(([, isReady]) => isReady).map(([url]) => url);
    const chosen = ready.map((_, i) => ready[(turn + i) % ready.length] ?? "");
    turn++;
    void collect(request).then((body) => pass(request, body, response, chosen));
  });
  // Longer than clients keep an idle connection: otherwise one may be closed at the moment it is used again.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    add: (url) => void nodes.set(url, true),
    remove: (url) => void nodes.delete(url),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function pass(from: IncomingMessage, body: Buffer, response: ServerResponse, [node, ...others]: string[]): void {
  if (node === undefined) return void response.writeHead(502).end();
  const forwarded = ask(node + from.url, { method: from.method, headers: from.headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on("error", (error: NodeJS.ErrnoException) => {
    // Nothing was said to this node, so that another may be asked.
    if (error.code === "ECONNREFUSED") pass(from, body, response, others);
    else response.headersSent ? response.destroy() : response.writeHead(502).end();
  });
  forwarded.end(body);
}
