/** Extraction's work in the reader's child: values by the local engine, and values from a model's findings. */
import type { ExtractionResult } from "#contract/task.ts";
import type { WorkContext } from "#documents/child/serve.ts";
import type { Document } from "#documents/document.ts";
import { documentFromWire } from "#documents/pool/document-wire.ts";
import type { Answer, Ask } from "#engines/engine.ts";
import { localEngine } from "#engines/local/engine.ts";
import { hintsOf } from "#engines/local/recall/hints.ts";
import type { Hint, Memory } from "#engines/remembered.ts";
import { pagesRead } from "#extraction/pages-read.ts";
import type { Layout } from "#memory/lesson.ts";
import { extractValues, resultOf } from "#results/extract.ts";
import { type Parted, partSure } from "#results/hybrid.ts";
import { marksOf, signatureOf } from "#structure/layout/marks.ts";
import { sheetsOf } from "#structure/sheet.ts";
import { readWithKept } from "./kept.ts";
import type { Asked, Extracted, KeptAsk } from "./works.ts";

/** Never aborts: to stop this work, the parent process kills the child. */
const NEVER = new AbortController().signal;

export async function extract({ reading, kept, ...asked }: Asked & KeptAsk, bytes: Buffer, context: WorkContext): Promise<Extracted> {
  const { document, pagesRead: pages } = await readWithKept({ reading, kept }, bytes, context);
  const ask = await remembering(document, asked, context);
  const extraction = await extractValues(localEngine, ask, NEVER, (stage) => context.stage(stage));
  return { document: pagesRead(document), pagesRead: pages, ...extraction };
}

export async function point(asked: Asked, wire: Buffer, context: WorkContext): Promise<Answer> {
  return localEngine.extract(await remembering(documentFromWire(wire), asked, context), NEVER);
}

export async function part(asked: Asked, wire: Buffer, context: WorkContext): Promise<Parted> {
  return partSure(await remembering(documentFromWire(wire), asked, context), NEVER);
}

export async function hint(asked: Asked, wire: Buffer, context: WorkContext): Promise<Hint[]> {
  const ask = await remembering(documentFromWire(wire), asked, context);
  return ask.memory ? hintsOf(ask, ask.memory, (await localEngine.extract(ask, NEVER)).findings) : [];
}

export async function build(
  { answer, ...asked }: Asked & { answer: Answer },
  wire: Buffer,
  context: WorkContext,
): Promise<ExtractionResult> {
  return resultOf(await remembering(documentFromWire(wire), asked, context), answer);
}

async function remembering(document: Document, { schema, remembers }: Asked, context: WorkContext): Promise<Ask> {
  return { document, schema, memory: remembers ? ((await context.ask(layoutOf(document))) as Memory | null) : null };
}

function layoutOf(document: Document): Layout {
  // Only the first page is needed to recognise the layout; the engine makes the sheets of all pages itself.
  const marks = marksOf(sheetsOf({ ...document, pages: document.pages.slice(0, 1) }));
  return { marks, signature: signatureOf(marks) };
}
