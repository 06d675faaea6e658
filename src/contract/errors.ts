/** The catalogue of all API errors, with one body shape. docs/errors.md is generated from it. */
import { z } from "zod";
import { FILE_TYPE_NAMES } from "./file-types.ts";
import { Json } from "./json.ts";
import { LIMITS } from "./limits.ts";
import { Loss, RuleBreak } from "./losses.ts";
import { SSO_REFUSALS } from "./sso-refusals.ts";

export const ERROR_TYPES = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  405: "invalid_request_error",
  422: "validation_error",
  429: "rate_limit_error",
  500: "api_error",
} as const;
export type ErrorStatus = keyof typeof ERROR_TYPES;

export const API_ERRORS = {
  malformed_json: { status: 400, detail: "The body is not valid JSON." },
  unsupported_content_type: {
    status: 400,
    detail: "Send the body as JSON with `Content-Type: application/json`; where documents are taken also as `multipart/form-data`.",
  },
  malformed_multipart: {
    status: 400,
    detail: "The body is not valid `multipart/form-data`: it is damaged, ends early or names no boundary.",
  },
  unsupported_encoding: { status: 400, detail: "The body is compressed. Send it uncompressed, without `Content-Encoding`." },
  body_too_large: {
    status: 400,
    detail: "The request body is too large: 64 MB for batches of résumés, 28 MB with a list, 16 MB with a document, 1 MB otherwise.",
  },
  bad_request: { status: 400, detail: "The request is broken or incomplete. Check its address, headers and length." },
  invalid_base64: { status: 400, detail: "`file_content` is not valid base64. Encode the bytes of the file." },
  document_too_large: { status: 400, detail: "The document is larger than 10 MB (10,485,760 bytes). Split or compress it." },
  unsupported_type: {
    status: 400,
    detail: `The file is not a ${FILE_TYPE_NAMES}. Its content counts, not its name. Convert it to one of these.`,
  },
  upload_unknown: {
    status: 400,
    detail:
      "No upload with this `upload_id` exists: uploads are kept for 24 hours. Ask for a new one at POST /api/extractor/v1/uploads and send the file again.",
  },
  upload_unfinished: {
    status: 400,
    detail: "The file of this upload has not arrived. PUT its bytes to the `url` of the upload, then send this request again.",
  },
  upload_has_file: {
    status: 400,
    detail: "This upload has another file already, which stays. Ask for a new upload for each file; the same file may be sent again.",
  },
  upload_damaged: {
    status: 400,
    detail: "The bytes that arrived are not those that were announced. Send the whole file again to the same `url`.",
  },
  list_unreadable: {
    status: 400,
    detail: "The list could not be read as CSV. Its first line names the columns, and every line has as many cells.",
  },
  list_too_large: {
    status: 400,
    detail: "The list is larger than 20 MB or 200,000 rows. Leave out columns and rows that nothing looks for.",
  },
  too_many_lists: {
    status: 400,
    detail: "The account has 100 lists, which is the most. Delete one that no template needs, or replace the rows of one.",
  },
  mailbox_unreachable: {
    status: 400,
    detail: "The mailbox could not be opened. Check the server, its port and security, the user and the password.",
  },
  bucket_unreachable: {
    status: 400,
    detail: "The bucket could not be used. Check the server, the region, the name of the bucket, the key and what it may do.",
  },
  too_many_outboxes: { status: 400, detail: "The account has 20 outboxes, which is the most. Delete one that is not needed." },
  too_many_inboxes: { status: 400, detail: "The account has 50 inboxes, which is the most. Delete one that is not needed." },
  url_not_allowed: { status: 400, detail: "This server may not use this URL." },
  provider_not_configured: { status: 400, detail: "This provider is not configured on this server." },
  template_unknown: { status: 400, detail: "No template with this `template_id` exists. List yours at GET /api/extractor/v1/templates." },
  document_unreachable: { status: 400, detail: "The URL could not be fetched. Check that it answers 200 without a login." },
  encrypted_document: { status: 400, detail: "The file is protected by a password. Save it without one and send it again." },
  corrupt_document: { status: 400, detail: "The file is damaged and could not be opened. Export or scan it again." },
  deadline_exceeded: { status: 400, detail: "Reading the file takes more time or memory than one file may have. Split or simplify it." },
  empty_document: { status: 400, detail: "The document has no page with content. Check that it is the right file." },
  too_many_pages: { status: 400, detail: "The document has more than 200 pages. Split it." },
  resume_missing: { status: 400, detail: "There is no résumé to evaluate." },
  too_little_text: {
    status: 400,
    detail: "Fewer than two skills were found in the job description; at least two are needed. Send the whole ad.",
  },
  idempotency_in_progress: { status: 400, detail: "A request with this Idempotency-Key is still running. Repeat it in a moment." },
  idempotency_answer_not_kept: {
    status: 400,
    detail:
      "The request with this Idempotency-Key was carried out. Its answer shows a secret and is not kept; send the request with a new key.",
  },
  task_not_retryable: { status: 400, detail: "Only a failed task can be retried." },
  task_not_completed: { status: 400, detail: "Only a completed task can be reviewed. Wait for its end, or retry it if it failed." },
  packet_changed: { status: 400, detail: "The parts of the packet were changed meanwhile. Read it again." },
  packet_not_completed: { status: 400, detail: "Only the parts of a completed packet can be set. Wait for its end." },
  being_reviewed: {
    status: 400,
    detail: "Another person has this document open for review. Send the request again when that person has closed it, or after a minute.",
  },
  search_empty: { status: 400, detail: "The query names no skill. Name at least one, such as `SQL, three years, logistics`." },
  not_a_member: { status: 400, detail: "This person is no member of the workspace. GET /api/account/v1/members lists them." },
  task_already_finished: { status: 400, detail: "The task is already finished." },
  loses_values: {
    status: 400,
    detail:
      "This version loses values that the published one reads rightly; `losses` names them. Change it, or send `force: true` to publish it all the same.",
  },
  breaks_rules: {
    status: 400,
    detail:
      "With this version, reviewed documents break rules that they do not break with the published one; `broken_rules` names them. Change the fields or the rules, or send `force: true` to publish it all the same.",
  },
  evaluation_running: {
    status: 400,
    detail: "The version is still compared with the published one on the reviewed documents. Send the request again when that has ended.",
  },
  nothing_reviewed: {
    status: 400,
    detail: "The template has no reviewed task whose document is still there. Review some of its tasks first.",
  },
  link_invalid: { status: 400, detail: SSO_REFUSALS.link_invalid },
  sign_up_closed: { status: 400, detail: "Accounts are made by invitation here. Ask the owner of this server for a link." },
  owner_link_needed: { status: 400, detail: SSO_REFUSALS.owner_link_needed },
  email_taken: { status: 400, detail: SSO_REFUSALS.email_taken },
  last_owner: { status: 400, detail: "This is the workspace's last owner. Make another member an owner first." },
  already_member: { status: 400, detail: "This person is a member of the workspace already. Change the role in the list of members." },
  too_many_workspaces: { status: 400, detail: "You are a member of 100 workspaces, which is the most." },
  sign_in_to_accept: {
    status: 400,
    detail: "This address can sign in already. Sign in with it, then open the link again to accept the invitation.",
  },
  role_from_group: {
    status: 400,
    detail:
      "This member's role comes from a group of the sign-in provider. Change the groups there; it counts from the member's next sign-in.",
  },
  passwords_off: {
    status: 400,
    detail: "Passwords are for the owner of this server only. Sign in with the provider that the sign-in page names.",
  },
  sso_needed: { status: 400, detail: "Your workspaces here are those of your groups at the sign-in provider. Sign in with it." },
  sso_off: {
    status: 400,
    detail: "This server has no sign-in provider. The person who runs it sets `WINNOW_OIDC_ISSUER` and `WINNOW_OIDC_CLIENT_ID`.",
  },
  sso_unreachable: { status: 400, detail: SSO_REFUSALS.sso_unreachable },
  sso_failed: { status: 400, detail: SSO_REFUSALS.sso_failed },
  sso_email_missing: { status: 400, detail: SSO_REFUSALS.sso_email_missing },
  sso_email_unverified: { status: 400, detail: SSO_REFUSALS.sso_email_unverified },
  sso_no_workspace: { status: 400, detail: SSO_REFUSALS.sso_no_workspace },
  sso_logout_invalid: { status: 400, detail: "The logout token is not one of the sign-in provider for this server, or has expired." },
  second_factor_on: { status: 400, detail: "A second factor is set up already. Remove it first to set up another." },
  second_factor_off: { status: 400, detail: "No second factor is set up. Set one up first." },
  passkey_invalid: {
    status: 400,
    detail:
      "The passkey was not accepted: it is not known here, was asked for over five minutes ago, or for another address of this server. Try again.",
  },
  too_many_passkeys: { status: 400, detail: "You have 20 passkeys, which is the most. Remove one first." },
  code_wrong: {
    status: 400,
    detail:
      "The code is wrong, or was used already. Codes of the app change every 30 s, and need its clock to be right; each code to keep works once.",
  },
  code_late: {
    status: 400,
    detail: "This sign-in has ended: it took over ten minutes, or had too many wrong codes. Begin again with your password.",
  },
  wrong_password: { status: 400, detail: "The current password is wrong." },
  unauthorized: { status: 401, detail: "Missing or invalid API key. Send it as `Authorization: Bearer <API_KEY>`." },
  upload_url_invalid: {
    status: 401,
    detail: "The address of this upload is wrong or has expired. Ask for a new upload, and use its `url` as it is.",
  },
  sign_in_failed: { status: 401, detail: "E-mail address or password is wrong." },
  cross_site: { status: 403, detail: "Requests with a session have to come from the dashboard's own pages. Programs use an API key." },
  role_too_low: { status: 403, detail: "Your role in this workspace does not allow this. Ask one of its admins or owners." },
  owner_only: { status: 403, detail: "Only the owner of this server may do this." },
  not_found: { status: 404, detail: "There is nothing at this address. The reference at /docs lists all addresses." },
  method_not_allowed: { status: 405, detail: "This address does not take this method." },
  validation_error: { status: 422, detail: "Something in the request is missing or wrong; `detail` names each place." },
  idempotency_mismatch: { status: 422, detail: "This Idempotency-Key was used with another body. Use a new key for a new request." },
  rate_limited: { status: 429, detail: "Too many requests for this account." },
  too_many_bytes: { status: 429, detail: "This account sends or fetches too much at the same time. Send the request again in a moment." },
  sign_in_delayed: { status: 429, detail: "Too many wrong passwords for this address. Wait, then try again." },
  queue_full: { status: 429, detail: "Too much work is queued for this account. Wait until some of it is done." },
  budget_exhausted: { status: 429, detail: "The account's budget for this month is used up. Raise it, or use the provider `local`." },
  internal: { status: 500, detail: "Something went wrong on our side. If it happens again, report the request id." },
} as const satisfies Record<string, { status: ErrorStatus; detail: string }>;
export type ApiErrorCode = keyof typeof API_ERRORS;

