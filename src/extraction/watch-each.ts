/** What accounts have watched all the time: each of a list that changes, and each again after a failure. In the leader. */
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "#contract/errors.ts";
import type { Log } from "#platform/log.ts";

/** Until a new or changed one is noticed. */
const LIST_MS = 10_000;
const AGAIN_MS_MIN = 5_000;
const AGAIN_MS_MAX = 5 * 60_000;

export type Watched = { id: string; problem: string | null };
export type Watching<T extends Watched> = {
  /** For the log: `an inbox`. */
  called: string;
  list: () => Promise<T[]>;
  /** What begins anew when it changes. */
  versionOf: (each: T) => string;
  /** Until aborted. `wentWell`: after each round that did. */
  work: (each: T, signal: AbortSignal, wentWell: () => Promise<void>) => Promise<void>;
  setProblem: (id: string, problem: string | null) => Promise<void>;
  /** Of a failure, in words for the account. */
  whyOf: (error: unknown) => string;
};

/** Until disposed. */
export function watchEach<T extends Watched>(log: Log, watching: Watching<T>): AsyncDisposable {
  const stopping = new AbortController();
  const watched = new Map<string, { of: string; stop: AbortController; ended: Promise<void> }>();
  const { list, versionOf, called } = watching;
  const look = async (): Promise<void> => {
    const now = new Map((await list()).map((each) => [each.id, each]));
    for (const [id, { of, stop, ended }] of watched) {
      const each = now.get(id);
      if (each && versionOf(each) === of) continue;
      stop.abort();
      await ended;
      watched.delete(id);
    }
    for (const [id, each] of now) {
      if (watched.has(id)) continue;
      const stop = new AbortController();
      const signal = AbortSignal.any([stop.signal, stopping.signal]);
      watched.set(id, { of: versionOf(each), stop, ended: watch(log, watching, each, signal) });
    }
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => log.warn({ err: error, called }, "what is watched could not be listed and is listed again"));
      await pause(LIST_MS, stopping.signal);
    }
    await Promise.all([...watched.values()].map(({ ended }) => ended));
  };
  const ended = loop();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await ended;
    },
  };
}

export const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

/** Until aborted. A failure is kept as its problem, and what failed is tried again later and later. */
async function watch<T extends Watched>(log: Log, watching: Watching<T>, each: T, signal: AbortSignal): Promise<void> {
  const { called, work, setProblem, whyOf } = watching;
  let againMs = AGAIN_MS_MIN;
  let told = each.problem;
  const tell = async (problem: string | null): Promise<void> => {
    if (problem !== told) await setProblem(each.id, problem);
    told = problem;
  };
  const wentWell = async (): Promise<void> => {
    await tell(null);
    againMs = AGAIN_MS_MIN;
  };
  while (!signal.aborted) {
    try {
      await work(each, signal, wentWell);
    } catch (error) {
      if (signal.aborted) return;
      const code = error instanceof ApiError ? error.code : null;
      log.warn({ id: each.id, code }, `${called} cannot be used now and is tried again`);
      await tell(error instanceof ApiError ? error.detail : whyOf(error)).catch(() => undefined);
      await pause(againMs, signal);
      againMs = Math.min(2 * againMs, AGAIN_MS_MAX);
    }
  }
}
