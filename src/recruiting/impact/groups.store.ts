/** All SQL on groups of applicants. Nothing that scores imports it. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";

type Stored = { id: string; groups: Record<string, string>; selected: boolean | null };

/** Ids of the position's applications, of the given ones. */
export async function applicationsAmong(tx: Tx, accountId: string, positionId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT e.id FROM batch_entries e JOIN batches b ON b.id = e.batch_id
    WHERE b.position_id = ${positionId} AND b.account_id = ${accountId} AND e.id = ANY(${ids})`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function insertGroups(tx: Tx, accountId: string, positionId: string, stored: readonly Stored[]): Promise<void> {
  await tx
    .insertInto("application_groups")
    .values(
      stored.map(({ id, groups, selected }) => {
        return { application_id: id, position_id: positionId, account_id: accountId, groups: sealedJson(groups), selected };
      }),
    )
    .execute();
}

export async function deleteGroups(tx: Tx, accountId: string, positionId: string): Promise<void> {
  await tx.deleteFrom("application_groups").where("position_id", "=", positionId).where("account_id", "=", accountId).execute();
}

/** `groups`: null for an application of which none are stored. */
export type GroupedApplication = {
  score: number | null;
  rulesVersion: string | null;
  groups: Record<string, string> | null;
  selected: boolean | null;
};

/** All applications of the position. `score`: null until it is evaluated. */
export async function groupedApplications(db: Db, accountId: string, positionId: string): Promise<GroupedApplication[]> {
  const { rows } = await sql<GroupedApplication>`
    SELECT a.overall_score AS score, v.rules_version AS "rulesVersion", g.groups, g.selected
    FROM batches b JOIN batch_entries e ON e.batch_id = b.id LEFT JOIN application_evaluations a ON a.id = e.id AND a.state = 'evaluated'
      LEFT JOIN evaluations v ON v.id = a.evaluation_id LEFT JOIN application_groups g ON g.application_id = e.id
    WHERE b.position_id = ${positionId} AND b.account_id = ${accountId} ORDER BY e.id`.execute(db);
  return rows;
}
