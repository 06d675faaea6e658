/** All SQL on who is to review a task, who has it open, and what was said of it. */
import { type RawBuilder, sql } from "kysely";
import { newId } from "#contract/ids.ts";
import type { PersonRef } from "#contract/review-work.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { sealedText } from "#platform/postgres/sealed.ts";
import { brokenTasks } from "./broken-rules.store.ts";

/** A page renews it three times in this time; a browser that is gone holds nobody up for longer. */
const OPEN_SECONDS = 60;
/** Of `task_work AS w`. */
const isOpen = sql<boolean>`(w.open_by IS NOT NULL AND w.open_until > now())`;

export type Work = { assignedTo: PersonRef | null; openBy: PersonRef | null; openUntil: Date | null };

/** Null: no such task. */
export async function findWork(db: Db | Tx, accountId: string, taskId: string): Promise<Work | null> {
  const { rows } = await sql<{
    assigned: string | null;
    assignedEmail: string;
    open: string | null;
    openEmail: string;
    until: Date | null;
  }>`
    SELECT a.id AS assigned, a.email AS "assignedEmail", o.id AS open, o.email AS "openEmail", w.open_until AS until
    FROM tasks t LEFT JOIN task_work w ON w.task_id = t.id LEFT JOIN people a ON a.id = w.assigned_to
      LEFT JOIN people o ON o.id = w.open_by AND ${isOpen}
    WHERE t.id = ${taskId} AND t.account_id = ${accountId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { assigned, open } = row;
  return {
    assignedTo: assigned === null ? null : { person_id: assigned, email: row.assignedEmail },
    openBy: open === null ? null : { person_id: open, email: row.openEmail },
    openUntil: open === null ? null : row.until,
  };
}

/** Opens it for the person, or renews that. False: another person has it open, or the task does not exist. */
export async function openTask(db: Db | Tx, accountId: string, taskId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO task_work AS w (task_id, account_id, open_by, opened_at, open_until)
    SELECT id, account_id, ${personId}, now(), now() + make_interval(secs => ${OPEN_SECONDS}) FROM tasks WHERE id = ${taskId} AND account_id = ${accountId}
    ON CONFLICT (task_id) DO UPDATE SET open_by = excluded.open_by, open_until = excluded.open_until,
      opened_at = CASE WHEN w.open_by = excluded.open_by AND ${isOpen} THEN w.opened_at ELSE excluded.opened_at END
      WHERE NOT ${isOpen} OR w.open_by = excluded.open_by
    RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** Whose it is not, stays. Returns the seconds that it was open; null: it was not. */
export async function closeTask(db: Db | Tx, accountId: string, taskId: string, personId: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`
    WITH was AS (SELECT opened_at FROM task_work WHERE task_id = ${taskId} AND account_id = ${accountId} AND open_by = ${personId} FOR UPDATE)
    UPDATE task_work w SET open_by = NULL, opened_at = NULL, open_until = NULL FROM was
    WHERE w.task_id = ${taskId} AND w.account_id = ${accountId} AND w.open_by = ${personId}
    RETURNING extract(epoch FROM now() - was.opened_at)::int AS seconds`.execute(db);
  return rows[0]?.seconds ?? null;
}

/** The person must be a member. */
export async function assignTask(tx: Tx, accountId: string, taskId: string, personId: string | null): Promise<void> {
  await tx
    .insertInto("task_work")
    .values({ task_id: taskId, account_id: accountId, assigned_to: personId })
    .onConflict((conflict) => conflict.column("task_id").doUpdateSet({ assigned_to: personId }))
    .execute();
}

export async function addComment(
  tx: Tx,
  task: { accountId: string; taskId: string },
  personId: string | null,
  text: string,
): Promise<void> {
  const body = sealedText(text);
  if (body === null) return;
  await tx
    .insertInto("task_comments")
    .values({ id: newId("cmt"), task_id: task.taskId, account_id: task.accountId, person_id: personId, body })
    .execute();
}

export async function removeComment(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom("task_comments").where("id", "=", id).where("account_id", "=", accountId).execute();
}

/** Oldest first. */
export async function commentsOf(db: Db | Tx, accountId: string, taskId: string) {
  return db
    .selectFrom("task_comments as c")
    .leftJoin("people as p", "p.id", "c.person_id")
    .select(["c.id", "c.body as text", "c.created_at as at", "p.id as personId", "p.email"])
    .where("c.account_id", "=", accountId)
    .where("c.task_id", "=", taskId)
    .orderBy("c.id")
    .execute();
}

export type Wanted = { templateId: string | null; confidenceBelow: number | null; brokenRule: string | null; skip: readonly string[] };

/**
 * The completed task that the person should review next, which nobody else has open or is to review: their own first, then what they are to
 * read as the second, then the least sure, those without a confidence last. The row stays locked.
 */
export async function nextToReview(tx: Tx, accountId: string, personId: string, wanted: Wanted): Promise<string | null> {
  const { templateId, confidenceBelow, brokenRule, skip } = wanted;
  const may = sql`t.account_id = ${accountId} AND t.state = 'completed' AND t.id <> ALL(${[...skip]}::text[])
    AND (${templateId}::text IS NULL OR t.template_id = ${templateId}) AND (${confidenceBelow}::float8 IS NULL OR t.confidence < ${confidenceBelow})
    AND NOT (coalesce(${isOpen}, false) AND w.open_by <> ${personId})`;
  const unread = sql`${may} AND t.reviewed_at IS NULL`;
  const one = async (from: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<string | null> => {
    const { rows } = await sql<{ id: string }>`SELECT t.id FROM ${from} WHERE ${where} LIMIT 1 FOR UPDATE OF t SKIP LOCKED`.execute(tx);
    return rows[0]?.id ?? null;
  };
  const work = sql`LEFT JOIN task_work w ON w.task_id = t.id`;
  const free = sql`(w.assigned_to IS NULL OR w.assigned_to = ${personId})`;
  const breaks =
    brokenRule === null
      ? sql``
      : sql`AND EXISTS (SELECT FROM task_broken_rules b WHERE b.task_id = t.id AND b.account_id = ${accountId} AND b.rule = ${brokenRule})`;
  const own = await one(
    sql`task_work w JOIN tasks t ON t.id = w.task_id`,
    sql`${unread} ${breaks} AND w.assigned_to = ${personId} ORDER BY t.confidence, t.id`,
  );
  const again = sql`second_readings r JOIN tasks t ON t.id = r.task_id ${work}`;
  const second =
    own ??
    (await one(
      again,
      sql`${may} ${breaks} AND ${free} AND r.account_id = ${accountId} AND r.second_at IS NULL
        AND r.first_person IS DISTINCT FROM ${personId} ORDER BY r.first_at`,
    ));
  if (second !== null) return second;
  if (brokenRule !== null) {
    const broken = brokenTasks(tx, accountId, { rule: brokenRule, templateId, waiting: true }).as("b");
    // In the order of an index on broken rules, which has the confidences too.
    return one(
      sql`${broken} JOIN tasks t ON t.id = b.broken_id ${work}`,
      sql`${unread} AND ${free} ORDER BY broken_confidence, broken_id DESC`,
    );
  }
  const all = sql`tasks t ${work}`;
  return (
    (await one(all, sql`${unread} AND ${free} AND t.confidence IS NOT NULL ORDER BY t.confidence, t.id DESC`)) ??
    (await one(all, sql`${unread} AND ${free} AND t.confidence IS NULL ORDER BY t.id DESC`))
  );
}
