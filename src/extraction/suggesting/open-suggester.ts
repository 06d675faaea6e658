/** Suggests schemas in a thread of this process (piscina), which starts when it is first needed. */
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import type { Document } from "#documents/document.ts";
import type { Suggested } from "#engines/local/suggest/suggest-schema.ts";

export type Suggester = {
  /** Rejects with the signal's reason when aborted; the thread is ended then. */
  suggest(document: Document, signal: AbortSignal): Promise<Suggested>;
  [Symbol.asyncDispose](): Promise<void>;
};

const IDLE_MS = 60_000;
const HEAP_MB_MAX = 512;

export function openSuggester(): Suggester {
  const pool = new Piscina({
    filename: fileURLToPath(new URL("thread.ts", import.meta.url)),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
  return {
    suggest: (document, signal) => pool.run(document, { name: "suggest", signal }),
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}
