/** Positions as callers make, change and delete them. */
import { ApiError } from "#contract/errors.ts";
import type { Position, PositionBody } from "#contract/recruiting/position.ts";
import type { Skill } from "#contract/recruiting/skill.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { AllowedHosts } from "#platform/config-hosts.ts";
import { checkUrl } from "#platform/fetch/check-url.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { deleteJobsOf } from "#recruiting/batches/batches.store.ts";
import { deleteEvaluationsOf } from "#recruiting/evaluations.store.ts";
import { deleteResumeFile } from "#recruiting/kept-reading.ts";
import { applyRetention } from "#recruiting/retention.store.ts";
import { deleteResumesOf } from "#recruiting/stored-resumes.store.ts";
import { deletePositionRow, findPosition, insertPosition, lockPosition, NO_POSITION, updatePosition } from "./positions.store.ts";
import { queueRevision } from "./queue-evaluation.ts";

/** Throws ApiError 400. */
export async function createPosition(deps: { db: Db; allowHosts: AllowedHosts }, accountId: string, body: PositionBody): Promise<Position> {
  checkAdUrl(deps.allowHosts, body);
  return foundPosition(await findPosition(deps.db, accountId, await insertPosition(deps.db, accountId, body)));
}

/**
 * Other skills: all its applications are evaluated again. Another retention: it counts for what is stored already. Throws ApiError 400, 404.
 */
export async function changePosition(
  deps: { db: Db; queue: Queue; allowHosts: AllowedHosts; retentionDays: number },
  caller: Caller,
  id: string,
  body: PositionBody,
): Promise<Position> {
  const { accountId } = caller;
  checkAdUrl(deps.allowHosts, body);
  return transaction(deps.db, async (tx) => {
    const { skills, retentionDays } = foundPosition(await lockPosition(tx, accountId, id));
    const newSkills = !sameSkills(skills, body.required_skills);
    const revision = foundPosition(await updatePosition(tx, accountId, id, { body, newSkills }));
    if (body.retention_days !== undefined && body.retention_days !== retentionDays) {
      await applyRetention(tx, accountId, id, Math.max(1, deps.retentionDays));
      await recordAudit(tx, caller, "position.retention_set", id);
    }
    if (newSkills) await queueRevision(tx, deps.queue, accountId, id, revision);
    return foundPosition(await findPosition(tx, accountId, id));
  });
}

/** With its résumés, evaluations and files. Throws ApiError 404. */
export async function deletePosition(deps: { db: Db; blobs: Blobs }, caller: Caller, id: string): Promise<void> {
  const { accountId } = caller;
  const blobKeys = await transaction(deps.db, async (tx) => {
    foundPosition(await findPosition(tx, accountId, id));
    const entries = await deleteJobsOf(tx, accountId, id);
    const applications = entries.map((entry) => entry.id);
    const stored = await deleteResumesOf(tx, accountId, applications);
    await deleteEvaluationsOf(tx, accountId, id, applications);
    await deletePositionRow(tx, accountId, id);
    await recordAudit(tx, caller, "position.deleted", id);
    return new Set([...entries.flatMap(({ blobKey }) => blobKey ?? []), ...stored]);
  });
  for (const key of blobKeys) await deleteResumeFile(deps.blobs, key);
}

export function foundPosition<T>(found: T | null): T {
  if (found === null) throw new ApiError("not_found", { detail: NO_POSITION });
  return found;
}

function checkAdUrl(allowHosts: AllowedHosts, { description_file_url: url }: PositionBody): void {
  const verdict = url == null ? null : checkUrl(url, allowHosts);
  if (verdict && !verdict.ok) throw new ApiError("url_not_allowed", { detail: `\`description_file_url\`: ${verdict.why}` });
}

/** The order counts: it is that of the answers. */
function sameSkills(a: readonly Skill[], b: readonly Skill[]): boolean {
  const textOf = (skills: readonly Skill[]) => JSON.stringify(skills.map(({ name, type, required }) => [name, type, required]));
  return textOf(a) === textOf(b);
}
