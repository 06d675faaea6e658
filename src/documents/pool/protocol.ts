/** The messages between parent and child, one request at a time. The document's bytes are the body of the request. */
import type { MimeType } from "#contract/file-types.ts";
import { TASK_ERROR_CODES, type TaskErrorCode } from "#contract/task-errors.ts";
import type { Document } from "#documents/document.ts";
import type { Turn } from "#documents/layout/placed-word.ts";

/**
 * How bytes are read. `accepts`: the accepted types; the child detects the type from the bytes, except that a single accepted type is taken
 * without a check. `charactersMax`: flowing text is read up to this many characters; all of it when absent. `onePage`: it is laid
 * out on one page, its paragraphs unbroken. `ocrSeconds`: CPU time after which no further page is given to OCR, `OCR_CPU_SECONDS_MAX` when absent. `refusal`: public messages for
 * a file of another type, for a web page, and for a file protected by a password.
 */
export type ReadOptions = {
  accepts: readonly MimeType[];
  pages: number[] | null;
  password: string | null;
  /** Whether to look for signatures. */
  ink: boolean;
  /** Whether to look for check boxes. */
  marks: boolean;
  charactersMax?: number;
  ocrSeconds?: number;
  onePage: boolean;
  refusal?: { other: string; webPage: string; encrypted: string };
};

export type ChildRequest =
  | ({ kind: "read" } & ReadOptions)
  | { kind: "render"; page: number; widthPx: number; password: string | null; format: "png" | "jpeg"; turn: Turn }
  /** `inTurns`: it may end as `unfinished`. `documentBytes`: behind so many bytes follows the document that was read meanwhile (document-wire.ts). */
  | { kind: "work"; name: string; ask: unknown; inTurns?: boolean; documentBytes?: number }
  /** Asks to collect garbage, or to free the memory of networks, which are opened again when they are needed. Answered by `done`. */
  | { kind: "rest"; frees: "garbage" | "networks" }
  /** The answer to the child's question, as JSON in the body. */
  | { kind: "told" };

/** What the child reports of a document besides its pages. */
export type ReadSummary = Omit<Document, "pages">;

/**
 * `ready` comes once after the start. `page` frames carry one page each (page-wire.ts), then `read` ends the reading; `picture` carries a
 * PNG or JPEG; `stage` reports the progress of a work; `question`, with JSON
 * as body, asks its caller for something, who answers with `told`; `done`, with the answer as JSON, ends it; `unfinished`, with the document
 * as far as it was read, ends one whose `reading` left pages to further requests (read-on.ts); `failure` ends a request that failed, with a
 * public `message`.
 */
export type ChildReply =
  | { kind: "ready" }
  | { kind: "page" }
  | { kind: "read"; summary: ReadSummary }
  | { kind: "picture" }
  | { kind: "stage"; name: string }
  | { kind: "question" }
  | { kind: "done" }
  | { kind: "unfinished"; reading: ReadOptions }
  | { kind: "failure"; code: TaskErrorCode; message: string | null; internal: string };

const KINDS = ["ready", "page", "read", "picture", "stage", "question", "done", "unfinished", "failure"];

/** Checks a head that came from the child: a compromised child must not confuse its parent. */
export function isChildReply(head: unknown): head is ChildReply {
  if (typeof head !== "object" || head === null || !("kind" in head)) return false;
  if (typeof head.kind !== "string" || !KINDS.includes(head.kind)) return false;
  if (head.kind === "read") return "summary" in head && typeof head.summary === "object" && head.summary !== null;
  if (head.kind === "unfinished") return "reading" in head && typeof head.reading === "object" && head.reading !== null;
  if (head.kind === "stage") return "name" in head && typeof head.name === "string";
  if (head.kind === "failure") return "code" in head && (TASK_ERROR_CODES as readonly unknown[]).includes(head.code);
  return true;
}
