/** All SQL on positions. */
import { type RawBuilder, sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { Position, PositionBody } from "#contract/recruiting/position.ts";
import type { Skill } from "#contract/recruiting/skill.ts";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { sealedText } from "#platform/postgres/sealed.ts";

export const NO_POSITION = "No position with this id exists. List yours at GET /api/recruit/v1/positions.";

export async function insertPosition(db: Db | Tx, accountId: string, body: PositionBody): Promise<string> {
  const id = newId("pos");
  await db
    .insertInto("positions")
    .values({ id, account_id: accountId, ...columnsOf(body) })
    .execute();
  notifyAccount(db, accountId, { kind: "position", id, status: "created" });
  return id;
}

/** Without the retention and the contact where the body leaves them out. */
function columnsOf({ title, description, description_file_url, required_skills, questions, ...more }: PositionBody) {
  return {
    title,
    description: sealedText(description ?? null),
    description_file_url: description_file_url ?? null,
    required_skills: JSON.stringify(required_skills),
    questions: JSON.stringify(questions ?? []),
    ...(more.retention_days === undefined ? {} : { retention_days: more.retention_days }),
    ...(more.review_contact === undefined ? {} : { review_contact: more.review_contact }),
  };
}

/**
 * Replaces everything but a retention and a contact that the body leaves out; `newSkills`: what was evaluated does not count any more. The revision of the skills, or null when the account has no such
 * position. Until the transaction ends, no application of it can begin to be evaluated.
 */
export async function updatePosition(
  tx: Tx,
  accountId: string,
  id: string,
  { body, newSkills }: { body: PositionBody; newSkills: boolean },
): Promise<number | null> {
  const row = await tx
    .updateTable("positions")
    .set((eb) => ({ ...columnsOf(body), revision: eb("revision", "+", newSkills ? 1 : 0), updated_at: sql`now()` }))
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .returning("revision")
    .executeTakeFirst();
  if (row) notifyAccount(tx, accountId, { kind: "position", id, status: "changed" });
  return row?.revision ?? null;
}

/** As it stands, and stays until the transaction ends. Null when there is no such position. */
export async function lockPosition(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<{ skills: Skill[]; retentionDays: number | null } | null> {
  const row = await tx
    .selectFrom("positions")
    .select(["required_skills", "retention_days"])
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? { skills: row.required_skills, retentionDays: row.retention_days } : null;
}

/** Null when there is no such position. */
export async function findSkills(db: Db, accountId: string, id: string): Promise<Skill[] | null> {
  const row = await db
    .selectFrom("positions")
    .select("required_skills")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.required_skills ?? null;
}

/** It cannot be deleted until the transaction ends. False when there is no such position. */
export async function holdPosition(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM positions WHERE id = ${id} AND account_id = ${accountId} FOR KEY SHARE`.execute(tx);
  return rows.length > 0;
}

export async function deletePositionRow(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom("positions").where("id", "=", id).where("account_id", "=", accountId).execute();
  notifyAccount(tx, accountId, { kind: "position", id, status: "deleted" });
}

export async function findPosition(db: Db | Tx, accountId: string, id: string): Promise<Position | null> {
  const [row] = await select(db, accountId, sql`AND p.id = ${id}`);
  return row ?? null;
}

/** Newest first. `after`: the last id of the page before. */
export async function listPositions(db: Db, accountId: string, page: { after: string | null; limit: number }): Promise<Position[]> {
  const after = page.after === null ? sql`` : sql`AND p.id < ${page.after}`;
  return select(db, accountId, sql`${after} ORDER BY p.id DESC LIMIT ${page.limit}`);
}

type Row = Omit<Position, "position_id" | "created_at" | "updated_at"> & { id: string; created_at: Date; updated_at: Date };

async function select(db: Db | Tx, accountId: string, more: RawBuilder<unknown>): Promise<Position[]> {
  const { rows } = await sql<Row>`
    SELECT p.id, p.title, p.description, p.description_file_url, p.required_skills, p.questions, p.retention_days, p.review_contact, p.created_at, p.updated_at,
      (SELECT json_build_object('total', count(*), 'processing', count(*) FILTER (WHERE e.state <> 'failed' AND coalesce(a.state, 'evaluating') = 'evaluating'),
          'evaluated', count(*) FILTER (WHERE a.state = 'evaluated'), 'failed', count(*) FILTER (WHERE e.state = 'failed' OR a.state = 'failed'))
        FROM batches b JOIN batch_entries e ON e.batch_id = b.id LEFT JOIN application_evaluations a ON a.id = e.id
        WHERE b.position_id = p.id) AS applications
    FROM positions p WHERE p.account_id = ${accountId} ${more}`.execute(db);
  return rows.map(({ id, created_at, updated_at, ...row }) => ({
    position_id: id,
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }));
}
