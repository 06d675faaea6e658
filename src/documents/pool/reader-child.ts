/** One child process that reads documents: start, one request at a time, death. Knows nothing of queues or retries. */
import { type ChildProcess, spawn } from "node:child_process";
import { chown, readFile, realpath, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { getPriority, setPriority } from "node:os";
import path from "node:path";
import { CHILD_CAPS, capScript } from "./caps.ts";
import { makeChildDir } from "./child-dirs.ts";
import { compiledFor } from "./compiled.ts";
import type { Confinement } from "./confinement.ts";
import { fontsFor } from "./fonts.ts";
import { encodeFrame, type Frame, FrameReader } from "./frames.ts";
import { type Mount, mountsFor } from "./hidden-paths.ts";
import { type ChildReply, type ChildRequest, isChildReply } from "./protocol.ts";

const STDERR_CHARACTERS_KEPT = 2000;
/** The highest nice value (setpriority(2)). */
const NICE_MAX = 19;

/** The child is gone. `signal` and `stderr` are for the logs and for recognising a lack of memory. */
export class ChildDied extends Error {
  readonly signal: string | null;
  readonly stderr: string;
  constructor(exitCode: number | null, signal: string | null, stderr: string) {
    super(`reader child ended (code ${exitCode}, signal ${signal}) ${stderr.slice(0, 200)}`);
    this.signal = signal;
    this.stderr = stderr;
  }
}

/** Answers what a work asks its caller. */
export type OnQuestion = (question: unknown) => Promise<unknown>;
type Listeners = { onPage: (json: Buffer) => void; onStage: (name: string) => void; onQuestion: OnQuestion };
type Waiting = { onFrame: (reply: ChildReply, body: Buffer) => void; reject: (error: Error) => void };

export class ReaderChild {
  /** Process id of the program itself, inside the processes that confine it. */
  pid: number;
  /** Nice value relative to the parent. */
  readonly nice: number;
  documentsRead = 0;
  /** Why a question of it was not answered. */
  unanswered: unknown = null;
  /** On the clock of `performance.now`; for a busy child, when it was last idle. */
  idleSince = performance.now();
  dead = false;
  private readonly process: ChildProcess;
  private readonly socket: Socket;
  private waiting: Waiting | null = null;
  private stderr = "";

  private constructor(child: ChildProcess, dir: string, nice: number) {
    this.nice = nice;
    this.process = child;
    this.pid = child.pid ?? -1;
    this.socket = child.stdio[3] as Socket;
    const frames = new FrameReader();
    this.socket.on("data", (chunk: Buffer) => this.receive(frames, chunk));
    this.socket.on("error", () => this.kill());
    child.stderr?.on("data", (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString("latin1")).slice(-STDERR_CHARACTERS_KEPT);
    });
    child.on("error", (error) => this.end(new ChildDied(null, error.message, this.stderr), dir));
    child.on("close", (code, signal) => this.end(new ChildDied(code, signal, this.stderr), dir));
  }

  /** Starts a child and waits until it is ready. Rejects with ChildDied when it cannot be started this way. */
  static async start(options: {
    tessdataDir: string;
    tempDir: string;
    ocrModelsDir?: string | null;
    entry: string;
    nice: number;
    confinement: Confinement;
    startSeconds?: number;
  }): Promise<ReaderChild> {
    const { prefix, userId, ownerId } = options.confinement;
    const dir = await realpath(await makeChildDir(options.tempDir));
    // Resolved here: links may lead through folders that are hidden from the child.
    const [entry, tessdataDir, ocrModelsDir = ""] = await Promise.all(
      [options.entry, options.tessdataDir, options.ocrModelsDir ?? ""].map((each) =>
        each === "" ? each : realpath(each).catch(() => each),
      ),
    );
    if (ownerId !== null) await ownedBy(dir, ownerId);
    const compiled = compiledFor(dir);
    const fonts = await fontsFor(dir);
    const command = [
      ...prefix(mountsOf(options, [dir, ...Object.values(compiled.env)], ocrModelsDir === "" ? [] : [ocrModelsDir])),
      process.execPath,
      "--max-old-space-size=384",
      "--max-semi-space-size=16",
      "--single-threaded-gc",
      // Incremental marking costs a tenth of a small document's time, and a child's event loop need not be responsive.
      "--no-incremental-marking",
      // For `rest`: pictures are outside of V8's heap, which collects by itself only after hundreds of megabytes of them.
      "--expose-gc",
      entry ?? options.entry,
      tessdataDir ?? "",
      ocrModelsDir,
    ];
    const child = spawn("/bin/sh", ["-c", capScript(), "sh", ...command], {
      cwd: dir,
      // One thread per child: parallelism comes from the pool. MALLOC_ARENA_MAX keeps threads from holding freed memory.
      // Blocks from this size on are given back to the system when they are freed; glibc would raise that to 32 MB, and hold 100 MB more after a few scans. Smaller ones than this cost text documents a tenth of their CPU.
      env: {
        TMPDIR: dir,
        OMP_THREAD_LIMIT: "1",
        UV_THREADPOOL_SIZE: "2",
        MALLOC_ARENA_MAX: "2",
        MALLOC_MMAP_THRESHOLD_: "2097152",
        ...fonts,
        ...compiled.env,
      },
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      ...(userId === null ? {} : { uid: userId, gid: userId }),
    });
    if (options.nice > 0 && child.pid !== undefined) setPriority(child.pid, Math.min(NICE_MAX, getPriority() + options.nice));
    const started = new ReaderChild(child, dir, options.nice);
    const tooLong = setTimeout(() => started.kill(), 1000 * (options.startSeconds ?? CHILD_CAPS.startSeconds));
    const isReady = started.exchange((finish) => (reply) => {
      if (reply.kind === "ready") finish();
    });
    await isReady.finally(() => clearTimeout(tooLong));
    await compiled.keep();
    started.pid = await innermost(started.pid);
    started.hold(false);
    return started;
  }

  /** Sends a request and resolves with the reply that ends it; `on` gets each page, stage and question before that. */
  async request(request: ChildRequest, bytes: Uint8Array, on: Listeners): Promise<{ reply: ChildReply; body: Buffer }> {
    if (request.kind !== "rest") this.documentsRead += 1;
    this.hold(true);
    let last: { reply: ChildReply; body: Buffer } | null = null;
    const ended = this.exchange((finish) => (reply, body) => {
      if (reply.kind === "page") on.onPage(body);
      else if (reply.kind === "stage") on.onStage(reply.name);
      else if (reply.kind === "question") void this.tell(body, on.onQuestion);
      else {
        last = { reply, body };
        finish();
      }
    });
    for (const chunk of encodeFrame(request, bytes)) this.socket.write(chunk);
    await ended;
    this.hold(false);
    if (last === null) throw new ChildDied(null, null, "no reply");
    return last;
  }

  /** Answers a question of the child; one that cannot be answered ends it, as it waits. */
  private async tell(question: Buffer, answer: OnQuestion): Promise<void> {
    try {
      const told = await answer(JSON.parse(question.toString("utf8")));
      for (const chunk of encodeFrame({ kind: "told" }, Buffer.from(JSON.stringify(told ?? null)))) this.socket.write(chunk);
    } catch (error) {
      this.unanswered = error;
      this.kill();
    }
  }

  kill(): void {
    this.process.kill("SIGKILL");
  }

  private exchange(handler: (finish: () => void) => Waiting["onFrame"]): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.dead) return reject(new ChildDied(null, null, this.stderr));
      const finish = () => {
        this.waiting = null;
        resolve();
      };
      this.waiting = { onFrame: handler(finish), reject };
    });
  }

  private receive(frames: FrameReader, chunk: Buffer): void {
    try {
      for (const frame of frames.push(chunk)) this.hand(frame);
    } catch {
      this.kill();
    }
  }

  private hand({ head, body }: Frame): void {
    if (!isChildReply(head)) throw new TypeError("unknown reply");
    this.waiting?.onFrame(head, body);
  }

  /** Lets the parent's event loop end while the child is idle. */
  private hold(busy: boolean): void {
    if (!busy) this.idleSince = performance.now();
    const method = busy ? "ref" : "unref";
    this.process[method]();
    this.socket[method]();
    (this.process.stderr as Socket | null)?.[method]();
  }

  private end(error: ChildDied, dir: string): void {
    this.dead = true;
    this.socket.destroy();
    rm(dir, { recursive: true, force: true }).catch(() => {});
    this.waiting?.reject(error);
    this.waiting = null;
  }
}

/** Folders that it needs although they are inside hidden ones. The data dir is where the OCR data are. */
function mountsOf(
  { entry, tessdataDir }: { entry: string; tessdataDir: string },
  keep: readonly string[],
  readOnly: readonly string[],
): Mount[] {
  const dataDir = tessdataDir === "" ? null : path.dirname(tessdataDir);
  return mountsFor({ entry, dataDir, keep: [...keep, ...(tessdataDir === "" ? [] : [tessdataDir])], readOnly });
}

/** The last of a chain of processes with one child each; inside its namespace it has another id. */
async function innermost(pid: number): Promise<number> {
  const below = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const [child] = below.split(" ").filter((each) => each !== "");
  return child === undefined ? pid : innermost(Number(child));
}

/** Rejects where the system does not know the user; then nothing is left behind. */
async function ownedBy(dir: string, userId: number): Promise<void> {
  await chown(dir, userId, userId).catch(async (error: unknown) => {
    await rm(dir, { recursive: true, force: true });
    throw error;
  });
}
