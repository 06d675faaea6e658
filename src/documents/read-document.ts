/** Turns a file's bytes into a Document, in child processes with capped resources. Knows nothing of schemas. */
import { fileURLToPath } from "node:url";
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import { askedPages } from "./asked-pages.ts";
import type { Document, MimeType } from "./document.ts";
import { makeTempDir, sweepChildDirs } from "./pool/child-dirs.ts";
import { pageFromWire } from "./pool/page-wire.ts";
import type { ChildReply } from "./pool/protocol.ts";
import { type Outcome, ReaderPool, type ReaderPoolOptions } from "./pool/reader-pool.ts";
import { sniff, sniffAny } from "./sniff.ts";

const CHILD_ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/**
 * `pages`: 1-based numbers in any order; absent or empty means all. `flow`: files of flowing text (DOCX, TXT, HTML) are
 * taken too. `as`: the bytes are of this type, whatever they look like.
 */
export type ReadAsk = { pages?: readonly number[] | null; password?: string | null; flow?: boolean; as?: "text/plain" };
/** `widthPx` is clamped to 16…4000. */
export type RenderAsk = { page: number; widthPx: number; password?: string | null };

export type DocumentReader = {
  /**
   * Throws TaskFailure: `document_too_large`, `unsupported_type`, `encrypted_document`, `corrupt_document`,
   * `empty_document`, `too_many_pages`; and the signal's reason when aborted.
   */
  read(bytes: Uint8Array, ask: ReadAsk, signal: AbortSignal): Promise<Document>;
  /** A PNG of one page as a reader sees it; fails like `read`. */
  renderPage(bytes: Uint8Array, ask: RenderAsk, signal: AbortSignal): Promise<Buffer>;
  /** Ends the children; running reads fail with `internal`. */
  [Symbol.asyncDispose](): Promise<void>;
};

export type ReaderOptions = Omit<ReaderPoolOptions, "entry"> & { entry?: string };

/**
 * `size` children at most read at a time, further calls wait: in order, and in turn between lanes. `lane`, asked at each call, tells for whom it is. Children start when first needed, and give way to others as `nice` says.
 * `tessdataDir` holds the unpacked OCR data (tessdata.ts); `tempDir` is created and gets one folder per child. `entry`: another program than
 * the reader's, for tests.
 */
export function openReader(options: ReaderOptions): DocumentReader {
  makeTempDir(options.tempDir);
  void sweepChildDirs(options.tempDir);
  const pool = new ReaderPool({ entry: CHILD_ENTRY, ...options });
  return {
    async read(bytes, ask, signal) {
      const mimeType = ask.as ?? typeOf(bytes, ask.flow ?? false);
      const pages = askedPages(ask.pages);
      const outcome = await pool.run({ kind: "read", mimeType, pages, password: ask.password ?? null }, bytes, signal);
      return documentOf(mimeType, outcome);
    },
    async renderPage(bytes, ask, signal) {
      const mimeType = typeOf(bytes, false);
      const widthPx = Math.min(4000, Math.max(16, Math.round(ask.widthPx)));
      const request = { kind: "render", mimeType, page: ask.page, widthPx, password: ask.password ?? null } as const;
      const { reply, body } = await pool.run(request, bytes, signal);
      if (reply.kind !== "picture") throw failureOf(reply);
      return body;
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

function typeOf(bytes: Uint8Array, flow: boolean): MimeType {
  if (bytes.byteLength > LIMITS.documentBytesMax) throw new TaskFailure("document_too_large");
  const mimeType = flow ? sniffAny(bytes) : sniff(bytes);
  if (mimeType === null) throw new TaskFailure("unsupported_type");
  return mimeType;
}

function documentOf(mimeType: MimeType, { reply, pages }: Outcome): Document {
  if (reply.kind !== "read") throw failureOf(reply);
  const { pageCount, pagesFailed, truncated } = reply.summary;
  return { mimeType, pageCount, pages: pages.map(pageFromWire), pagesFailed, truncated };
}

function failureOf(reply: ChildReply): TaskFailure {
  if (reply.kind !== "failure") return new TaskFailure("internal", { internal: `unexpected reply ${reply.kind}` });
  const { code, message, internal } = reply;
  return new TaskFailure(code, message === null ? { internal } : { message, internal });
}
