/** Ports for servers that tests start, which neither another test nor an outgoing connection takes between the look and the start. */
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections: Linux starts at 32768, macOS and Windows at 49152. */
const FIRST = 12_000;
const PER_WORKER = 1_000;
const WORKERS = 20;

const worker = Number(process.env.VITEST_POOL_ID ?? process.pid) % WORKERS;
let next = Math.floor(Math.random() * PER_WORKER);

/** A port of 127.0.0.1 that nobody listens on; each worker of the test runner takes from its own thousand, in turn. Rejects when all are taken. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < PER_WORKER; tried += 1) {
    const port = FIRST + worker * PER_WORKER + next;
    next = (next + 1) % PER_WORKER;
    if (await isFree(port)) return port;
  }
  throw new Error("no port");
}

/** Whether a server of all addresses could listen there, so that one of 127.0.0.1 or of ::1 can too. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
