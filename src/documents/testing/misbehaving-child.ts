/** A child for tests of the pool: misbehaves as the name of the work says. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, Socket } from "node:net";
import { basename, dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { encodeFrame, FrameReader } from "#documents/pool/frames.ts";
import type { ChildReply, ChildRequest } from "#documents/pool/protocol.ts";

const HELD_MB = 340;
const HELD_MS = 800;

const socket = new Socket({ fd: 3, readable: true, writable: true });
const frames = new FrameReader();

function send(reply: ChildReply, body?: Uint8Array): void {
  for (const chunk of encodeFrame(reply, body)) socket.write(chunk);
}

function tell(facts: unknown): void {
  send({ kind: "picture" }, Buffer.from(JSON.stringify(facts)));
}

/** The result as text, or the code of its error. */
function codeOf(action: () => unknown): string {
  try {
    return `${action()}`;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

/** What was filled by `hold`, and whether `rest` lets go of it. */
let held: Buffer[] = [];
let keeps = false;

function hold(megabytes: number): void {
  held = Array.from({ length: megabytes }, () => Buffer.alloc(1024 * 1024, 1));
}

function rest(): void {
  if (!keeps) held = [];
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  send({ kind: "done" });
}

const ACTIONS: Record<string, (bytes: Buffer) => void> = {
  who: () => tell({ pid: process.pid }),
  write: (bytes) => {
    const file = bytes.toString();
    tell({ written: codeOf(() => writeFileSync(file, "")), listed: codeOf(() => readdirSync(dirname(file))) });
  },
  crash: () => process.kill(process.pid, "SIGSEGV"),
  "crash-once": (bytes) => {
    const marker = bytes.toString();
    if (existsSync(marker)) return tell({ pid: process.pid });
    writeFileSync(marker, "");
    process.kill(process.pid, "SIGSEGV");
  },
  eat: () => {
    const eaten: Buffer[] = [];
    for (let megabytes = 0; megabytes < 2048; megabytes += 16) eaten.push(Buffer.alloc(16 * 1024 * 1024, 1));
    tell({ megabytes: eaten.length * 16 });
  },
  hold: (bytes) => {
    keeps = bytes.toString() === "for ever";
    hold(HELD_MB);
    // Long enough to be seen by its parent, who looks five times a second.
    setTimeout(() => tell({ megabytes: held.length }), HELD_MS);
  },
  babble: () => socket.write(Buffer.from("this is no frame at all, not by a long way")),
  hang: () => {},
  spin: () => {
    tell({ pid: process.pid });
    setImmediate(() => {
      for (;;);
    });
  },
  surroundings: () => {
    const attempt = connect({ host: "10.255.255.1", port: 5432 });
    attempt.on("error", (error) => {
      const network = "code" in error ? String(error.code) : error.message;
      const above = codeOf(() => readdirSync(dirname(process.cwd())).filter((name) => name !== basename(process.cwd())));
      const parent = codeOf(() => readFileSync(`/proc/${process.ppid}/environ`));
      // Beside the OCR data, where the service keeps its secret.
      const secret = codeOf(() => readFileSync(join(dirname(process.argv[2] ?? ""), "secret"), "utf8"));
      tell({ environment: process.env, network, above, parent, secret, root: codeOf(() => writeFileSync("/written-by-child", "")) });
    });
  },
};

socket.on("data", (chunk: Buffer) => {
  for (const { head, body } of frames.push(chunk)) {
    const request = head as ChildRequest;
    if (request.kind === "work") ACTIONS[request.name]?.(body);
    if (request.kind === "rest") rest();
  }
});
socket.on("close", () => process.kill(process.pid, "SIGKILL"));
send({ kind: "ready" });
