/** Turns a file's bytes into a Document, in child processes with capped resources. Knows nothing of schemas. */
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { MIME_TYPES, type MimeType } from "#contract/file-types.ts";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { askedPages } from "./asked-pages.ts";
import type { Document, Page } from "./document.ts";
import type { Turn } from "./layout/placed-word.ts";
import { deleteChildDirs, makeTempDir } from "./pool/child-dirs.ts";
import type { Level } from "./pool/confinement.ts";
import { pageFromWire } from "./pool/page-wire.ts";
import type { ChildReply, ReadOptions, ReadSummary } from "./pool/protocol.ts";
import { type Caller, ReaderPool, type ReaderPoolOptions } from "./pool/reader-pool.ts";
import type { Work } from "./pool/work.ts";
import { readOn, TURNS_MAX } from "./read-on.ts";
import { readsWith } from "./reading-version.ts";

const CHILD_ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/**
 * `pages`: 1-based numbers in any order; absent or empty means all. `accepts`: the accepted types, detected from the bytes; all by
 * default, and a single type is taken without a check. `charactersMax`: flowing text is read up to this many characters. `onePage`: flowing
 * text is laid out on one page, its paragraphs unbroken.
 * `refusal`: public messages for files of other types. `ink`: look for signatures on pages that ask for one; such pages are drawn, which
 * takes about as long as reading them. `marks`: look for check boxes on scans, pictures and pages with drawings that may be some.
 */
export type ReadAsk = {
  pages?: readonly number[] | null;
  password?: string | null;
  accepts?: readonly MimeType[];
  charactersMax?: number;
  onePage?: boolean;
  refusal?: ReadOptions["refusal"];
  ink?: boolean;
  marks?: boolean;
};
/** `widthPx` is clamped to 16…4000. */
/** `format`: a PNG unless it says otherwise. `turn`: a page whose text is turned so far clockwise is drawn upright, as JPEG. */
export type RenderAsk = { page: number; widthPx: number; password?: string | null; format?: "png" | "jpeg"; turn?: Turn };

export type DocumentReader = {
  /**
   * Throws TaskFailure: `document_too_large`, `unsupported_type`, `encrypted_document`, `corrupt_document`,
   * `empty_document`, `too_many_pages`, `deadline_exceeded` at a limit; and the signal's reason when aborted.
   */
  read(bytes: Uint8Array, ask: ReadAsk, signal: AbortSignal): Promise<Document>;
  /** A PNG of one page as a reader sees it; fails like `read`. */
  renderPage(bytes: Uint8Array, ask: RenderAsk, signal: AbortSignal): Promise<Buffer>;
  /** Runs `work` in the child, under the same limits; fails like `read`. `caller` hears of its progress and answers what it asks. */
  work<Ask, Answer>(work: Work<Ask, Answer>, ask: Ask, bytes: Uint8Array, signal: AbortSignal, caller?: Partial<Caller>): Promise<Answer>;
  /**
   * How strictly the system allows children to be confined (pool/confinement.ts); starts one when that is not known yet. Rejects with
   * TaskFailure.
   */
  findLevel(): Promise<Level>;
  /** Ends the children; running reads fail with `internal`. */
  [Symbol.asyncDispose](): Promise<void>;
};

export type ReaderOptions = Omit<ReaderPoolOptions, "entry" | "ready"> & { entry?: string; ready?: Work<null, unknown>; turnsMax?: number };

/**
 * At most `size` children read at a time; further calls wait, first come first served within a lane, and lanes take turns. `lane`: called
 * at each request, names the group it belongs to. Children start when first needed, or in advance when there is a `ready` work for them to
 * do; `nice` is their nice value. `tessdataDir` holds the unpacked OCR data (tessdata.ts); `tempDir` is created and gets one folder per
 * child. `entry`: another program than the one that only reads and draws. `turnsMax`: requests at most for a scan whose pages take more CPU time
 * than one of them has; those that are left then are reported as failed.
 */
