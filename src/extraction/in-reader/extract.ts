/** Extraction's work in the reader's child: values by the local engine, and values from a model's findings. */
import type { Schema } from "#contract/schema/field.ts";
import type { ExtractionResult } from "#contract/task.ts";
import type { WorkContext } from "#documents/child/serve.ts";
import { documentFromWire } from "#documents/pool/document-wire.ts";
import type { ReadOptions } from "#documents/pool/protocol.ts";
import type { Answer } from "#engines/engine.ts";
import { localEngine } from "#engines/local/engine.ts";
import { pagesRead } from "#extraction/pages-read.ts";
import { extractValues, resultOf } from "#results/extract.ts";
import { type Parted, partSure } from "#results/hybrid.ts";
import type { Extracted } from "./works.ts";

/** Never aborts: to stop this work, the parent process kills the child. */
const NEVER = new AbortController().signal;

export async function extract(
  { reading, schema }: { reading: ReadOptions; schema: Schema },
  bytes: Buffer,
  context: WorkContext,
): Promise<Extracted> {
  const document = await context.read(reading, bytes);
  const extraction = await extractValues(localEngine, { document, schema }, NEVER, (stage) => context.stage(stage));
  return { document: pagesRead(document), ...extraction };
}

export function point({ schema }: { schema: Schema }, wire: Buffer): Promise<Answer> {
  return localEngine.extract({ document: documentFromWire(wire), schema }, NEVER);
}

export function part({ schema }: { schema: Schema }, wire: Buffer): Promise<Parted> {
  return partSure({ document: documentFromWire(wire), schema }, NEVER);
}

export function build({ schema, answer }: { schema: Schema; answer: Answer }, wire: Buffer): Promise<ExtractionResult> {
  return resultOf(documentFromWire(wire), schema, answer);
}
