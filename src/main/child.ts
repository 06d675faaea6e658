/** A child process that is restarted with backoff when it dies. */
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { JobName } from "#contract/jobs.ts";
import type { Log } from "#platform/log.ts";
import type { SentMetrics } from "#platform/metrics/work-metrics.ts";
import type { Notice } from "#platform/postgres/listen.ts";
import type { NodeNotice } from "#platform/postgres/node-notices.ts";
import { parted } from "#platform/process/environment.ts";
import type { JobClaim } from "#platform/queue/taken-job.ts";
import { type Beat, watchBeats } from "./heartbeat.ts";

const PAUSE_MS = 200;
const PAUSE_MS_MAX = 10_000;
/** A child that lived this long resets the backoff: its start was not the problem. */
const HEALTHY_MS = 5_000;
/**
 * A child that has not ended this long after a stop is killed. Its own limit (on-stop.ts) is shorter, but a hanging child cannot enforce
 * it.
 */
const STOP_MS_MAX = 29_000;

export type ChildMessage =
  | ({ kind: "ready" } & Ready)
  | { kind: "claim" | "settle"; name: JobName; claim: JobClaim }
  | { kind: "metrics"; metrics: SentMetrics }
  | (Notice & { kind: "notice" })
  | Beat;

/** `url`: of an API process; `ownerLink`: of one whose service has no owner yet, to become it, once. */
export type Ready = { url?: string; ownerLink?: string | null };

/** Workers' metrics, sent to the API process of their node. */
export type WorkersMetrics = { kind: "metrics"; process: string; metrics: SentMetrics };

export type Child = {
  /** Resolves with the first message of the first child; rejects when that child ends by itself before, or is stopped. */
  ready: Promise<Ready>;
  /** Does nothing while no child is running. */
  send(message: WorkersMetrics | NodeNotice): void;
  /** Jobs of this name that it runs. */
  held(name: JobName): number;
  /** SIGTERM, then SIGKILL after STOP_MS_MAX; resolves when the child has ended. */
  stop(): Promise<void>;
};

/** What a dead process held, to be released. */
export type Death = { instance: string; held: { name: JobName; claim: JobClaim }[] };

type ChildOptions = {
  log: Log;
  env: NodeJS.ProcessEnv;
  /** More of its environment. The process loads its code meanwhile, and starts to work when it is there. */
  handover: Promise<NodeJS.ProcessEnv>;
  /** Command-line options of Node and V8. */
  execArgv: string[];
  onDeath: (death: Death) => Promise<void>;
  onMetrics?: (metrics: SentMetrics) => void;
  onNotice?: (notice: Notice) => void;
  onClaim?: (name: JobName) => void;
};

/** `onDeath` gets what the dead process held; the others what a living one says. */
export function keepRunning(file: URL, options: ChildOptions): Child {
  const { log, env, handover, execArgv, onDeath, onMetrics, onNotice, onClaim } = options;
  const ready = Promise.withResolvers<Ready>();
  let current: ChildProcess | null = null;
  let holds = new Map<string, { name: JobName; claim: JobClaim }>();
  let ended: Promise<void> = Promise.resolve();
  let stopped = false;
  let starts = 0;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  const begin = (): void => {
    starts++;
    const instance = randomUUID();
    const { start, handover: rest } = parted({ ...env, WINNOW_INSTANCE: instance });
    const child = fork(file, { execArgv, env: start, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    let works = false;
    const hand = (more: NodeJS.ProcessEnv) => {
      if (!child.connected) return;
      works = true;
      child.send({ ...rest, values: { ...rest.values, ...more } }, () => undefined);
    };
    handover.then(hand, () => undefined);
    const held = new Map<string, { name: JobName; claim: JobClaim }>();
    const born = Date.now();
    current = child;
    holds = held;
    watchBeats(child, log);
    child.on("message", (message: ChildMessage) => {
      if (message.kind === "ready") ready.resolve(message);
      else if (message.kind === "metrics") onMetrics?.(message.metrics);
      else if (message.kind === "notice")
        onNotice?.({ channel: message.channel, payload: message.payload, ...(message.lazy ? { lazy: true } : {}) });
      else if (message.kind === "claim") {
        held.set(message.claim.id, message);
        onClaim?.(message.name);
      } else if (message.kind === "settle") held.delete(message.claim.id);
    });
    ended = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        resolve();
        // A child that ends by itself at its first start would do so again; one that was killed is restarted, as later.
        if (stopped || (starts === 1 && signal === null)) ready.reject(new Error(`the process ended at its start (${signal ?? code})`));
        if (stopped) return;
        failures = Date.now() - born > HEALTHY_MS ? 0 : failures + 1;
        const pause = Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** Math.max(0, failures - 1));
        log.error({ died: child.pid, code, signal, held: held.size, pause }, "a process died and is started again");
        if (works) release({ instance, held: [...held.values()] });
        timer = setTimeout(begin, pause);
      });
    });
  };
  const release = (death: Death): void =>
    void onDeath(death).catch((error: unknown) => log.warn({ err: error }, "its jobs could not be released; their heartbeats will end"));
  begin();
  ready.promise.catch(() => undefined);
  return {
    ready: ready.promise,
    send: (message) => void (current?.connected && current.send(message, () => undefined)),
    held: (name) => holds.values().reduce((sum, each) => sum + (each.name === name ? 1 : 0), 0),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      current?.kill("SIGTERM");
      const late = setTimeout(() => current?.kill("SIGKILL"), STOP_MS_MAX);
      await ended;
      clearTimeout(late);
    },
  };
}