/** One invalid place of a request, as FastAPI reports it; `loc` starts with body, query, path or header. */
export const ValidationIssue = z
  .object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string(), input: Json.optional() })
  .meta({ id: "ValidationIssue" });
export type ValidationIssue = z.infer<typeof ValidationIssue>;

/** A failed request. `internal` is for our logs only. `detail` replaces the catalogue's text with a more specific one. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly detail: string;
  readonly issues: ValidationIssue[];
  readonly retryAfterSeconds: number | null;
  readonly losses: Loss[] | null;
  readonly brokenRules: RuleBreak[] | null;

  constructor(
    code: ApiErrorCode,
    more: {
      detail?: string;
      internal?: string;
      issues?: ValidationIssue[];
      retryAfterSeconds?: number;
      losses?: Loss[];
      brokenRules?: RuleBreak[];
      cause?: unknown;
    } = {},
  ) {
    super(`${code}${more.internal ? `: ${more.internal}` : ""}`, { cause: more.cause });
    this.name = "ApiError";
    this.code = code;
    this.detail = more.detail ?? API_ERRORS[code].detail;
    this.issues = more.issues ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.losses = more.losses ?? null;
    this.brokenRules = more.brokenRules ?? null;
  }

  get status(): ErrorStatus {
    return API_ERRORS[this.code].status;
  }
}

/** A 422 for one place of the body. */
export function invalid(loc: (string | number)[], msg: string, type = "value_error"): ApiError {
  return new ApiError("validation_error", { issues: [{ loc, msg, type }] });
}

