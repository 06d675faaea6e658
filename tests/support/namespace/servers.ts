/** Listeners on every address there is. Two addresses and the exempt one serve files and what a URL asks for; any other connection is counted. */
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createListener, type Socket } from "node:net";
import path from "node:path";
import type { Play } from "./play.ts";
import { EXEMPT, PUBLIC } from "./zone.ts";

/** Ports that an allowed server serves, and ports that nobody may connect to, a proxy's among them. */
const SERVED_PORTS = { plain: [80, 8080], tls: [443] };
const FORBIDDEN_PORTS = [22, 25, 1433, 3128, 3306, 5432, 6379, 9200, 11_211, 27_017];
const SERVED: readonly string[] = [PUBLIC.v4, PUBLIC.v6, EXEMPT];

export type Served = { method: string; host: string; path: string; headers: Record<string, unknown>; openMs: number | null; bytes: number };
export type Seen = {
  /** `address port` of every connection that must not be. */
  forbidden: string[];
  served: Served[];
};

/** Connections and requests go into `seen` as they come. */
export async function startServers(seen: Seen, options: { folder: string; cert: string; key: string }): Promise<void> {
  const handle = (request: IncomingMessage, response: ServerResponse) => void serve(seen, options.folder, request, response);
  const plain = createServer(handle);
  const tls = createTlsServer({ cert: options.cert, key: options.key }, handle);
  const judge = (port: number, socket: Socket, pass: ((socket: Socket) => void) | null) => {
    const address = (socket.localAddress ?? "").replace(/^::ffff:/, "");
    if (pass && SERVED.includes(address)) return pass(socket);
    seen.forbidden.push(`${address} ${port}`);
    socket.destroy();
  };
  const open = (port: number, pass: ((socket: Socket) => void) | null) =>
    new Promise<void>((resolve) => createListener((socket) => judge(port, socket, pass)).listen(port, "::", resolve));
  await Promise.all([
    ...SERVED_PORTS.plain.map((port) => open(port, (socket) => void plain.emit("connection", socket))),
    ...SERVED_PORTS.tls.map((port) => open(port, (socket) => void tls.emit("connection", socket))),
    ...FORBIDDEN_PORTS.map((port) => open(port, null)),
  ]);
}

async function serve(seen: Seen, folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = performance.now();
  const url = request.url ?? "/";
  const { headers, method = "" } = request;
  const entry: Served = { method, host: headers.host ?? "", path: url, headers, openMs: null, bytes: 0 };
  seen.served.push(entry);
  request.resume();
  response.on("error", () => undefined);
  response.on("close", () => {
    entry.openMs = performance.now() - at;
    entry.bytes = request.socket.bytesWritten;
  });
  const [, kind = "", rest = ""] = /^\/(\w+)\/([^?]*)/.exec(url) ?? [];
  if (kind === "file") response.end(await readFile(path.join(folder, path.basename(rest))));
  else if (kind === "play") play(JSON.parse(decodeURIComponent(rest)), url, response);
  else response.end("ok");
}

function play(step: Play, own: string, response: ServerResponse): void {
  const { status = 200, headers = {}, body = "" } = step;
  const location = step.to === "itself" ? own : step.to;
  response.writeHead(status, { ...headers, ...(location === undefined ? {} : { location }) });
  if (step.after === "endless") pour(response);
  else if (step.after === "more than said") {
    // Past the response's own count of bytes, straight into the socket.
    response.write(body);
    pour(response.socket ?? response);
  } else if (step.after === "drip") {
    const drip = setInterval(() => response.write("%"), 10_000);
    response.write("%");
    response.on("close", () => clearInterval(drip));
  } else response.end(body);
}

const POURED_BYTES_MAX = 1024 * 1024 * 1024;

function pour(into: ServerResponse | Socket): void {
  const chunk = Buffer.alloc(65_536, "%PDF-1.4 ");
  let left = POURED_BYTES_MAX;
  const more = () => {
    while (!into.destroyed && left > 0) {
      left -= chunk.length;
      if (!into.write(chunk)) return void into.once("drain", more);
    }
    into.end();
  };
  into.on("error", () => undefined);
  more();
}
