/** A fixed number of reader children behind one queue: limits, abort, replacement, and one retry after a crash. */
import { setTimeout as sleep } from "node:timers/promises";
import { TaskFailure } from "#contract/task-errors.ts";
import { ConcurrencyLimiter } from "#platform/concurrency-limiter.ts";
import { CHILD_CAPS } from "./caps.ts";
import { type Confinement, confinements, type Level } from "./confinement.ts";
import type { ChildReply, ChildRequest } from "./protocol.ts";
import { ChildDied, type OnQuestion, ReaderChild } from "./reader-child.ts";
import { restedUsage } from "./rest.ts";
import { Shares } from "./shares.ts";
import type { ChildUsage } from "./usage.ts";
import { ChildWatch, MEMORY_TEXT, NOTHING_USED, overLimit } from "./watch.ts";

/**
 * Per way of confinement. A start that fails for lack of processes or memory may succeed a moment later; one that the system does not allow
 * never does.
 */
const ATTEMPTS_PER_WAY = 3;
const PAUSE_MS = 100;
const IDLE_MS = 60_000;
/** Messages of Node, V8, Tesseract and PDFium on stderr when an allocation fails. */
const OUT_OF_MEMORY = /out of memory|memory allocation of|bad_alloc|allocation failed|failed to allocate memory/i;

export type ChildAnswer = { pages: Buffer[]; reply: ChildReply; body: Buffer };
/** Hears of a work's progress, and answers its questions. */
export type Caller = { onStage: (name: string) => void; onQuestion: OnQuestion };
type Call = Caller & { request: ChildRequest; bytes: Uint8Array; signal: AbortSignal; nice: number };

/**
 * `lane`: called at each request, names the group (such as an account) it belongs to; lanes take turns, and each holds `perLane` children
 * at most. `level`: how children are confined, if known from before (`findLevel`). `nice`: nice value of the children relative to the
 * parent; 0 by default. `busyNice`: nice value for requests of a lane that keeps children busy (shares.ts). `ready`: a request that each
 * child gets at its start; with it, `size` children are kept and started before they are needed, once a first request has come. `startSeconds`: how long a child may take to
 * be ready; `CHILD_CAPS.startSeconds` by default. `keepsNone`: no idle child is kept for later requests.
 */
export type ReaderPoolOptions = {
  tessdataDir: string;
  tempDir: string;
  /** Networks to read pictures with instead of those that come with Winnow; null by default. */
  ocrModelsDir?: string | null;
  entry: string;
  size: number;
  perLane?: number;
  lane?: () => string;
  nice?: number;
  busyNice?: number;
  level?: Level;
  ready?: ChildRequest;
  keepsNone?: boolean;
  startSeconds?: number;
};

export class ReaderPool {
  private readonly options: ReaderPoolOptions;
  private readonly idle: ReaderChild[] = [];
  private readonly all = new Set<ReaderChild>();
  private readonly limiter = new ConcurrencyLimiter();
  private readonly shares = new Shares();
  private readonly nice: number;
  private closed = false;
  /** Whether a request has come: a process that gets none keeps no children. */
  private used = false;
  /** Settles when the child that is being started in advance is ready, or failed. */
  private preparing: Promise<void> | null = null;
  /** The one way in which this pool starts children: found by the first start, or given as `level`. */
  private way: Confinement | null;

  constructor(options: ReaderPoolOptions) {
    this.options = options;
    this.nice = options.nice ?? 0;
    this.way = options.level === undefined ? null : (confinements().find(({ level }) => level === options.level) ?? null);
  }

  /**
   * Runs one request in a child: lanes take turns, within a lane first come, first served. Rejects with the signal's reason when aborted,
   * with TaskFailure `deadline_exceeded` when the document exceeded a cap, `corrupt_document` when it crashed two children, `internal` when
   * no child starts.
   */
  async run(
    request: ChildRequest,
    bytes: Uint8Array,
    signal: AbortSignal,
    { onStage = () => {}, onQuestion = async () => null }: Partial<Caller> = {},
  ): Promise<ChildAnswer> {
    const lane = this.options.lane?.() ?? "";
    const { size, perLane = size } = this.options;
    using _permit = await this.limiter.take({ children: size, [`lane ${lane}`]: perLane }, { lane, signal });
    const startedAt = performance.now();
    const more = this.options.busyNice !== undefined && this.shares.givesWay(lane) ? this.options.busyNice : 0;
    try {
      if (this.closed) throw new TaskFailure("internal", { internal: "reader is closed" });
      return await this.attempt({ request, bytes, signal, onStage, onQuestion, nice: this.nice + more }, { number: 1 });
    } finally {
      this.shares.add(lane, (performance.now() - startedAt) / 1000);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const child of this.all) child.kill();
    while ([...this.all].some((child) => !child.dead)) await sleep(5);
    this.all.clear();
  }

