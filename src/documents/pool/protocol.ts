/** What reader and child say to each other, one request at a time. The document's bytes are the body of the request. */
import { TASK_ERROR_CODES, type TaskErrorCode } from "#contract/task-errors.ts";
import type { MimeType } from "#documents/document.ts";

/**
 * How bytes are to be read. `accepts`: the types that are taken; the child tells which one the bytes are. With one type they are of that type,
 * whatever they look like. `charactersMax`: what stands behind them in flowing text is not read; all of it unless told. `refusal`: what somebody is told whose file is none of them, a web page, or protected by a password.
 */
export type Reading = {
  accepts: readonly MimeType[];
  pages: number[] | null;
  password: string | null;
  /** Whether to look for signatures. */
  ink: boolean;
  charactersMax?: number;
  refusal?: { other: string; webPage: string; encrypted: string };
};

export type ChildRequest =
  | ({ kind: "read" } & Reading)
  | { kind: "render"; page: number; widthPx: number; password: string | null }
  | { kind: "work"; name: string; ask: unknown };

/** What the child knows of a document besides its pages. */
export type ReadSummary = { mimeType: MimeType; pageCount: number; pagesFailed: number[]; truncated: boolean };

/**
 * `ready` comes once after the start. `page` frames carry one page each (page-wire.ts), then `read` ends the reading; `picture` carries a PNG;
 * `stage` tells how far a work is and `done`, with the answer as JSON, ends it; `failure` ends a request that failed, with what the caller may
 * read.
 */
export type ChildReply =
  | { kind: "ready" }
  | { kind: "page" }
  | { kind: "read"; summary: ReadSummary }
  | { kind: "picture" }
  | { kind: "stage"; name: string }
  | { kind: "done" }
  | { kind: "failure"; code: TaskErrorCode; message: string | null; internal: string };

const KINDS = ["ready", "page", "read", "picture", "stage", "done", "failure"];

/** A head that came from the child, checked: a child that was taken over must not confuse its parent. */
export function isChildReply(head: unknown): head is ChildReply {
  if (typeof head !== "object" || head === null || !("kind" in head)) return false;
  if (typeof head.kind !== "string" || !KINDS.includes(head.kind)) return false;
  if (head.kind === "read") return "summary" in head && typeof head.summary === "object" && head.summary !== null;
  if (head.kind === "stage") return "name" in head && typeof head.name === "string";
  if (head.kind === "failure") return "code" in head && (TASK_ERROR_CODES as readonly unknown[]).includes(head.code);
  return true;
}
