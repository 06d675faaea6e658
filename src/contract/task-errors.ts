/** The catalogue of reasons why a task can fail: code, whether a retry can help, and the text for the caller. */
import { FILE_TYPE_NAMES } from "./file-types.ts";

export const TASK_ERRORS = {
  document_unreachable: { retryable: true, message: "The document URL could not be fetched. Check that it answers 200 without a login." },
  document_too_large: { retryable: false, message: "The document is larger than 10 MB. Split or compress it." },
  unsupported_type: {
    retryable: false,
    message: `The file is not a ${FILE_TYPE_NAMES}. Its content counts, not its name. Convert it to one of these.`,
  },
  encrypted_document: { retryable: false, message: "The PDF is protected by a password. Send it with the `password` field." },
  corrupt_document: { retryable: false, message: "The file is damaged and could not be opened. Export or scan it again." },
  empty_document: { retryable: false, message: "The document has no page with content. Check that it is the right file." },
  too_many_pages: { retryable: false, message: "The document has more than 200 pages. Name up to 200 in the `pages` field, or split it." },
  provider_auth: { retryable: false, message: "The provider refused the configured key." },
  provider_rate_limited: { retryable: true, message: "The provider's rate limit was reached." },
  provider_unavailable: { retryable: true, message: "The provider did not answer." },
  provider_refused: { retryable: false, message: "The provider refused the request." },
  output_truncated: { retryable: false, message: "The provider's answer was cut off." },
  deadline_exceeded: { retryable: false, message: "The task was not finished within its deadline. Retry it, or raise `deadline_seconds`." },
  cancelled: { retryable: false, message: "The task was cancelled." },
  internal: { retryable: true, message: "Something went wrong on our side. Retry; if it happens again, report the task id." },
} as const;

/** The messages of `encrypted_document` for a PDF: without its password, and with another one. */
export const LOCKED_PDF = {
  without: TASK_ERRORS.encrypted_document.message,
  wrong: "The password does not open the PDF. Send the right one with the `password` field.",
} as const;

/** The message of `empty_document` for a file of zero bytes. */
export const EMPTY_FILE = "The file is empty: it has 0 bytes. Send it again.";

export type TaskErrorCode = keyof typeof TASK_ERRORS;
export const TASK_ERROR_CODES = Object.keys(TASK_ERRORS) as [TaskErrorCode, ...TaskErrorCode[]];

/**
 * A failed task. `internal` is for our logs only and must not contain document content. `message` replaces the catalogue's text with a more
 * specific one and is shown to the caller.
 */
export class TaskFailure extends Error {
  readonly code: TaskErrorCode;
  readonly publicMessage: string;
  readonly retryable: boolean;
  /** The other side asked to come later: the attempt does not count towards the maximum; only the deadline bounds the waiting. */
  readonly waits: boolean;
  /** Earliest next attempt in seconds, when the other side named it. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: TaskErrorCode,
    more: { message?: string; internal?: string; retryable?: boolean; waits?: boolean; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(`${code}${more.internal ? `: ${more.internal}` : ""}`, { cause: more.cause });
    this.name = "TaskFailure";
    this.code = code;
    this.publicMessage = more.message ?? TASK_ERRORS[code].message;
    this.retryable = more.retryable ?? TASK_ERRORS[code].retryable;
    this.waits = more.waits ?? false;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}
