/** Sets the parts of a packet by hand, and deletes a packet. */
import { ApiError, type ValidationIssue } from "#contract/errors.ts";
import type { PacketPartsBody, PacketRecord } from "#contract/packets.ts";
import { TASK_ERRORS } from "#contract/task-errors.ts";
import { dropFile } from "#extraction/files/drop-file.ts";
import { keptLayouts } from "#extraction/files/page-layouts.ts";
import { announceOutcome, type FinishDeps, keepDays } from "#extraction/finish.ts";
import { findTask } from "#extraction/task-rows.store.ts";
import { cancelTask } from "#extraction/tasks.store.ts";
import { forgetPages } from "#memory/said-pages.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { SecretBox } from "#platform/secret-box.ts";
import { findTemplates } from "#templates/templates.store.ts";
import { learnParts } from "./learn-parts.ts";
import { packetUnknown, readPacket } from "./packet-record.ts";
import { deletePacket, findPacket, lockPacket, type PacketRow, setParts } from "./packets.store.ts";
import { enqueueParts, type PartDeps, prepareParts } from "./start-parts.ts";
import { requireTemplates } from "./submit-packet.ts";
import type { StoredPart } from "./tables.ts";

type SetDeps = PartDeps & Pick<FinishDeps, "publicUrl" | "retentionDays"> & { secretBox: SecretBox };

/**
 * A part with the same pages and template as before keeps its task and its reasons; every other gets a new one, and the tasks of
 * the parts that are gone are cancelled if they have not ended. Throws ApiError 404, 400 while the packet is not completed or its file is
 * gone, 422 unless each page is in exactly one part.
 */
export async function setPartsOf(deps: SetDeps, caller: Caller, id: string, body: PacketPartsBody): Promise<PacketRecord> {
  const { accountId } = caller;
  const row = await findPacket(deps.db, accountId, id);
  if (!row) throw packetUnknown();
  if (row.state !== "completed") throw new ApiError("packet_not_completed");
  checkPages(body, row.document.page_count ?? 0);
  const named = body.parts.map(({ template_id }) => template_id);
  for (const [i, template] of named.entries())
    if (template !== null) await requireTemplates(deps.db, accountId, [template], () => ["body", "parts", i, "template_id"]);
  const wanted = partsOf(row, body);
  const isNew = wanted.some(({ taskId, templateId }) => taskId === null && templateId !== null);
  if (isNew && (row.blob_key === null || (await deps.blobs.modifiedAt(row.blob_key)) === Number.POSITIVE_INFINITY)) throw fileGone();
  const layouts = row.blob_key === null ? [] : await keptLayouts(deps.blobs, row.blob_key);
  const ids = new Set([...row.request.templates, ...named.filter((template) => template !== null)]);
  const templates = await findTemplates(deps.db, accountId, [...ids]);
  const { parts, tasks } = await prepareParts(
    deps,
    { ...row, sealed_password: body.password == null ? null : deps.secretBox.seal(body.password) },
    wanted,
  );
  await transaction(deps.db, async (tx) => {
    const current = await lockPacket(tx, accountId, id);
    if (!current) throw packetUnknown();
    if (JSON.stringify(current.parts) !== JSON.stringify(row.parts)) throw new ApiError("packet_changed");
    if (isNew && current.blob_key === null) throw fileGone();
    await cancelGone(tx, deps, row, parts);
    await setParts(tx, row, parts);
    if (row.request.learn !== false && layouts.length > 0) await learnParts(tx, row, parts, templates, layouts);
    await enqueueParts(tx, deps.queue, row, tasks);
    await recordAudit(tx, caller, "packet.parts_set", id);
  });
  return readPacket(deps.db, accountId, id);
}

const fileGone = () => new ApiError("not_found", { detail: "The file of this packet was deleted, or its retention time is over." });

/** Throws ApiError 422 unless each page of 1..count is in exactly one part. */
function checkPages({ parts }: PacketPartsBody, count: number): void {
  const issues: ValidationIssue[] = [];
  const seen = new Set<number>();
  for (const [i, { pages }] of parts.entries()) {
    for (const page of pages) {
      const wrong = page > count ? `The packet has ${count} pages.` : seen.has(page) ? `Page ${page} is in more than one part.` : null;
      if (wrong !== null) issues.push({ loc: ["body", "parts", i, "pages"], msg: wrong, type: "value_error" });
      seen.add(page);
    }
  }
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((page) => !seen.has(page));
  if (missing.length > 0)
    issues.push({ loc: ["body", "parts"], msg: `Each page has to be in a part; missing: ${missing.join(", ")}.`, type: "missing" });
  if (issues.length > 0) throw new ApiError("validation_error", { issues });
}

/** Set by hand, in the order of their first pages. */
function partsOf({ parts }: PacketRow, body: PacketPartsBody): StoredPart[] {
  const ordered = body.parts.map(({ pages, template_id }) => ({ pages: pages.toSorted((a, b) => a - b), template_id }));
  return ordered
    .sort((a, b) => (a.pages[0] ?? 0) - (b.pages[0] ?? 0))
    .map(({ pages, template_id }) => {
      const before = parts?.find((part) => part.templateId === template_id && part.pages.join() === pages.join());
      return {
        pages,
        templateId: template_id,
        cut: null,
        template: null,
        reasons: before?.reasons ?? [],
        taskId: before?.taskId ?? null,
      };
    });
}

async function cancelGone(tx: Tx, deps: SetDeps, row: PacketRow, parts: readonly StoredPart[]): Promise<void> {
  const kept = new Set(parts.map(({ taskId }) => taskId));
  for (const { taskId } of row.parts ?? []) {
    if (taskId === null || kept.has(taskId)) continue;
    const task = await findTask(tx, row.account_id, taskId);
    if (!task || task.finished_at !== null) continue;
    const error = { code: "cancelled", message: TASK_ERRORS.cancelled.message, retryable: false, stage: task.stage } as const;
    const changed = await cancelTask(tx, row.account_id, taskId, error, keepDays(deps, task));
    if (changed) await announceOutcome(tx, deps, changed);
  }
}

/** Deletes the packet and its file; its parts' tasks stay. Throws ApiError 404. */
export async function removePacket({ db, blobs }: { db: Db; blobs: Blobs }, caller: Caller, id: string): Promise<void> {
  const gone = await transaction(db, async (tx) => {
    const row = await deletePacket(tx, caller.accountId, id);
    if (row) await recordAudit(tx, caller, "packet.deleted", id);
    if (row) await forgetPages(tx, caller.accountId, id);
    return row;
  });
  if (!gone) throw packetUnknown();
  if (gone.blobKey !== null) await dropFile({ db, blobs }, gone.blobKey);
}

/** The file of a packet. Throws ApiError 404. */
export async function packetFile({ db, blobs }: { db: Db; blobs: Blobs }, accountId: string, id: string): Promise<Buffer> {
  const row = await findPacket(db, accountId, id);
  if (!row) throw packetUnknown();
  const bytes = row.blob_key === null ? null : await blobs.get(row.blob_key);
  if (bytes === null) throw fileGone();
  return bytes;
}