const envelope = {
  error_code: z.string(),
  error: z.object({ message: z.string(), type: z.string(), retry_after: z.int().nullable().optional() }),
  request_id: z.string(),
};
export const ErrorBody = z
  .object({
    detail: z.string(),
    ...envelope,
    losses: z.array(Loss).optional().describe("Of `loses_values`: each value that is lost."),
    broken_rules: z
      .array(RuleBreak)
      .optional()
      .describe("Of `breaks_rules` and `loses_values`: each rule that a reviewed document breaks with this version only."),
  })
  .meta({ id: "Error" });
export const ValidationErrorBody = z.object({ detail: z.array(ValidationIssue), ...envelope }).meta({ id: "ValidationError" });
export const RateLimitBody = z.object({ detail: z.string(), retry_after: z.int().nullable(), ...envelope }).meta({ id: "RateLimitError" });
export type AnyErrorBody = z.infer<typeof ErrorBody> | z.infer<typeof ValidationErrorBody> | z.infer<typeof RateLimitBody>;

/** The body of every error response. */
export function errorBody(error: ApiError, requestId: string): AnyErrorBody {
  const type = ERROR_TYPES[error.status];
  const first = error.issues[0];
  const message = first ? `${first.loc.join(".")}: ${first.msg}` : error.detail;
  const base = { error_code: error.code, request_id: requestId };
  if (error.status === 422) {
    const detail =
      error.issues.length > 0
        ? error.issues.slice(0, LIMITS.faultsListedMax)
        : [{ loc: ["header", "idempotency-key"], msg: error.detail, type: "value_error" }];
    return { detail, ...base, error: { message, type } };
  }
  if (error.status === 429) {
    return {
      detail: error.detail,
      retry_after: error.retryAfterSeconds,
      ...base,
      error: { message, type, retry_after: error.retryAfterSeconds },
    };
  }
  const { losses, brokenRules } = error;
  const lost = { ...(losses ? { losses } : {}), ...(brokenRules ? { broken_rules: brokenRules } : {}) };
  return { detail: error.detail, ...base, error: { message, type }, ...lost };
}
