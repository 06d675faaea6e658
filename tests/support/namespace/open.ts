/**
 * A world of its own for the whole service: a network namespace in which every address is local and listened on, and a name server with
 * odd answers. Nothing in it reaches the real network; each connection to an address that must not be reached is seen.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Seen } from "./servers.ts";

const INSIDE = fileURLToPath(new URL("./inside.ts", import.meta.url));
/** Root needs no user namespace, and without one the service can still become other users. */
const UNSHARE = ["--net", "--mount", ...(process.getuid?.() === 0 ? [] : ["--map-root-user"]), "--"];

/** Null where it can be opened, else why not. */
export function whyNoNamespace(): string | null {
  const probe = "ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo";
  const { error, status, stderr } = spawnSync("unshare", [...UNSHARE, "sh", "-c", probe], { encoding: "utf8" });
  return error ? error.message : status === 0 ? null : stderr.trim();
}

export type World = {
  /** The API, from outside. */
  url: string;
  /** Its port inside. */
  port: number;
  workers: number[];
  /** Everything so far. */
  seen(): Promise<Seen & { names: string[] }>;
  /** The folder whose files the allowed server has under `/file/`. */
  folder: string;
  [Symbol.asyncDispose](): Promise<void>;
};

/** `tessdataDir`: OCR data that are unpacked already. Rejects with what the service wrote when it does not start. */
export async function openNamespace(options: { env: Record<string, string>; tessdataDir: string }): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), "winnow-world-"));
  const dataDir = path.join(folder, "data");
  spawnSync("mkdir", ["-p", dataDir]);
  await symlink(options.tessdataDir, path.join(dataDir, "tessdata"));
  const argument = JSON.stringify({ folder, env: options.env });
  const child = spawn("unshare", [...UNSHARE, process.execPath, INSIDE, argument], { stdio: ["ignore", "inherit", "pipe", "ipc"] });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const { ready } = await Promise.race([
    message<{ ready: { port: number; pids: { workers: number[] } } }>(child),
    ended.then(() => Promise.reject(new Error(`the namespace did not open: ${output}`))),
  ]);
  // The API is in another network: its socket in the file system is the way in.
  const bridge = createServer((socket) => {
    const api = connect(path.join(folder, "api.sock"));
    socket.pipe(api).pipe(socket);
    socket.on("error", () => api.destroy()).on("close", () => api.destroy());
    api.on("error", () => socket.destroy()).on("close", () => socket.destroy());
  });
  await new Promise<void>((resolve) => bridge.listen(0, "127.0.0.1", resolve));
  const address = bridge.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    port: ready.port,
    workers: ready.pids.workers,
    folder,
    async seen() {
      const answer = message<{ seen: Seen & { names: string[] } }>(child);
      child.send("seen");
      return (await answer).seen;
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await ended;
      bridge.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function message<T>(child: ReturnType<typeof spawn>): Promise<T> {
  return new Promise((resolve) => child.once("message", (value) => resolve(value as T)));
}
