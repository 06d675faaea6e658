/** Takes a batch of résumés: files are stored first, then the batch, its entries and their queue jobs in one transaction. */

import { ApiError } from "#contract/errors.ts";
import { newId } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import type { ExtractResumesBody, ExtractResumesReply } from "#contract/recruiting/batch.ts";
import type { ResumeFile } from "#contract/recruiting/resume-file.ts";
import type { Warning } from "#contract/task.ts";
import { messageWith } from "#contract/unknown-property.ts";
import { append } from "#documents/long-lists.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import { sentKey } from "#platform/blobs/keys.ts";
import type { AllowedHosts } from "#platform/config-hosts.ts";
import { checkUrl } from "#platform/fetch/check-url.ts";
import { type ChooseDeps, chooseProvider } from "#platform/models/choose.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { CommitUnknown, transaction } from "#platform/postgres/transaction.ts";
import { admitWork, hasRoom, refuseWhenFull } from "#platform/queue/admission.ts";
import { BACKLOG_MAX, priorityOf } from "#platform/queue/priority.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { bytesOrFault } from "#platform/sent-file.ts";
import { holdPosition, NO_POSITION } from "#recruiting/positions/positions.store.ts";
import { usedOrFault } from "#uploads/use-upload.ts";
import { countUnread, insertBatch, type NewEntry } from "./batches.store.ts";

export type SubmitResumesDeps = ChooseDeps & { db: Db; queue: Queue; blobs: Blobs; allowHosts: AllowedHosts; queueMax: number };

/** Files written to the disk at a time. */
const WRITES_AT_ONCE = 8;

/**
 * A file that cannot be read is an entry that fails, never a refused batch. `positionId`: what they are sent for, if anything; it is
 * known to be the account's. `warnings`: of the body. `keep` runs in the same transaction. Throws ApiError 400, 404, 429.
 */
export async function submitResumes(
  deps: SubmitResumesDeps,
  accountId: string,
  body: ExtractResumesBody,
  { positionId, warnings }: { positionId: string | null; warnings: Warning[] },
  keep: (tx: Tx, answer: ExtractResumesReply) => Promise<void>,
): Promise<ExtractResumesReply> {
  const queue = { kind: "resumes", accountId, max: deps.queueMax, adding: (body.files?.length ?? 0) + (body.urls?.length ?? 0) } as const;
  refuseWhenFull(queue);
  const callbackUrl = body.callback_url ?? null;
  const verdict = callbackUrl === null ? null : checkUrl(callbackUrl, deps.allowHosts);
  if (verdict && !verdict.ok) throw new ApiError("url_not_allowed", { detail: `\`callback_url\`: ${verdict.why}` });
  const provider = await chooseProvider(deps, accountId, body.provider ?? null);
  const stored: string[] = [];
  try {
    const entries = await entriesOf(deps, accountId, body, stored);
    const id = newId("job");
    const answer = {
      job_id: id,
      message: messageWith(
        `${entries.length} ${entries.length === 1 ? "résumé was" : "résumés were"} accepted and will be read.`,
        warnings,
      ),
      total_documents: entries.length,
    };
    await transaction(deps.db, async (tx) => {
      if (positionId !== null && !(await holdPosition(tx, accountId, positionId))) throw new ApiError("not_found", { detail: NO_POSITION });
      const batch = { id, accountId, callbackUrl, provider, positionId, entries, deadlineSeconds: LIMITS.deadlineSecondsDefault };
      const backlog = await insertBatch(tx, batch, BACKLOG_MAX);
      if (!hasRoom(backlog + entries.length, queue.max)) await admitWork(tx, queue, (max) => countUnread(tx, accountId, max));
      const jobs = entries.map((entry, i) => ({ payload: { applicationId: entry.id, run: 1 }, priority: priorityOf(backlog + i) }));
      await deps.queue.sendAll(tx, "extract-resume", jobs, accountId);
      await keep(tx, answer);
    });
    return answer;
  } catch (error) {
    if (!(error instanceof CommitUnknown)) for (const key of stored) await deps.blobs.delete(key);
    throw error;
  }
}

type Placed = Pick<NewEntry, "filename" | "blobKey" | "fault">;

/** Stores a file under `key`. */
async function place(
  deps: Pick<SubmitResumesDeps, "db" | "blobs">,
  accountId: string,
  key: string,
  { filename = null, content, upload_id }: ResumeFile,
  stored: string[],
): Promise<Placed> {
  if (upload_id != null) {
    const found = await usedOrFault(deps, accountId, upload_id, async (file): Promise<Placed> => {
      stored.push(key);
      await file.copyTo(key);
      return { filename: filename ?? file.filename, blobKey: key, fault: null };
    });
    return "fault" in found ? { filename, blobKey: null, fault: found.fault } : found.used;
  }
  const sent = await bytesOrFault(content ?? "", "content");
  if ("fault" in sent) return { filename, blobKey: null, fault: sent.fault };
  stored.push(key);
  await deps.blobs.put(key, sent.bytes);
  return { filename, blobKey: key, fault: null };
}

/** Files first, then URLs. Keys of what is written go to `stored` as they are. */
async function entriesOf(deps: SubmitResumesDeps, accountId: string, body: ExtractResumesBody, stored: string[]): Promise<NewEntry[]> {
  const files = body.files ?? [];
  const entries: NewEntry[] = [];
  for (let from = 0; from < files.length; from += WRITES_AT_ONCE) {
    const group = files.slice(from, from + WRITES_AT_ONCE).map(async (file, i) => {
      const id = newId("app");
      const placed = await place(deps, accountId, sentKey(accountId, id), file, stored);
      return { id, index: from + i, url: null, ...placed, filename: placed.filename ?? `resume-${from + i + 1}` };
    });
    append(entries, await Promise.all(group));
  }
  const urls = (body.urls ?? []).map((url, i) => {
    const verdict = checkUrl(url, deps.allowHosts);
    const fault = verdict.ok ? null : ({ code: "document_unreachable", message: verdict.why } as const);
    return { id: newId("app"), index: files.length + i, filename: null, url, blobKey: null, fault };
  });
  return [...entries, ...urls];
}
