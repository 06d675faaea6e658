/** Errors of the client. */
import type { components } from "./api.ts";

type Task = components["schemas"]["Task"];
type Loss = NonNullable<components["schemas"]["Error"]["losses"]>[number];
type RuleBreak = NonNullable<components["schemas"]["Error"]["broken_rules"]>[number];
type ValidationIssue = components["schemas"]["ValidationIssue"];
/** As the service sends it; a proxy may send anything. */
export type ErrorBody = {
  detail?: string | ValidationIssue[];
  error_code?: string;
  error?: { message?: string };
  retry_after?: number | null;
  losses?: Loss[];
  broken_rules?: RuleBreak[];
  request_id?: string;
};

/** An error response. `message` says what to do. */
export class WinnowError extends Error {
  readonly status: number;
  /** A code of the list of errors, such as `rate_limited`; `unknown` when the response is not the service's. */
  readonly code: string;
  /** Every invalid place of the body, on 422. */
  readonly issues: ValidationIssue[];
  /** Seconds to wait, on 429. */
  readonly retryAfter: number | null;
  /** Values that a version would lose, on `loses_values`. */
  readonly losses: Loss[];
  /** Rules that reviewed documents would break, on `breaks_rules` and `loses_values`. */
  readonly brokenRules: RuleBreak[];
  /** Quote it when you contact the service's operator. */
  readonly requestId: string | null;

  constructor(status: number, body: ErrorBody | null) {
    super(body?.error?.message ?? `The server answered ${status}.`);
    this.name = "WinnowError";
    this.status = status;
    this.code = body?.error_code ?? "unknown";
    this.issues = Array.isArray(body?.detail) ? body.detail : [];
    this.retryAfter = body?.retry_after ?? null;
    this.losses = body?.losses ?? [];
    this.brokenRules = body?.broken_rules ?? [];
    this.requestId = body?.request_id ?? null;
  }
}

/** The task ended as `failed`; `task.error` has the reason. */
export class TaskFailedError extends Error {
  readonly task: Task;
  /** Such as `corrupt_document`. */
  readonly code: string;

  constructor(task: Task) {
    super(task.error?.message ?? "The task failed.");
    this.name = "TaskFailedError";
    this.task = task;
    this.code = task.error?.code ?? "internal";
  }
}
