/** The one way from a document to the values of a schema: an engine points, the words it points at are read, and what either says of its limits counts. */
import type { Schema } from "#contract/schema/field.ts";
import type { ExtractionResult, Stage } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import type { Answer, Ask, Engine } from "#engines/engine.ts";
import { buildResult } from "./build-result.ts";

/** Who answered. */
export type AnsweredBy = Pick<Answer, "engine" | "provider" | "model">;
export type Extraction = { by: AnsweredBy; result: ExtractionResult };

/** `onStage` hears of each stage when it begins. Rejects as the engine does. */
export async function extractValues(
  engine: Pick<Engine, "extract">,
  ask: Ask,
  signal: AbortSignal,
  onStage: (stage: Stage) => void = () => undefined,
): Promise<Extraction> {
  onStage("extracting");
  const answer = await engine.extract(ask, signal);
  onStage("checking");
  return { by: answeredBy(answer), result: resultOf(ask.document, ask.schema, answer) };
}

export const answeredBy = ({ engine, provider, model }: AnsweredBy): AnsweredBy => ({ engine, provider, model });

/** What is made of an engine's answer: incomplete when the document or the answer is. */
export function resultOf(
  document: Document,
  schema: Schema,
  { findings, warnings, truncated }: Pick<Answer, "findings" | "warnings" | "truncated">,
): ExtractionResult {
  const result = buildResult(document, schema, findings);
  const { completeness } = result;
  return {
    ...result,
    warnings: [...result.warnings, ...warnings],
    completeness: { ...completeness, truncated: completeness.truncated || truncated },
  };
}
