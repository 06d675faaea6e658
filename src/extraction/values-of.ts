/** From a document's bytes to its values. The local engine runs entirely in the reader's child; a model is asked from this process. */
import { z } from "zod";
import type { EngineName } from "#contract/providers.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { Stage } from "#contract/task.ts";
import { documentToWire } from "#documents/pool/document-wire.ts";
import type { Work } from "#documents/pool/work.ts";
import { type DocumentReader, type ReadAsk, readingOf } from "#documents/read-document.ts";
import { answeredBy, answerOf } from "#engines/answer.ts";
import type { Ask, Engine } from "#engines/engine.ts";
import { pageRenderer } from "#engines/llm/page-renderer.ts";
import type { Memory } from "#engines/remembered.ts";
import type { UsageMeter } from "#engines/usage-meter.ts";
import { vendorOf } from "#engines/versions.ts";
import type { Models } from "#platform/models/models.ts";
import type { Extraction } from "#results/extract.ts";
import { type Asked, BUILD, EXTRACT, type Extracted, HINT, PART, POINT, READ, type ReadKept } from "./in-reader/works.ts";
import { type PagesRead, pagesRead } from "./pages-read.ts";

type Timed = {
  /** Runs a stage; `enter` reports each stage inside of it. */
  timed<T>(stage: Stage, work: (enter: (stage: Stage) => void) => Promise<T>): Promise<T>;
};
export type DocumentDeps = Timed & {
  reader: Pick<DocumentReader, "work">;
  models: Models;
  meter: UsageMeter;
  /** Runs work that waits for another server; see Hands.aside. */
  aside<T>(work: () => Promise<T>): Promise<T>;
};
export type ValuesDeps = DocumentDeps & {
  reader: DocumentReader;
  /** Called with the document and the pages that were read now, also when the extraction fails afterwards. */
  onRead(document: PagesRead, pagesRead: readonly number[]): void;
};
export type Who = { accountId: string; provider: EngineName; fallback: readonly EngineName[] };
/** What is remembered of the layout that the reader's child read (memory/lesson.ts); null where nothing is. */
export type Recall = (layout: unknown) => Promise<Memory | null>;
/** `recall`: null where nothing is remembered for the request; `kept`: what was read of the file before, null where nothing was. */
type FileAsk = { reading: ReadAsk; schema: Schema; recall: Recall | null; kept: string | null };
export type DocumentAsk = Pick<Ask, "document" | "schema" | "renderPage"> & Pick<FileAsk, "recall">;

/** Throws TaskFailure, and the signal's reason when aborted. */
export function valuesOf(deps: ValuesDeps, who: Who, bytes: Buffer, ask: FileAsk, signal: AbortSignal): Promise<Extracted> {
  return who.provider === "local" ? inOneWork(deps, bytes, ask, signal) : inSteps(deps, who, bytes, ask, signal);
}

const STAGES: ReadonlySet<string> = new Set<Stage>(["extracting", "checking"]);
const isStage = (name: string): name is Stage => STAGES.has(name);

/** The document never leaves the reader's child. */
async function inOneWork(
  deps: ValuesDeps,
  bytes: Buffer,
  { reading, schema, recall, kept }: FileAsk,
  signal: AbortSignal,
): Promise<Extracted> {
  const { reader, timed } = deps;
  const ask = { reading: readingOf(bytes, reading), schema, remembers: recall !== null, kept: kept !== null };
  const onQuestion = async (question: unknown) => (asksForKept(question) ? kept : (recall?.(question) ?? null));
  const extracted = await timed("reading", (enter) => {
    const onStage = (name: string) => {
      if (isStage(name)) enter(name);
    };
    return reader.work(EXTRACT, ask, bytes, signal, { onStage, onQuestion });
  });
  deps.onRead(extracted.document, extracted.pagesRead);
  return extracted;
}

const AsksForKept = z.object({ kept: z.literal(true) });
const asksForKept = (question: unknown): boolean => AsksForKept.safeParse(question).success;

/** The document comes to this process, as a model is asked from it. */
async function readDocument(reader: DocumentReader, bytes: Buffer, { reading, kept }: FileAsk, signal: AbortSignal): Promise<ReadKept> {
  if (kept !== null) {
    const onQuestion = async (question: unknown) => (asksForKept(question) ? kept : null);
    return reader.work(READ, { reading: readingOf(bytes, reading), kept: true }, bytes, signal, { onQuestion });
  }
  const document = await reader.read(bytes, reading, signal);
  return { document, pagesRead: document.pages.map(({ number }) => number) };
}

async function inSteps(deps: ValuesDeps, who: Who, bytes: Buffer, ask: FileAsk, signal: AbortSignal): Promise<Extracted> {
  const { reader, timed } = deps;
  const { reading, schema, recall } = ask;
  const vendor = vendorOf(who.provider, deps.models);
  if (vendor !== "local" && who.fallback.length === 0) await timed("extracting", () => deps.models.check(vendor, who.accountId));
  const { document, pagesRead: numbers } = await timed("reading", () => readDocument(reader, bytes, ask, signal));
  const read = pagesRead(document);
  deps.onRead(read, numbers);
  const renderPage = pageRenderer(reader, bytes, reading.password ?? null, signal);
  return { document: read, pagesRead: numbers, ...(await valuesOfDocument(deps, who, { document, schema, renderPage, recall }, signal)) };
}

/**
 * From a document that was read to the values of a schema, by any provider, `local` too: one that was read once may be asked for several
 * schemas. The local engine works in the reader's child; a model is asked from this process, with pictures of doubtful pages where there
 * is a `renderPage`. `recall` is asked once at most. The meter counts what the models cost. Throws TaskFailure, and the signal's reason
 * when aborted.
 */
export async function valuesOfDocument(deps: DocumentDeps, who: Who, ask: DocumentAsk, signal: AbortSignal): Promise<Extraction> {
  const { reader, models, meter, timed } = deps;
  const { document, schema, renderPage } = ask;
  const recall = ask.recall && askedOnce(ask.recall);
  const inReader = async <A extends object, T>(work: Work<A & Asked, T>, more: A, wanted: Schema, aborts: AbortSignal) =>
    reader.work(work, { ...more, schema: wanted, remembers: recall !== null }, await documentToWire(document), aborts, {
      ...(recall ? { onQuestion: recall } : {}),
    });
  const local: Engine = {
    name: "local",
    extract: ({ schema: wanted }, aborts) => inReader(POINT, {}, wanted, aborts),
    usage: () => ({ input_tokens: 0, output_tokens: 0, cost_usd: 0 }),
  };
  // Loaded here, as most workers never ask a model.
  const { engineNamed } = await import("./engine-named.ts");
  const part = ({ schema: wanted }: Ask, aborts: AbortSignal) => inReader(PART, {}, wanted, aborts);
  const engineOf = (name: EngineName) => (name === "local" ? local : engineNamed(name, models, who.accountId, part));
  const answer = await timed("extracting", async () => {
    const hints = recall && who.provider !== "local" ? await inReader(HINT, {}, schema, signal) : [];
    const engineAsk = { document, schema, hints, ...(renderPage ? { renderPage } : {}) };
    const work = () => answerOf({ engineOf, meter }, who, engineAsk, signal);
    return who.provider === "local" ? work() : deps.aside(work);
  });
  const result = await timed("checking", () => inReader(BUILD, { answer }, schema, signal));
  return { by: answeredBy(answer), result };
}

/** Each step of the work on a document asks; all get the first answer. */
function askedOnce(recall: Recall): Recall {
  let told: ReturnType<Recall> | null = null;
  return (layout) => (told ??= recall(layout));
}
