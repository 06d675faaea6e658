/** Turns a file's bytes into a Document, in child processes with capped resources. Knows nothing of schemas. */
import { fileURLToPath } from "node:url";
import { MIME_TYPES, type MimeType } from "#contract/file-types.ts";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { askedPages } from "./asked-pages.ts";
import type { Document } from "./document.ts";
import type { Turn } from "./layout/placed-word.ts";
import { wholeBy } from "./long-scans.ts";
import { OCR_TURN_SECONDS } from "./ocr/cpu-clock.ts";
import { deleteChildDirs, makeTempDir } from "./pool/child-dirs.ts";
import type { Level } from "./pool/confinement.ts";
import { documentToWire, partedWire } from "./pool/document-wire.ts";
import type { ReadOptions } from "./pool/protocol.ts";
import { type Caller, ReaderPool, type ReaderPoolOptions } from "./pool/reader-pool.ts";
import { failureOf, pagesOf } from "./pool/replies.ts";
import type { Work } from "./pool/work.ts";
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

export type ReaderOptions = Omit<ReaderPoolOptions, "entry" | "ready" | "keepsNone"> & {
  entry?: string;
  ready?: Work<null, unknown>;
  inTurns?: boolean;
  beside?: number;
};

/** By how much less CPU the further children of a long scan ask for than others (a nice value), so that they take what is idle. */
const BESIDE_NICE = 10;

/**
 * At most `size` children read at a time; further calls wait, first come first served within a lane, and lanes take turns. `lane`: called
 * at each request, names the group it belongs to. Children start when first needed, or in advance when there is a `ready` work for them to
 * do; `nice` is their nice value. `tessdataDir` holds the unpacked OCR data (tessdata.ts); `tempDir` is created and gets one folder per
 * child. `entry`: another program than the one that only reads and draws. `inTurns`: false for a reader that gives a document the CPU time of one
 * request; otherwise pages that it leaves are read by further ones (read-on.ts). `beside`: at most so many further children read pages of
 * long scans, while cores are idle; none by default.
 */
export function openReader({ ready, inTurns = true, beside = 0, ...options }: ReaderOptions): DocumentReader {
  makeTempDir(options.tempDir);
  readsWith(options.ocrModelsDir ?? null);
  void deleteChildDirs(options.tempDir);
  const pool = new ReaderPool({
    entry: CHILD_ENTRY,
    ...options,
    ...(ready ? { ready: { kind: "work", name: ready.name, ask: null } } : {}),
  });
  const further =
    beside === 0
      ? null
      : new ReaderPool({ entry: CHILD_ENTRY, ...options, size: beside, nice: (options.nice ?? 0) + BESIDE_NICE, keepsNone: true });
  const whole = wholeBy(pool, further, beside);
  return {
    async read(bytes, ask, signal) {
      const reading = { ...readingOf(bytes, ask), ...(inTurns ? { ocrSeconds: OCR_TURN_SECONDS } : {}) };
      const { reply, pages } = await pool.run({ kind: "read", ...reading }, bytes, signal);
      if (reply.kind !== "read") throw failureOf(reply);
      const document = { ...reply.summary, pages: await pagesOf(pages) };
      return inTurns && document.pagesLeft ? whole(document, bytes, reading, signal) : document;
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
      let { reply, body } = await pool.run({ kind: "work", name, ask, inTurns }, bytes, signal, caller);
      if (reply.kind === "unfinished") {
        const { summary, pages } = partedWire(body);
        const document = await whole({ ...summary, pages: await pagesOf(pages) }, bytes, reply.reading, signal);
        const sent = Buffer.concat([bytes, await documentToWire(document)]);
        ({ reply, body } = await pool.run({ kind: "work", name, ask, documentBytes: bytes.byteLength }, sent, signal, caller));
      }
      if (reply.kind !== "done") throw failureOf(reply);
      return JSON.parse(body.toString("utf8")) as Answer;
    },
    findLevel: () => pool.findLevel(),
    async [Symbol.asyncDispose]() {
      await Promise.all([pool.close(), further?.close()]);
    },
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
