/** All SQL on the evaluations of applications for their position. The run of one is the revision of the position's skills that it is for. */
import { sql } from "kysely";
import type { ProviderName } from "#contract/providers.ts";
import type { EvaluationRecord } from "#contract/recruiting/evaluate.ts";
import type { Skill } from "#contract/recruiting/skill.ts";
import type { TaskErrorCode } from "#contract/task-errors.ts";
import { notifyAccount } from "#platform/postgres/account-events.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";
import {
  type Attempt,
  anew,
  changed,
  ending,
  heldBy,
  pausing,
  type StartedAttempt,
  started,
  startedOf,
  starting,
} from "#platform/queue/attempt-columns.ts";

/** The run; null when the position is gone. Waits for a change of the position that is under way. */
export async function askForEvaluation(
  tx: Tx,
  application: { id: string; accountId: string; positionId: string },
  deadlineSeconds: number,
): Promise<number | null> {
  const { rows } = await sql<{ run: number }>`
    WITH position AS (SELECT id, revision FROM positions WHERE id = ${application.positionId} FOR SHARE)
    INSERT INTO application_evaluations (id, position_id, account_id, run, deadline_at)
    SELECT ${application.id}, id, ${application.accountId}, revision, now() + make_interval(secs => ${deadlineSeconds}) FROM position
    RETURNING run`.execute(tx);
  return rows[0]?.run ?? null;
}

/** All applications of the position that were read, as if none had been evaluated. */
export async function askAgain(tx: Tx, positionId: string, run: number, deadlineSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE application_evaluations SET ${anew(sql`${run}`, sql`${deadlineSeconds}`)}, state = 'evaluating', evaluation_id = NULL, evaluated_at = NULL, overall_score = NULL,
      skills = NULL, warnings = NULL, error_code = NULL, error_message = NULL
    WHERE position_id = ${positionId} RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** `id`: of the application. */
export type StartedEvaluation = StartedAttempt & {
  positionId: string;
  accountId: string;
  provider: ProviderName;
  description: string | null;
  descriptionFileUrl: string | null;
  skills: Skill[];
};

/** Starts an attempt. Null when it is done, gone or of another run. */
export async function startEvaluation(
  db: Db,
  { applicationId, run }: { applicationId: string; run: number },
): Promise<StartedEvaluation | null> {
  const { rows } = await sql<Omit<StartedEvaluation, "deadline"> & { remaining_ms: number }>`${prepared}
    WITH begun AS (
      UPDATE application_evaluations SET ${starting} WHERE id = ${applicationId} AND run = ${run} AND state = 'evaluating'
      RETURNING id, position_id, account_id, ${started})
    SELECT a.id, a.lease, a.attempts, a.waits, a.crashes, a.remaining_ms, a.position_id AS "positionId", a.account_id AS "accountId", b.provider,
      p.description, p.description_file_url AS "descriptionFileUrl", p.required_skills AS skills
    FROM begun a JOIN positions p ON p.id = a.position_id JOIN batch_entries e ON e.id = a.id JOIN batches b ON b.id = e.batch_id`.execute(
    db,
  );
  return startedOf(rows);
}

/** The worker stops and gives it back; this start does not count as a crash. */
export async function releaseEvaluation(db: Db, attempt: Attempt): Promise<void> {
  await sql`UPDATE application_evaluations SET ${ending} WHERE ${heldBy(attempt)}`.execute(db);
}

/** It is tried again later. Throws LateResult when another attempt, another run or the deadline came first. */
export async function pauseEvaluation(tx: Tx, attempt: Attempt, end: { waits: boolean }, afterSeconds: number): Promise<void> {
  const { rows } = await sql`UPDATE application_evaluations SET ${pausing(end, afterSeconds)} WHERE ${heldBy(attempt)} RETURNING 1`.execute(
    tx,
  );
  changed(rows);
}

/** Throws as pauseEvaluation. */
export async function finishEvaluation(tx: Tx, attempt: Attempt, record: EvaluationRecord): Promise<void> {
  const { rows } = await sql<Ended>`
    UPDATE application_evaluations SET state = 'evaluated', ${ending}, evaluation_id = ${record.evaluation_id},
      evaluated_at = ${record.evaluation_date}, overall_score = ${record.overall_score}, skills = ${sealedJson(record.skills)},
      warnings = ${sealedJson(record.warnings)}
    WHERE ${heldBy(attempt)} RETURNING ${ENDED}`.execute(tx);
  changed(rows);
  tell(tx, rows, "evaluated");
}

export type EvaluationFailure = { code: TaskErrorCode; message: string };

/** Throws as pauseEvaluation. */
export async function failEvaluation(tx: Tx, attempt: Attempt, { code, message }: EvaluationFailure): Promise<void> {
  const { rows } = await sql<Ended>`
    UPDATE application_evaluations SET state = 'failed', ${ending}, error_code = ${code}, error_message = ${message}
    WHERE ${heldBy(attempt)} RETURNING ${ENDED}`.execute(tx);
  changed(rows);
  tell(tx, rows, "failed");
}

/** Fails up to `limit` whose deadline has passed, whichever worker has them. */
export async function failOverdueEvaluations(db: Db, { code, message }: EvaluationFailure, limit: number): Promise<void> {
  const { rows } = await sql<Ended>`
    UPDATE application_evaluations SET state = 'failed', ${ending}, error_code = ${code}, error_message = ${message}
    WHERE id IN (SELECT id FROM application_evaluations WHERE state = 'evaluating' AND deadline_at < now()
      ORDER BY deadline_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${ENDED}`.execute(db);
  tell(db, rows, "failed");
}

type Ended = { id: string; account_id: string; position_id: string };
const ENDED = sql`id, account_id, position_id`;

function tell(db: Db | Tx, rows: readonly Ended[], status: "evaluated" | "failed"): void {
  for (const { id, account_id, position_id } of rows) notifyAccount(db, account_id, { kind: "application", id, status, position_id });
}
