/** All SQL on second readings: what waits for one, and how they ended. */
import { sql } from "kysely";
import type { FieldAgreement } from "#contract/accuracy.ts";
import type { PersonRef, ReadingDifference } from "#contract/review-work.ts";
import type { Corrections } from "#contract/task.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";

/** As long as the log of reviews. */
const KEPT_DAYS = 100;
/** Of a template, the latest. */
const LATEST = 1_000;

type Of = { accountId: string; taskId: string };

export async function insertReading(tx: Tx, { accountId, taskId }: Of, personId: string | null, values: Corrections): Promise<void> {
  await tx
    .insertInto("second_readings")
    .values({ task_id: taskId, account_id: accountId, first_person: personId, first_values: sealedJson(values) })
    .execute();
  await tx.updateTable("task_work").set({ assigned_to: null }).where("task_id", "=", taskId).execute();
}

export type WaitingReading = { firstPerson: string | null; firstValues: Corrections };

/** Null: none waits. */
export async function findWaiting(tx: Tx, { accountId, taskId }: Of): Promise<WaitingReading | null> {
  const row = await tx
    .selectFrom("second_readings")
    .select(["first_person as firstPerson", "first_values as firstValues"])
    .where("task_id", "=", taskId)
    .where("account_id", "=", accountId)
    .where("second_at", "is", null)
    .executeTakeFirst();
  return row ? { ...row, firstValues: row.firstValues ?? {} } : null;
}

export async function setFirstValues(tx: Tx, taskId: string, values: Corrections): Promise<void> {
  await tx
    .updateTable("second_readings")
    .set({ first_values: sealedJson(values) })
    .where("task_id", "=", taskId)
    .execute();
}

type Ended = { templateId: string; first: string | null; second: string; differences: ReadingDifference[]; tally: FieldAgreement[] };

export async function endReading(tx: Tx, { accountId, taskId }: Of, ended: Ended): Promise<void> {
  const { templateId, first, second, differences, tally } = ended;
  await tx
    .updateTable("second_readings")
    .set({ second_person: second, second_at: sql`now()`, first_values: null, differences: sealedJson(differences) })
    .where("task_id", "=", taskId)
    .execute();
  await tx
    .insertInto("reading_log")
    .values({ account_id: accountId, task_id: taskId, template_id: templateId, first_person: first, tally: JSON.stringify(tally) })
    .execute();
}

/** The review was undone. */
export async function deleteReading(tx: Tx, { accountId, taskId }: Of): Promise<void> {
  await tx.deleteFrom("second_readings").where("task_id", "=", taskId).where("account_id", "=", accountId).execute();
  await tx.deleteFrom("reading_log").where("task_id", "=", taskId).where("account_id", "=", accountId).execute();
}

export type Reading = { first: PersonRef | null; second: PersonRef | null; endedAt: Date | null; differences: ReadingDifference[] | null };

/** Null: it is not read a second time. */
export async function findReading(db: Db | Tx, { accountId, taskId }: Of): Promise<Reading | null> {
  const row = await db
    .selectFrom("second_readings as r")
    .leftJoin("people as f", "f.id", "r.first_person")
    .leftJoin("people as s", "s.id", "r.second_person")
    .select(["f.id as firstId", "f.email as firstEmail", "s.id as secondId", "s.email as secondEmail"])
    .select(["r.second_at as endedAt", "r.differences"])
    .where("r.task_id", "=", taskId)
    .where("r.account_id", "=", accountId)
    .executeTakeFirst();
  if (!row) return null;
  const { endedAt, differences } = row;
  return { first: personOf(row.firstId, row.firstEmail), second: personOf(row.secondId, row.secondEmail), endedAt, differences };
}

const personOf = (id: string | null, email: string | null): PersonRef | null =>
  id === null || email === null ? null : { person_id: id, email };

const tallied = sql`json_to_recordset(l.tally) AS t(field text, "values" integer, same integer)`;

/** Of the latest second readings of a template; fields with the most differences first. */
export async function agreementOf(
  db: Db,
  { accountId, templateId }: { accountId: string; templateId: string },
): Promise<{ documents: number; fields: FieldAgreement[] }> {
  const latest = sql`(SELECT * FROM reading_log WHERE account_id = ${accountId} AND template_id = ${templateId} ORDER BY at DESC LIMIT ${LATEST}) AS l`;
  const [documents, fields] = await Promise.all([
    sql<{ n: number }>`SELECT count(*)::int AS n FROM ${latest}`.execute(db),
    sql<FieldAgreement>`SELECT t.field, sum(t."values")::int AS "values", sum(t.same)::int AS same FROM ${latest}, ${tallied}
      GROUP BY t.field ORDER BY sum(t."values" - t.same) DESC, t.field`.execute(db),
  ]);
  return { documents: documents.rows[0]?.n ?? 0, fields: fields.rows };
}

export type PersonAgreement = { id: string | null; email: string; documents: number; values: number; same: number };

/** Of the first readers of what was read again in the last so many days. */
export async function agreementOfPeople(db: Db, accountId: string, days: number): Promise<PersonAgreement[]> {
  const { rows } = await sql<PersonAgreement>`
    SELECT p.id, p.email, count(*)::int AS documents, coalesce(sum(n."values"), 0)::int AS "values", coalesce(sum(n.same), 0)::int AS same
    FROM reading_log l LEFT JOIN people p ON p.id = l.first_person,
      LATERAL (SELECT sum(t."values") AS "values", sum(t.same) AS same FROM ${tallied}) AS n
    WHERE l.account_id = ${accountId} AND l.at > now() - make_interval(days => ${days}) GROUP BY p.id, p.email ORDER BY p.email`.execute(
    db,
  );
  return rows;
}

export async function deleteOldReadings(db: Db, atMost: number): Promise<number> {
  const { rows } = await sql`DELETE FROM reading_log WHERE id IN (
    SELECT id FROM reading_log WHERE at < now() - make_interval(days => ${KEPT_DAYS}) LIMIT ${atMost}) RETURNING 1`.execute(db);
  return rows.length;
}
