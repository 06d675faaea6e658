/** Enforces the cap on one document from outside its child. */
import { TaskFailure } from "#contract/task-errors.ts";
import { CHILD_CAPS } from "./caps.ts";
import type { ReaderChild } from "./reader-child.ts";
import { type ChildUsage, childUsageOf } from "./usage.ts";

/** How often a busy child's CPU and memory are checked, in ms. */
const WATCH_MS = 200;

export const NOTHING_USED: ChildUsage = { cpuSeconds: 0, waitedSeconds: 0, privateBytes: 0 };

type Limit = "cpu" | "wall" | "memory";

/** Watches one request: kills the child when a cap is exceeded or the caller aborts. */
export class ChildWatch {
  broken: Limit | null = null;
  private readonly child: ReaderChild;
  private readonly signal: AbortSignal;
  private readonly kill: () => void;
  private readonly timer: NodeJS.Timeout;
  private readonly startedAt: number;
  private readonly wallSeconds: number;
  private atStart: ChildUsage | null = null;
  private last: ChildUsage = NOTHING_USED;

  constructor(child: ReaderChild, signal: AbortSignal, startedAt: number, wallSeconds: number) {
    this.child = child;
    this.startedAt = startedAt;
    this.wallSeconds = wallSeconds;
    this.signal = signal;
    this.kill = () => child.kill();
    if (signal.aborted) this.kill();
    signal.addEventListener("abort", this.kill, { once: true });
    this.timer = setInterval(() => void this.look(), WATCH_MS);
  }

  /** Ends the watch; returns the child's total usage as last seen. */
  stop(): ChildUsage {
    clearInterval(this.timer);
    this.signal.removeEventListener("abort", this.kill);
    return this.last;
  }

  private async look(): Promise<void> {
    // Checked one interval early: no document is read for longer than the cap.
    const seconds = (performance.now() - this.startedAt + WATCH_MS) / 1000;
    if (seconds - this.waitedSeconds > this.wallSeconds || seconds > CHILD_CAPS.yieldingWallSeconds) return this.break("wall");
    const usage = await childUsageOf(this.child.pid);
    if (!usage) return;
    this.atStart ??= usage;
    this.last = usage;
    if (usage.cpuSeconds - this.atStart.cpuSeconds > CHILD_CAPS.cpuSeconds) this.break("cpu");
    else if (usage.privateBytes > CHILD_CAPS.dataBytes) this.break("memory");
  }

  /** A document is not to blame for other work of the machine. */
  private get waitedSeconds(): number {
    return this.last.waitedSeconds - (this.atStart ?? this.last).waitedSeconds;
  }

  private break(limit: Limit): void {
    this.broken ??= limit;
    this.kill();
  }
}

export const MEMORY_TEXT = `${CHILD_CAPS.dataBytes / 1024 / 1024} MB of memory`;

export function overLimit(limit: Limit, wallSeconds: number, cause: Error): TaskFailure {
  const most = { cpu: `${CHILD_CAPS.cpuSeconds} seconds of computing time`, wall: `${wallSeconds} seconds`, memory: MEMORY_TEXT }[limit];
  const message = `Reading the file was stopped at a resource limit: it needs more than ${most}. Split or simplify it.`;
  return new TaskFailure("deadline_exceeded", { message, internal: `limit ${limit}`, cause });
}
