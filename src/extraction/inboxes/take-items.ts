/** Takes what an inbox has: each document becomes a task, once, whatever is killed in between. */
import { ApiError, type ApiErrorCode } from "#contract/errors.ts";
import type { DocumentSource } from "#contract/extraction.ts";
import type { Json } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { type SubmitDeps, submitExtraction } from "#extraction/submit.ts";
import { isUniqueViolation } from "#platform/postgres/unique-violation.ts";
import { findItem, type Inbox, insertItem } from "./inboxes.store.ts";
import type { Item, Part, Source } from "./source.ts";

/** Refusals that are the document's own fault: it is put aside. Everything else may pass, and the document waits. */
const OF_THE_DOCUMENT: readonly ApiErrorCode[] = ["unsupported_type", "document_too_large", "invalid_base64", "validation_error"];

/** Throws ApiError when the account can take nothing now, and what the source throws. */
export async function takeItems(deps: SubmitDeps, inbox: Inbox, source: Source, signal: AbortSignal): Promise<void> {
  for await (const item of source.items(signal)) {
    signal.throwIfAborted();
    await source.settle(item, item.refusal === null ? await taken(deps, inbox, item) : await refused(deps, inbox, item, item.refusal));
  }
}

/** Null when at least one of its documents was taken, now or by who was killed before it was moved; else the reason. */
async function taken(deps: SubmitDeps, inbox: Inbox, item: Item): Promise<string | null> {
  const reasons: string[] = [];
  for (const { key, read } of item.parts) {
    const before = await findItem(deps.db, inbox.id, key);
    const reason = before === undefined ? await takePart(deps, inbox, item, await read()) : before.reason;
    if (reason !== null) reasons.push(reason);
  }
  return reasons.length === item.parts.length ? reasons.join(" ") : null;
}

async function refused({ db }: Pick<SubmitDeps, "db">, inbox: Inbox, { key, filename, from }: Item, reason: string): Promise<string> {
  await insertItem(db, inbox, { key, came: { filename, from }, taskId: null, reason }).catch(unlessThere);
  return reason;
}

/** Null: it is a task. */
async function takePart(deps: SubmitDeps, inbox: Inbox, item: Item, { key, filename, bytes }: Part): Promise<string | null> {
  const came = { filename, from: item.from };
  try {
    if (bytes === null) throw new ApiError("document_too_large");
    const request = requestFor(inbox, item, { kind: "file", base64: bytes.toString("base64"), filename });
    await submitExtraction(deps, inbox.accountId, request, (tx, { task_id }) =>
      insertItem(tx, inbox, { key, came, taskId: task_id, reason: null }),
    );
    return null;
  } catch (error) {
    // Another leader was quicker.
    if (isUniqueViolation(error)) return null;
    if (!(error instanceof ApiError) || !OF_THE_DOCUMENT.includes(error.code)) throw error;
    await insertItem(deps.db, inbox, { key, came, taskId: null, reason: error.detail }).catch(unlessThere);
    return error.detail;
  }
}

function requestFor({ id, templateId }: Inbox, { from, subject }: Item, source: DocumentSource): Parameters<typeof submitExtraction>[2] {
  const mail: Record<string, Json> = { ...(from === null ? {} : { from }), ...(subject === null ? {} : { subject }) };
  return {
    source,
    plan: templateId === null ? { kind: "auto" } : { kind: "template", templateId },
    provider: null,
    fallback: [],
    documentDescription: null,
    callbackUrl: null,
    metadata: { inbox_id: id, ...mail },
    pages: null,
    password: null,
    cache: "use",
    retentionDays: null,
    deadlineSeconds: LIMITS.deadlineSecondsDefault,
    priority: 0,
    learn: null,
    reviewBelow: null,
    warnings: [],
  };
}

function unlessThere(error: unknown): void {
  if (!isUniqueViolation(error)) throw error;
}