  /** `since`: when the first attempt began, as the limit on time covers all attempts at a document; starting a child is none of them. */
  private async attempt(call: Call, { number, since }: { number: number; since?: number }): Promise<ChildAnswer> {
    const { request, bytes, signal } = call;
    const child = await this.take(call.nice);
    const startedAt = since ?? performance.now();
    const wallSeconds = this.options.nice ? CHILD_CAPS.yieldingWallSeconds : CHILD_CAPS.wallSeconds;
    const watch = new ChildWatch(child, signal, startedAt, wallSeconds);
    try {
      const pages: Buffer[] = [];
      const { reply, body } = await child.request(request, bytes, { ...call, onPage: (json) => pages.push(json) });
      return { pages, reply, body };
    } catch (error) {
      if (!(error instanceof ChildDied)) throw error;
      signal.throwIfAborted();
      if (child.unanswered !== null) throw child.unanswered;
      const limit = watch.broken ?? (OUT_OF_MEMORY.test(error.stderr) ? "memory" : null);
      // A used child may still hold memory of earlier documents: the document gets one attempt in a fresh child before it is blamed.
      const unfair = limit === "memory" && child.documentsRead > 1 && number === 1 && !this.closed;
      if (limit && !unfair) throw overLimit(limit, wallSeconds, error);
      if (this.closed) throw new TaskFailure("internal", { internal: "reader was closed" });
      if (number === 1) return await this.attempt(call, { number: 2, since: startedAt });
      throw new TaskFailure("corrupt_document", {
        message: `The file is damaged, or needs more than the resource limit of ${MEMORY_TEXT}: reading it ended abnormally twice.`,
        internal: error.message,
        cause: error,
      });
    } finally {
      await this.giveBack(child, watch.stop());
    }
  }

  private async take(nice: number): Promise<ReaderChild> {
    for (;;) {
      const at = this.idle.findLastIndex((each) => each.nice === nice);
      if (at < 0 && this.preparing && nice === this.nice) {
        await this.preparing;
        continue;
      }
      const child = (at >= 0 ? this.idle.splice(at, 1)[0] : undefined) ?? (await this.start(nice));
      if (!child.dead) return child;
      this.drop(child);
    }
  }

  private drop(child: ReaderChild): void {
    child.kill();
    this.all.delete(child);
    this.prepare();
  }

  private async giveBack(child: ReaderChild, atEnd: ChildUsage): Promise<void> {
    const { childIdleBytesMax, childCpuSecondsMax } = CHILD_CAPS;
    const last = atEnd.privateBytes > childIdleBytesMax ? await restedUsage(child, childIdleBytesMax) : atEnd;
    const spent = last.cpuSeconds > childCpuSecondsMax || last.privateBytes > childIdleBytesMax;
    this.used = true;
    const worn = spent || child.documentsRead >= CHILD_CAPS.childDocumentsMax;
    if (child.dead || worn || this.closed) this.drop(child);
    else {
      this.idle.push(child);
      setTimeout(() => void this.retire(child), IDLE_MS).unref();
      this.prepare();
    }
  }

  /**
   * Ends a child that was idle for `IDLE_MS`. One idle child stays for the next request, or `size` of them when they are kept ready: it frees
   * what it can.
   */
  private async retire(child: ReaderChild): Promise<void> {
    const at = this.idle.indexOf(child);
    const { keepsNone = false } = this.options;
    const stays = keepsNone
      ? false
      : this.options.ready
        ? child.nice === this.nice && this.kept() <= this.options.size
        : this.idle.length === 1;
    if (at < 0 || performance.now() - child.idleSince < IDLE_MS) return;
    this.idle.splice(at, 1);
    if (stays) await restedUsage(child, 0);
    if (stays && !child.dead && !this.closed) this.idle.push(child);
    else this.drop(child);
  }

  private kept(): number {
    return [...this.all].filter(({ nice }) => nice === this.nice).length;
  }

  /** Starts the next child that is to be kept ready. If that fails, the next request starts one itself and gets the error. */
  private prepare(): void {
    const { ready, size } = this.options;
    if (!ready || !this.used || this.preparing || this.closed || this.kept() >= size) return;
    const started = this.start(this.nice).then(async (child) => {
      try {
        await child.request(ready, Buffer.alloc(0), { onPage: () => {}, onStage: () => {}, onQuestion: async () => null });
        this.idle.push(child);
      } catch (error) {
        child.kill();
        this.all.delete(child);
        throw error;
      }
    });
    this.preparing = started.then(
      () => {
        this.preparing = null;
        this.prepare();
      },
      () => {
        this.preparing = null;
      },
    );
  }

  /** How strictly children of this pool are confined; starts one when that is not known yet. Rejects with TaskFailure `internal`. */
  async findLevel(): Promise<Level> {
    if (this.way === null) await this.giveBack(await this.take(this.nice), NOTHING_USED);
    return this.way?.level ?? "plain";
  }

  /** The first start finds the strictest way that this system allows. The pool keeps to it: later failures are transient. */
  private async start(nice: number): Promise<ReaderChild> {
    let last: unknown;
    for (const way of this.way === null ? confinements() : [this.way]) {
      for (let attempt = 1; attempt <= ATTEMPTS_PER_WAY; attempt++) {
        try {
          const child = await ReaderChild.start({ ...this.options, nice, confinement: way });
          this.way ??= way;
          this.all.add(child);
          if (this.closed) child.kill();
          return child;
        } catch (error) {
          last = error;
          await sleep(attempt * PAUSE_MS);
        }
      }
    }
    throw new TaskFailure("internal", { internal: `no reader child starts: ${String(last)}`, cause: last });
  }
}
