/** DocuBench: documents with a JSON Schema each and labels checked by hand (DocuPipe, CC BY 4.0). */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { ENGINE_NAMES } from "#contract/providers.ts";
import { extractFile, schemaOf } from "../../../src/cli/extract-file.ts";
import { cachedReader, readOneByOne } from "../../reading.ts";
import { type FoundTally, tallyFound } from "./found.ts";
import { record } from "./record.ts";

const USE = "docubench --data DIR [--provider NAME] [--only id,id] [--out FILE] [--cache DIR] [--record]";
const OUT = fileURLToPath(new URL("../../out/docubench.jsonl", import.meta.url));
const EXTRACT_MS_MAX = 600_000;

type Labelled = { id: string; file: string; schema: object; label: unknown };
type Scorer = { load(dir: string): Labelled[]; scoreOf(schema: object, label: unknown, data: unknown): { score: number } };
type Answer = Awaited<ReturnType<typeof extractFile>>;
type Result = { id: string } & (Answer | { failed: string });

/**
 * Prints the scorer's report, and how many of the values delivered as found are wrong. `--data` holds `documents`, `labels` and `schemas`;
 * the scorer is `score/docubench.mjs` two folders up. A provider is configured by the environment, as for `winnow extract`. `--out` is
 * where the results go, a line each; `--cache` keeps read documents between runs; `--record` keeps the figures for docs/benchmarks.md.
 */
export async function docubench(argv: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const options = {
    data: text,
    provider: text,
    only: text,
    cache: text,
    out: { ...text, default: OUT },
    record: { type: "boolean" },
  } as const;
  const { data, only, cache, out, ...values } = parseArgs({ args: argv, options }).values;
  const provider = ENGINE_NAMES.find((name) => name === (values.provider ?? "local"));
  if (data === undefined || provider === undefined || (values.record && only)) throw new Error(`Use: ${USE}`);
  const file = path.resolve(data, "..", "..", "score", "docubench.mjs");
  const scorer: Scorer = await import(pathToFileURL(file).href);
  const documents = scorer.load(data).filter(({ id }) => only?.split(",").includes(id) ?? true);
  const results = await readOneByOne(documents, async ({ id, file: bytes, schema }, reader): Promise<Result> => {
    const ask = { ...schemaOf(schema, bytes), provider };
    const kept = cachedReader(reader, { file: bytes, id, cache });
    const answer = extractFile(kept, readFileSync(bytes), ask, AbortSignal.timeout(EXTRACT_MS_MAX));
    return { id, ...(await answer.catch((error: Error) => ({ failed: error.message }))) };
  });
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, results.map((result) => `${JSON.stringify(result)}\n`).join(""));
  execFileSync(process.execPath, [file, data, "--pred", out, ...(only ? ["--only", only] : [])], { stdio: "inherit" });
  const measured = measure(scorer, documents, results);
  const { found, usage } = measured;
  console.log(`values as found: ${found.found}, of which wrong: ${found.wrong}`);
  console.log(`${usage.pages} pages; tokens in ${usage.input_tokens}, out ${usage.output_tokens}`);
  if (values.record) record(provider === "local" ? "local" : "model", measured);
}

function measure({ scoreOf }: Scorer, documents: readonly Labelled[], results: readonly Result[]) {
  const scores: Record<string, number> = {};
  const found: FoundTally = { found: 0, wrong: 0 };
  const usage = { pages: 0, input_tokens: 0, output_tokens: 0 };
  for (const result of results) {
    const of = documents.find(({ id }) => id === result.id);
    if (!of || "failed" in result) continue;
    scores[result.id] = Math.round(1000 * scoreOf(of.schema, of.label, result.data).score) / 10;
    const tally = tallyFound(of.schema, of.label, result.data, result.fields);
    found.found += tally.found;
    found.wrong += tally.wrong;
    for (const key of ["pages", "input_tokens", "output_tokens"] as const) usage[key] += result.usage[key];
  }
  return { scores, found, usage };
}
