/** Scores résumés and analyses ads in threads of this process (piscina). */
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import type { Document } from "#documents/document.ts";
import type { JobAnalysis } from "#recruiting/job-ad/analyse-job.ts";
import type { BlindLine, ScoreAsk, Scored } from "./thread.ts";

export type Scorer = {
  /** Rejects with the signal's reason when aborted; the thread is ended then. */
  score(ask: ScoreAsk, signal: AbortSignal): Promise<Scored>;
  /** What a model may see of a résumé. */
  blind(document: Document, signal: AbortSignal): Promise<BlindLine[]>;
  /** Null when the text is too short to derive two skills. */
  analyse(text: string, signal: AbortSignal): Promise<JobAnalysis | null>;
  [Symbol.asyncDispose](): Promise<void>;
};

const THREADS_MAX = 2;
const IDLE_MS = 60_000;
const HEAP_MB_MAX = 512;

/** `ready`: one thread from the start, for callers who wait. Others come when they are needed, and go when they are not. */
export function openScorer({ ready }: { ready: boolean }): Scorer {
  const pool = new Piscina({
    filename: fileURLToPath(new URL("thread.ts", import.meta.url)),
    minThreads: ready ? 1 : 0,
    maxThreads: THREADS_MAX,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
  // When it fails, so does the first score, which says why.
  if (ready) pool.run(undefined, { name: "warmUp" }).catch(() => undefined);
  return {
    score: (ask, signal) => pool.run(ask, { name: "score", signal }),
    blind: (document, signal) => pool.run(document, { name: "blind", signal }),
    analyse: (text, signal) => pool.run(text, { name: "analyse", signal }),
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}
