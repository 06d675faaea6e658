/** Winnow's results on DocuBench's development half, kept in `recorded.json`, from which scripts/benchmarks.ts prints docs/benchmarks.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { PROMPT_VERSION } from "#engines/llm/prompt-version.ts";
import { ENGINE_VERSION } from "#engines/versions.ts";
import { CONFIDENCE_VERSION } from "#results/confidence.ts";
import type { FoundTally } from "./found.ts";

/** `scores`: per cent by document; absent for documents of types that are refused. `pages`, tokens and `found` over all of them. */
export type Recorded = {
  date: string;
  versions: { engine: number; confidence: number; prompt: string | null };
  scores: Record<string, number>;
  found: FoundTally;
  usage: { pages: number; input_tokens: number; output_tokens: number };
};
export type System = "local" | "model";

const FILE = new URL("recorded.json", import.meta.url);

export const recorded = (): Partial<Record<System, Recorded>> => JSON.parse(readFileSync(FILE, "utf8"));

export function record(system: System, measured: Pick<Recorded, "scores" | "found" | "usage">): void {
  const entry: Recorded = {
    date: new Date().toISOString().slice(0, 10),
    versions: { engine: ENGINE_VERSION, confidence: CONFIDENCE_VERSION, prompt: system === "local" ? null : PROMPT_VERSION },
    ...measured,
  };
  writeFileSync(FILE, `${JSON.stringify({ ...recorded(), [system]: entry }, null, 2)}\n`);
}
