/** All SQL on what people reviewed: counts and names of fields, no values. */
import { sql } from "kysely";
import type { ReviewReport } from "#contract/review-work.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { agreementOfPeople } from "./readings.store.ts";

/** As long as a report may look back, and some days. */
const KEPT_DAYS = 100;
const FIELDS_MAX = 50;

export type FinishedReview = {
  accountId: string;
  taskId: string;
  templateId: string | null;
  personId: string | null;
  seconds: number | null;
  fields: string[];
};

export async function logReview(tx: Tx, { accountId, taskId, templateId, personId, seconds, fields }: FinishedReview): Promise<void> {
  await sql`INSERT INTO review_log (account_id, task_id, template_id, person_id, seconds, fields)
    VALUES (${accountId}, ${taskId}, ${templateId}, ${personId}, ${seconds}, ${fields}::text[])`.execute(tx);
}

/** For a review that was undone. */
export async function unlogReview(tx: Tx, accountId: string, taskId: string): Promise<void> {
  await tx.deleteFrom("review_log").where("account_id", "=", accountId).where("task_id", "=", taskId).execute();
}

/** Who reviewed most comes first. */
export async function reviewReport(db: Db, accountId: string, days: number): Promise<ReviewReport> {
  const of = sql`account_id = ${accountId} AND at > now() - make_interval(days => ${days})`;
  const [people, fields, again] = await Promise.all([
    sql<{ id: string | null; email: string; reviewed: number; corrected: number; seconds: number | null }>`
      SELECT p.id, p.email, count(*)::int AS reviewed, coalesce(sum(cardinality(l.fields)), 0)::int AS corrected,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY l.seconds) AS seconds
      FROM (SELECT * FROM review_log WHERE ${of}) AS l LEFT JOIN people p ON p.id = l.person_id
      GROUP BY p.id, p.email ORDER BY reviewed DESC, p.email`.execute(db),
    sql<{ template_id: string | null; field: string; corrected: number }>`
      SELECT template_id, field, count(*)::int AS corrected FROM review_log, unnest(fields) AS field WHERE ${of}
      GROUP BY template_id, field ORDER BY corrected DESC, field LIMIT ${FIELDS_MAX}`.execute(db),
    agreementOfPeople(db, accountId, days),
  ]);
  // Who reviewed nothing in this time, but of whom something was read again, comes last.
  const others = again.filter(({ id }) => !people.rows.some((each) => each.id === id));
  const all = [...people.rows, ...others.map(({ id, email }) => ({ id, email, reviewed: 0, corrected: 0, seconds: null }))];
  return {
    people: all.map(({ id, email, reviewed, corrected, seconds }) => {
      const read = again.find((each) => each.id === id);
      return {
        person: id === null ? null : { person_id: id, email },
        reviewed,
        corrected_values: corrected,
        seconds_median: seconds,
        read_again: read?.documents ?? 0,
        read_again_values: read?.values ?? 0,
        read_again_same: read?.same ?? 0,
      };
    }),
    fields: fields.rows,
  };
}

export async function deleteOldReviews(db: Db, atMost: number): Promise<number> {
  const { rows } = await sql`DELETE FROM review_log WHERE id IN (
    SELECT id FROM review_log WHERE at < now() - make_interval(days => ${KEPT_DAYS}) LIMIT ${atMost}) RETURNING 1`.execute(db);
  return rows.length;
}
