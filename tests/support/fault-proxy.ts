/** A TCP proxy that makes a network as bad as it is told to: for everything that passes from then on. */
import { createServer, connect as dial, type NetConnectOpts, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Fault =
  | { kind: "none" }
  /** Each chunk comes `ms` later, give or take `jitterMs`; the order is kept. */
  | { kind: "latency"; ms: number; jitterMs: number }
  | { kind: "slow"; bytesPerSecond: number }
  /** Chunks come in pieces of a few bytes. */
  | { kind: "slicer" }
  /** Nothing passes and nobody is told, until the fault ends. */
  | { kind: "black hole" }
  /** Connections are reset, new ones as well. */
  | { kind: "reset" }
  /** What is asked for passes; at the answer the connection is reset. */
  | { kind: "lost answers" }
  /** As "lost answers", but of PostgreSQL's COMMIT only. */
  | { kind: "lost commits" };

export type FaultProxy = {
  port: number;
  set(fault: Fault): void;
  connections(): number;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The statement as it ends a message of PostgreSQL's protocol. */
const COMMIT = /commit\0/i;
const SLICE_BYTES = 7;
const HELD_MS = 20;

/** Listens on a free port of 127.0.0.1 and passes everything on to `upstream`. */
export async function startFaultProxy(upstream: NetConnectOpts): Promise<FaultProxy> {
  let fault: Fault = { kind: "none" };
  const pairs = new Set<[Socket, Socket]>();
  const current = () => fault;
  const server = createServer((near) => {
    if (fault.kind === "reset") return void near.resetAndDestroy();
    const far = dial(upstream);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    let isCommitting = false;
    pass(near, far, async (chunk) => {
      isCommitting = fault.kind === "lost commits" && COMMIT.test(chunk.toString("latin1"));
      await deliver(chunk, far, current, false);
    });
    pass(far, near, async (chunk) => {
      if (!isCommitting) return deliver(chunk, near, current, true);
      near.resetAndDestroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const resetAll = () => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  return {
    port: address.port,
    set(next) {
      fault = next;
      if (next.kind === "reset") resetAll();
    },
    connections: () => pairs.size,
    async [Symbol.asyncDispose]() {
      resetAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Passes chunks one after the other, each as the fault of its moment says. */
function pass(from: Socket, to: Socket, deliverChunk: (chunk: Buffer) => Promise<void>): void {
  let last: Promise<void> = Promise.resolve();
  from.on("data", (chunk: Buffer) => {
    from.pause();
    last = last
      .then(() => deliverChunk(chunk))
      .then(() => void from.resume())
      .catch(() => void to.destroy());
  });
  from.on("end", () => {
    last = last.then(() => void to.end());
  });
}

async function deliver(chunk: Buffer, to: Socket, current: () => Fault, isAnswer: boolean): Promise<void> {
  while (current().kind === "black hole" && !to.destroyed) await sleep(HELD_MS);
  const fault = current();
  if (fault.kind === "lost answers" && isAnswer) return void to.resetAndDestroy();
  if (fault.kind === "latency") await sleep(Math.max(0, fault.ms + (Math.random() * 2 - 1) * fault.jitterMs));
  if (fault.kind === "slow") await sleep((chunk.length / fault.bytesPerSecond) * 1000);
  if (fault.kind !== "slicer") return write(chunk, to);
  for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
    await write(chunk.subarray(at, at + SLICE_BYTES), to);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function write(chunk: Buffer, to: Socket): Promise<void> {
  if (to.destroyed) return Promise.resolve();
  return new Promise((resolve) => to.write(chunk, () => resolve()));
}
