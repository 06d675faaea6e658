/** Extraction's work in the reader's child: values by the local engine, and values from a model's findings. */
import type { Schema } from "#contract/schema/field.ts";
import type { ExtractionResult } from "#contract/task.ts";
import type { WorkContext } from "#documents/child/serve.ts";
import type { Document } from "#documents/document.ts";
import { documentFromWire } from "#documents/pool/document-wire.ts";
import type { ReadOptions } from "#documents/pool/protocol.ts";
import type { Answer } from "#engines/engine.ts";
import { localEngine } from "#engines/local/engine.ts";
import type { Memory } from "#engines/remembered.ts";
import { pagesRead } from "#extraction/pages-read.ts";
import type { Layout } from "#memory/lesson.ts";
import { extractValues, resultOf } from "#results/extract.ts";
import { type Parted, partSure } from "#results/hybrid.ts";
import { marksOf, signatureOf } from "#structure/layout/marks.ts";
import { sheetsOf } from "#structure/sheet.ts";
import type { Extracted } from "./works.ts";

/** Never aborts: to stop this work, the parent process kills the child. */
const NEVER = new AbortController().signal;

export async function extract(
  { reading, schema, remembers }: { reading: ReadOptions; schema: Schema; remembers: boolean },
  bytes: Buffer,
  context: WorkContext,
): Promise<Extracted> {
  const document = await context.read(reading, bytes);
  const memory = remembers ? ((await context.ask(layoutOf(document))) as Memory | null) : null;
  const extraction = await extractValues(localEngine, { document, schema, memory }, NEVER, (stage) => context.stage(stage));
  return { document: pagesRead(document), ...extraction };
}

function layoutOf(document: Document): Layout {
  // The engine makes all sheets itself; a layout is told by the first.
  const marks = marksOf(sheetsOf({ ...document, pages: document.pages.slice(0, 1) }));
  return { marks, signature: signatureOf(marks) };
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
