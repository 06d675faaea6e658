/**
 * The reader child: takes one request after another from its socket and answers. Started by pool/reader-child.ts with
 * capped resources and nothing of its parent's environment; ends when its parent is gone, whatever it is doing.
 */
import { flushCompileCache } from "node:module";
import { Socket } from "node:net";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document, Page } from "#documents/document.ts";
import { OCR_TURN_SECONDS } from "#documents/ocr/cpu-clock.ts";
import { FIRST_LANGUAGES } from "#documents/ocr/languages.ts";
import { openOcrModels } from "#documents/ocr/ppocr/models.ts";
import { openPpOcr } from "#documents/ocr/ppocr/ppocr.ts";
import { openTesseract } from "#documents/ocr/tesseract.ts";
import { documentFromWire, documentToWire } from "#documents/pool/document-wire.ts";
import { ASKED_HEAD_BYTES_MAX, encodeFrame, FrameReader } from "#documents/pool/frames.ts";
import { asArrived, pageToWire } from "#documents/pool/page-wire.ts";
import type { ChildReply, ChildRequest, ReadOptions } from "#documents/pool/protocol.ts";
import type { Work } from "#documents/pool/work.ts";
import { readsWith } from "#documents/reading-version.ts";
import { tooDeep } from "#documents/too-deep.ts";
import { readBytes, render } from "./answer.ts";
import { end, endUnlessReadable, SOCKET_FD } from "./surroundings.ts";

/** What a work may use. `draw` gives a PNG; `stage` reports progress to the caller that waits; `ask` asks it a question, one at a time. */
export type WorkContext = {
  read(ask: ReadOptions, bytes: Buffer): Promise<Document>;
  draw(page: number, widthPx: number, bytes: Buffer): Promise<Buffer>;
  stage(name: string): void;
  ask(question: unknown): Promise<unknown>;
};
/** Thrown through a work whose document has pages that are left to further requests. */
class Unfinished extends Error {
  readonly document: Document;
  readonly reading: ReadOptions;
  constructor(document: Document, reading: ReadOptions) {
    super("unfinished");
    this.document = document;
    this.reading = reading;
  }
}

type WorkHandler = { name: string; load: () => Promise<(ask: unknown, bytes: Buffer, context: WorkContext) => unknown> };

/** Names the handler of a work. It is loaded with the first request for it: most children only ever get a few of them. */
export function workHandler<Ask, Answer>(
  { name }: Work<Ask, Answer>,
  load: () => Promise<(ask: Ask, bytes: Buffer, context: WorkContext) => Answer | Promise<Answer>>,
): WorkHandler {
  // The only cast: the parent sends what `Work` declares.
  return { name, load: load as WorkHandler["load"] };
}

/** Reads, draws and runs `works` until the parent is gone. */
export function serveReader(works: readonly WorkHandler[]): void {
  const tessdataDir = process.argv[2] ?? "";
  endUnlessReadable(tessdataDir);
  const ocrModelsDir = process.argv[3] ?? "";
  readsWith(ocrModelsDir === "" ? null : ocrModelsDir);
  const models = openOcrModels(ocrModelsDir === "" ? null : ocrModelsDir);
  const engines = { ppocr: openPpOcr(models), tesseract: openTesseract({ tessdataDir, languages: FIRST_LANGUAGES }) };
  const socket = new Socket({ fd: SOCKET_FD, readable: true, writable: true });
  const frames = new FrameReader(ASKED_HEAD_BYTES_MAX);
  const send = (reply: ChildReply, body?: Uint8Array): void => {
    for (const chunk of encodeFrame(reply, body)) socket.write(chunk);
  };
  let told: (answer: unknown) => void = () => {};
  let readBefore: Document | null = null;
  let inTurns = false;
  const context: WorkContext = {
    async read(ask, bytes) {
      if (readBefore !== null) return readBefore;
      const reading = inTurns ? { ...ask, ocrSeconds: OCR_TURN_SECONDS } : ask;
      const pages: Page[] = [];
      const summary = await readBytes(reading, bytes, engines, (page) => pages.push(asArrived(page)));
      if (inTurns && summary.pagesLeft) throw new Unfinished({ ...summary, pages }, reading);
      return { ...summary, pages };
    },
    draw: (page, widthPx, bytes) => render({ page, widthPx, password: null, format: "png", turn: 0 }, bytes),
    stage: (name) => send({ kind: "stage", name }),
    ask(question) {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      told = resolve;
      send({ kind: "question" }, Buffer.from(JSON.stringify(question)));
      return promise;
    },
  };
  const answer = async (request: ChildRequest, bytes: Buffer): Promise<void> => {
    if (request.kind === "render") return send({ kind: "picture" }, await render(request, bytes));
    if (request.kind === "read") {
      const summary = await readBytes(request, bytes, engines, (page) => send({ kind: "page" }, pageToWire(page)));
      return send({ kind: "read", summary });
    }
    if (request.kind === "rest") {
      if (request.frees === "networks") await engines.ppocr.rest();
      else globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
      return send({ kind: "done" });
    }
    const found = request.kind === "work" ? works.find(({ name }) => name === request.name) : undefined;
    if (request.kind !== "work" || !found) throw new TaskFailure("internal", { internal: `no handler for ${request.kind}` });
    const { documentBytes = bytes.length } = request;
    inTurns = request.inTurns === true;
    readBefore = documentBytes < bytes.length ? documentFromWire(bytes.subarray(documentBytes)) : null;
    const done = await (await found.load())(request.ask, bytes.subarray(0, documentBytes), context);
    send({ kind: "done" }, Buffer.from(JSON.stringify(done ?? null)));
  };
  const serve = (request: ChildRequest, bytes: Buffer): Promise<void> =>
    answer(request, bytes).catch(async (error: unknown) => {
      if (error instanceof Unfinished) send({ kind: "unfinished", reading: error.reading }, await documentToWire(error.document));
      else send(failureOf(error));
    });
  socket.on("data", (chunk: Buffer) => {
    for (const { head, body } of frames.push(chunk)) {
      const request = head as ChildRequest;
      if (request.kind === "told") told(JSON.parse(body.toString("utf8")));
      else void serve(request, body);
    }
  });
  socket.on("close", end);
  socket.on("error", end);
  // Not later: readers that start afterwards use this cache (pool/compiled.ts), so no document may influence it.
  flushCompileCache();
  send({ kind: "ready" });
}

function failureOf(error: unknown): ChildReply {
  if (error instanceof TaskFailure) return { kind: "failure", code: error.code, message: error.publicMessage, internal: error.message };
  if (error instanceof RangeError && error.message === STACK_OVERFLOW) return failureOf(tooDeep(stackOf(error)));
  return { kind: "failure", code: "internal", message: null, internal: stackOf(error) };
}

/** V8 marks a stack overflow by this message only. */
const STACK_OVERFLOW = "Maximum call stack size exceeded";

function stackOf(error: unknown): string {
  const stack = error instanceof Error ? `${error.name} ${error.stack ?? error.message}` : String(error);
  return stack.slice(0, 2000);
}
