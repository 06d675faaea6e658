/** DocuBench: documents with a JSON Schema each and labels checked by hand (DocuPipe, CC BY 4.0). */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { ENGINE_NAMES } from "#contract/providers.ts";
import { extractFile, schemaOf } from "../../src/cli/extract-file.ts";
import { readOneByOne } from "../reading.ts";

const USE = "docubench --data DIR [--provider NAME] [--only id,id] [--out FILE]";
const OUT = fileURLToPath(new URL("../out/docubench.jsonl", import.meta.url));
const EXTRACT_MS_MAX = 600_000;

type Labelled = { id: string; file: string; schema: object };

/**
 * Prints the scorer's report. `--data` holds `documents`, `labels` and `schemas`; the scorer is `score/docubench.mjs` two folders up. A
 * provider is configured by the environment, as for `winnow extract`. `--out` is where the results go, a line each.
 */
export async function docubench(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { data: { type: "string" }, provider: { type: "string" }, only: { type: "string" }, out: { type: "string", default: OUT } },
  });
  const { data, only, out } = values;
  const provider = ENGINE_NAMES.find((name) => name === (values.provider ?? "local"));
  if (data === undefined || provider === undefined) throw new Error(`Use: ${USE}`);
  const scorer = path.resolve(data, "..", "..", "score", "docubench.mjs");
  const { load }: { load(dir: string): Labelled[] } = await import(pathToFileURL(scorer).href);
  const documents = load(data).filter(({ id }) => only?.split(",").includes(id) ?? true);
  const results = await readOneByOne(documents, async ({ id, file, schema }, reader) => {
    const ask = { ...schemaOf(schema, file), provider };
    const answer = await extractFile(reader, readFileSync(file), ask, AbortSignal.timeout(EXTRACT_MS_MAX)).catch((error: Error) => ({
      failed: error.message,
    }));
    return { id, ...answer };
  });
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, results.map((result) => `${JSON.stringify(result)}\n`).join(""));
  execFileSync(process.execPath, [scorer, data, "--pred", out, ...(only ? ["--only", only] : [])], { stdio: "inherit" });
}