export function openReader({ ready, turnsMax = TURNS_MAX, ...options }: ReaderOptions): DocumentReader {
  makeTempDir(options.tempDir);
  readsWith(options.ocrModelsDir ?? null);
  void deleteChildDirs(options.tempDir);
  const pool = new ReaderPool({
    entry: CHILD_ENTRY,
    ...options,
    ...(ready ? { ready: { kind: "work", name: ready.name, ask: null } } : {}),
  });
  return {
    async read(bytes, ask, signal) {
      const reading = readingOf(bytes, ask);
      const read = async (pages: number[] | null): Promise<Document> => {
        const { reply, pages: given } = await pool.run({ kind: "read", ...reading, pages }, bytes, signal);
        if (reply.kind !== "read") throw failureOf(reply);
        return documentOf(reply.summary, given);
      };
      let document = await read(reading.pages);
      for (let turns = turnsMax - 1; document.pagesLeft && turns > 0; turns -= 1) {
        document = await readOn(document, async (pages, onPage) => {
          const { pages: more, ...summary } = await read(pages);
          more.forEach(onPage);
          return summary;
        });
      }
      return document;
    },
    async renderPage(bytes, ask, signal) {
      refuseTooLarge(bytes);
      const widthPx = Math.min(4000, Math.max(16, Math.round(ask.widthPx)));
      const { page, password = null, format = "png", turn = 0 } = ask;
      const request = { kind: "render", page, widthPx, password, format, turn } as const;
      const { reply, body } = await pool.run(request, bytes, signal);
      if (reply.kind !== "picture") throw failureOf(reply);
      return body;
    },
    async work<Ask, Answer>({ name }: Work<Ask, Answer>, ask: Ask, bytes: Uint8Array, signal: AbortSignal, caller?: Partial<Caller>) {
      let soFar: Uint8Array | null = null;
      for (let turns = turnsMax - 1; ; turns -= 1) {
        const request = { kind: "work", name, ask, turns, ...(soFar ? { documentBytes: bytes.byteLength } : {}) } as const;
        const sent: Uint8Array = soFar ? Buffer.concat([bytes, soFar]) : bytes;
        const { reply, body } = await pool.run(request, sent, signal, caller);
        if (reply.kind === "done") return JSON.parse(body.toString("utf8")) as Answer;
        if (reply.kind !== "unfinished" || turns <= 0) throw failureOf(reply);
        soFar = body;
      }
    },
    findLevel: () => pool.findLevel(),
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

/** The request as the child gets it. Throws TaskFailure `document_too_large`, `too_many_pages`. */
export function readingOf(bytes: Uint8Array, ask: ReadAsk): ReadOptions {
  const { pages, password = null, accepts = MIME_TYPES, charactersMax, onePage = false, refusal, ink = false, marks = false } = ask;
  refuseTooLarge(bytes);
  const more = { onePage, ...(charactersMax === undefined ? {} : { charactersMax }), ...(refusal ? { refusal } : {}) };
  return { accepts, pages: askedPages(pages), password, ink, marks, ...more };
}

function refuseTooLarge(bytes: Uint8Array): void {
  if (bytes.byteLength > LIMITS.documentBytesMax) throw new TaskFailure("document_too_large");
}

/** Dense pages take milliseconds each: yields to the event loop between them. */
async function documentOf(summary: ReadSummary, pages: readonly Buffer[]): Promise<Document> {
  const read: Page[] = [];
  for (const page of pages) {
    read.push(pageFromWire(page));
    await setImmediate();
  }
  return { ...summary, pages: read };
}

function failureOf(reply: ChildReply): TaskFailure {
  if (reply.kind !== "failure") return new TaskFailure("internal", { internal: `unexpected reply ${reply.kind}` });
  const { code, message, internal } = reply;
  return new TaskFailure(code, message === null ? { internal } : { message, internal });
}
