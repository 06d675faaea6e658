/** From a document's bytes to its values. The local engine runs entirely in the reader's child; a model is asked from this process. */
import type { EngineName } from "#contract/providers.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { Stage } from "#contract/task.ts";
import { documentToWire } from "#documents/pool/document-wire.ts";
import { type DocumentReader, type ReadAsk, readingOf } from "#documents/read-document.ts";
import { answerOf } from "#engines/answer.ts";
import type { Ask, Engine } from "#engines/engine.ts";
import { pageRenderer } from "#engines/llm/page-renderer.ts";
import { vendorOf } from "#engines/select.ts";
import type { UsageMeter } from "#engines/usage-meter.ts";
import type { Models } from "#platform/models/models.ts";
import { answeredBy } from "#results/extract.ts";
import { engineNamed } from "./engine-named.ts";
import { BUILD, EXTRACT, type Extracted, PART, POINT } from "./in-reader/works.ts";
import { type PagesRead, pagesRead } from "./pages-read.ts";

export type ValuesDeps = {
  reader: DocumentReader;
  models: Models;
  meter: UsageMeter;
  /** Called with what was read, also when the extraction fails afterwards. */
  onRead(document: PagesRead): void;
  /** Runs work that waits for another server; see Hands.aside. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** Answers the reader's child, which read this layout; null where nothing is remembered for the request. */
  recall: ((layout: unknown) => Promise<unknown>) | null;
  /** Runs a stage; `enter` reports each stage inside of it. */
  timed<T>(stage: Stage, work: (enter: (stage: Stage) => void) => Promise<T>): Promise<T>;
};
export type Who = { accountId: string; provider: EngineName; fallback: readonly EngineName[] };
type Asked = { reading: ReadAsk; schema: Schema };

/** Throws TaskFailure, and the signal's reason when aborted. */
export function valuesOf(deps: ValuesDeps, who: Who, bytes: Buffer, asked: Asked, signal: AbortSignal): Promise<Extracted> {
  return who.provider === "local" ? byRules(deps, bytes, asked, signal) : byModel(deps, who, bytes, asked, signal);
}

const STAGES: ReadonlySet<string> = new Set<Stage>(["extracting", "checking"]);
const isStage = (name: string): name is Stage => STAGES.has(name);

async function byRules(deps: ValuesDeps, bytes: Buffer, { reading, schema }: Asked, signal: AbortSignal): Promise<Extracted> {
  const { reader, timed, recall } = deps;
  const ask = { reading: readingOf(bytes, reading), schema, remembers: recall !== null };
  const extracted = await timed("reading", (enter) => {
    const onStage = (name: string) => {
      if (isStage(name)) enter(name);
    };
    return reader.work(EXTRACT, ask, bytes, signal, { onStage, ...(recall ? { onQuestion: recall } : {}) });
  });
  deps.onRead(extracted.document);
  return extracted;
}

async function byModel(deps: ValuesDeps, who: Who, bytes: Buffer, { reading, schema }: Asked, signal: AbortSignal): Promise<Extracted> {
  const { reader, timed } = deps;
  const vendor = vendorOf(who.provider, deps.models);
  if (vendor !== "local" && who.fallback.length === 0) await timed("extracting", () => deps.models.check(vendor, who.accountId));
  const document = await timed("reading", () => reader.read(bytes, reading, signal));
  const read = pagesRead(document);
  deps.onRead(read);
  const password = reading.password ?? null;
  const renderPage = pageRenderer(reader, bytes, password, signal);
  const part = async ({ document: read, schema: all }: Ask, aborts: AbortSignal) =>
    reader.work(PART, { schema: all }, await documentToWire(read), aborts);
  const engineOf = (name: EngineName) => (name === "local" ? localInReader(reader) : engineNamed(name, deps.models, who.accountId, part));
  const work = () => answerOf({ engineOf, meter: deps.meter }, who, { document, schema, renderPage }, signal);
  const answer = await timed("extracting", () => deps.aside(work));
  const result = await timed("checking", async () => reader.work(BUILD, { schema, answer }, await documentToWire(document), signal));
  return { document: read, by: answeredBy(answer), result };
}

/** The local engine in the reader's child, as fallback for a document that was read for a model. */
function localInReader(reader: DocumentReader): Engine {
  return {
    name: "local",
    extract: async ({ document, schema }: Ask, signal) => reader.work(POINT, { schema }, await documentToWire(document), signal),
    usage: () => ({ input_tokens: 0, output_tokens: 0, cost_usd: 0 }),
  };
}
