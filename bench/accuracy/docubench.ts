/** DocuBench: documents with a JSON Schema each and labels checked by hand (DocuPipe, CC BY 4.0). */
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import { extractFile } from "../../src/cli/extract-file.ts";
import { readOneByOne } from "../reading.ts";

const USE = "docubench --data DIR [--provider NAME] [--only id,id] [--out FILE]";
/** The file types of the benchmark's published results; it has others besides. */
const PAPER = [".pdf", ".png", ".jpg", ".jpeg"];

type Labelled = { id: string; file: string; schema: object; label: unknown };
type Tally = { score: number; right: number; missed: number; wrong: number; invented: number; rows: number; rowsGiven: number };
type Scorer = { load(dir: string): Labelled[]; scoreOf(schema: object, label: unknown, data: unknown): Tally };

/**
 * Prints a line per document, worst first, and the means. `--data` holds `documents`, `labels` and `schemas`; the scorer is
 * `score/docubench.mjs` two folders up. A provider is configured by the environment, as for `winnow extract`. `--out` writes results as they
 * come, a line each.
 */
export async function docubench(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { data: { type: "string" }, provider: { type: "string" }, only: { type: "string" }, out: { type: "string" } },
  });
  const provider = PROVIDER_NAMES.find((name) => name === (values.provider ?? "local"));
  if (values.data === undefined || provider === undefined) throw new Error(`Use: ${USE}`);
  const data = path.resolve(values.data);
  const scorer: Scorer = await import(pathToFileURL(path.join(data, "..", "..", "score", "docubench.mjs")).href);
  const only = values.only?.split(",");
  const documents = scorer.load(data).filter(({ id }) => only?.includes(id) ?? true);
  if (values.out !== undefined) rmSync(values.out, { force: true });
  const results = await readOneByOne(documents, async (document, reader) => {
    const answer = await answerTo(document, (bytes, ask) => extractFile(reader, bytes, { ...ask, provider }, AbortSignal.timeout(600_000)));
    if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify({ id: document.id, ...answer })}\n`);
    const { data: given, failed = "" } = answer;
    return { ...document, ...scorer.scoreOf(document.schema, document.label, given ?? {}), failed };
  });
  for (const { id, file, score, failed, ...tally } of results.toSorted((a, b) => a.score - b.score))
    console.log(`${id}  ${path.extname(file).padEnd(5)} ${percent(score)}  ${counts([tally])}${failed === "" ? "" : `; ${failed}`}`);
  const paper = results.filter(({ file }) => PAPER.includes(path.extname(file)));
  console.log(
    `${percent(meanOf(results))} over ${results.length} documents, ${percent(meanOf(paper))} over ${paper.length} PDFs and pictures; ${counts(results)}`,
  );
}

type Answer = Partial<Awaited<ReturnType<typeof extractFile>>> & { failed?: string };

async function answerTo(
  { file, schema: input }: Labelled,
  extract: (bytes: Buffer, ask: Pick<Parameters<typeof extractFile>[2], "schema" | "warnings">) => Promise<Answer>,
): Promise<Answer> {
  const { schema, errors } = parseSchema(input, []);
  if (!schema) return { failed: `schema: ${JSON.stringify(errors)}` };
  return extract(readFileSync(file), { schema, warnings: [] }).catch((error: Error) => ({ failed: error.message }));
}

const percent = (share: number) => (100 * share).toFixed(1).padStart(5);
const meanOf = (results: readonly Tally[]) => results.reduce((sum, { score }) => sum + score, 0) / Math.max(1, results.length);

function counts(tallies: readonly Omit<Tally, "score">[]): string {
  const sum = (key: keyof Omit<Tally, "score">) => tallies.reduce((total, tally) => total + tally[key], 0);
  return `fields ${sum("right")} right, ${sum("missed")} missed, ${sum("wrong")} wrong, ${sum("invented")} invented; rows ${sum("rowsGiven")} of ${sum("rows")}`;
}
