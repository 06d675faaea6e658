/** Groups of a position's applicants as the employer stores and deletes them, and impact ratios by them. */
import type { GroupsBody, GroupsReply, Impact } from "#contract/recruiting/impact.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { findPosition, holdPosition } from "#recruiting/positions/positions.store.ts";
import { foundPosition } from "#recruiting/positions/positions.ts";
import { applicationsAmong, deleteGroups, groupedApplications, insertGroups } from "./groups.store.ts";
import { impactOf, medianOf } from "./impact-ratios.ts";

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const ROWS_MAX = 5_000;

/** Replaces all groups of the position. Throws ApiError 404. */
export async function storeGroups(db: Db, caller: Caller, positionId: string, body: GroupsBody): Promise<GroupsReply> {
  const { accountId } = caller;
  const selected = body.selected ? new Set(body.selected) : null;
  const ids = [...new Set([...Object.keys(body.groups), ...(selected ?? [])])];
  return transaction(db, async (tx) => {
    foundPosition((await holdPosition(tx, accountId, positionId)) || null);
    const known = await applicationsAmong(tx, accountId, positionId, ids);
    const stored = ids.flatMap((id) => {
      return known.has(id) ? [{ id, groups: body.groups[id] ?? {}, selected: selected === null ? null : selected.has(id) }] : [];
    });
    await deleteGroups(tx, accountId, positionId);
    for (let from = 0; from < stored.length; from += ROWS_MAX)
      await insertGroups(tx, accountId, positionId, stored.slice(from, from + ROWS_MAX));
    await recordAudit(tx, caller, "position.groups_stored", positionId);
    return { position_id: positionId, stored: stored.length, unknown_ids: ids.filter((id) => !known.has(id)) };
  });
}

/** Throws ApiError 404. */
export async function removeGroups(db: Db, caller: Caller, positionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    foundPosition((await holdPosition(tx, caller.accountId, positionId)) || null);
    await deleteGroups(tx, caller.accountId, positionId);
    await recordAudit(tx, caller, "position.groups_deleted", positionId);
  });
}

/** `scoreAtLeast`: who reaches it counts as selected; null: who was named. Throws ApiError 404. */
export async function positionImpact(
  db: Db,
  accountId: string,
  positionId: string,
  { scoreAtLeast, leaveOutSmall }: { scoreAtLeast: number | null; leaveOutSmall: boolean },
): Promise<Impact> {
  foundPosition(await findPosition(db, accountId, positionId));
  const all = await groupedApplications(db, accountId, positionId);
  const isListed = all.some(({ selected }) => selected !== null);
  const isSelected = (score: number, selected: boolean | null) => {
    if (scoreAtLeast !== null) return score >= scoreAtLeast;
    return isListed ? selected === true : null;
  };
  const applicants = all.flatMap(({ score, groups, selected }) => {
    return score === null ? [] : [{ score, groups: groups ?? {}, selected: isSelected(score, selected) }];
  });
  const selectedBy = scoreAtLeast !== null ? "score" : isListed ? "list" : null;
  return {
    position_id: positionId,
    applicants: applicants.length,
    not_evaluated: all.length - applicants.length,
    selected: selectedBy === null ? null : applicants.filter(({ selected }) => selected === true).length,
    selected_by: selectedBy,
    median_score: applicants.length === 0 ? null : medianOf(applicants.map(({ score }) => score)),
    rules_versions: [...new Set(all.flatMap(({ score, rulesVersion }) => (score === null ? [] : (rulesVersion ?? []))))].sort(),
    categories: impactOf(applicants, { leaveOutSmall }),
  };
}
