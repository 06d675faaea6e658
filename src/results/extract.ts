/**
 * The one way from a document to the values of a schema: an engine points at words, the words are read, and the limits that either reports
 * are kept.
 */
import type { ExtractionResult, Stage, Warning } from "#contract/task.ts";
import { type AnsweredBy, answeredBy } from "#engines/answer.ts";
import type { Answer, Ask, Engine } from "#engines/engine.ts";
import { localEngine } from "#engines/local/engine.ts";
import { buildResult } from "./build-result.ts";
import { faultsIn } from "./print/faults-in.ts";
import { readPrint } from "./print/read-print.ts";

export type Extraction = { by: AnsweredBy; result: ExtractionResult };

/** `onStage` is called when a stage begins. Rejects as the engine does. */
export async function extractValues(
  engine: Pick<Engine, "extract">,
  ask: Ask,
  signal: AbortSignal,
  onStage: (stage: Stage) => void = () => undefined,
): Promise<Extraction> {
  onStage("extracting");
  const answer = await engine.extract(ask, signal);
  onStage("checking");
  return { by: answeredBy(answer), result: await resultOf(ask, answer) };
}

/** The local engine takes milliseconds a page, in a process that is killed when the work is no longer wanted. */
const NEVER = new AbortController().signal;

/** The result of an engine's answer: incomplete when the document or the answer is. A model's values are compared with the local engine's. */
export async function resultOf(ask: Omit<Ask, "renderPage">, answer: Answer): Promise<ExtractionResult> {
  const { document, schema } = ask;
  const { engine, findings, warnings, truncated } = answer;
  const local = engine === "local" ? null : (await localEngine.extract(ask, NEVER)).findings;
  const print = findings.some(({ stated }) => stated) ? await readPrint(document, schema, NEVER) : null;
  const result = buildResult(document, schema, findings, local, print);
  const { completeness } = result;
  const ofFile = [...(document.warnings ?? []), ...faultsIn(document)].map((warning): Warning => ({ ...warning, path: null }));
  return {
    ...result,
    warnings: [...result.warnings, ...ofFile, ...warnings],
    completeness: { ...completeness, truncated: completeness.truncated || truncated },
  };
}
