/** All SQL on the evaluations of applications for their position. An attempt is known by round and number: a later one makes it void. */
import { sql } from "kysely";
import type { ProviderName } from "#contract/providers.ts";
import type { EvaluationRecord } from "#contract/recruiting/evaluate.ts";
import type { Skill } from "#contract/recruiting/skill.ts";
import type { TaskErrorCode } from "#contract/task-errors.ts";
import { type Db, prepared, type Tx } from "#platform/postgres/db.ts";
import { sealedJson } from "#platform/postgres/sealed.ts";
import { type Deadline, deadlineIn } from "#platform/queue/attempt.ts";

/** What the queue's job says: an evaluation of another round is not its business. */
export type Asked = { applicationId: string; round: number };

/** The round; null when the position is gone. Waits for a change of the position that is under way. */
export async function askForEvaluation(
  tx: Tx,
  application: { id: string; accountId: string; positionId: string },
  deadlineSeconds: number,
): Promise<number | null> {
  const { rows } = await sql<{ round: number }>`
    WITH position AS (SELECT id, round FROM positions WHERE id = ${application.positionId} FOR SHARE)
    INSERT INTO application_evaluations (application_id, position_id, account_id, round, deadline_at)
    SELECT ${application.id}, id, ${application.accountId}, round, now() + make_interval(secs => ${deadlineSeconds}) FROM position
    RETURNING round`.execute(tx);
  return rows[0]?.round ?? null;
}

/** All applications of the position that were read, as if none had been evaluated. */
export async function askAgain(tx: Tx, positionId: string, round: number, deadlineSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE application_evaluations SET round = ${round}, state = 'evaluating', attempts = 0, waits = 0, crashes = 0, running = false,
      deadline_at = now() + make_interval(secs => ${deadlineSeconds}), evaluation_id = NULL, evaluated_at = NULL, overall_score = NULL,
      skills = NULL, warnings = NULL, error_code = NULL, error_message = NULL
    WHERE position_id = ${positionId} RETURNING application_id AS id`.execute(tx);
  return rows.map(({ id }) => id);
}

export type StartedEvaluation = Asked & {
  positionId: string;
  accountId: string;
  attempts: number;
  waits: number;
  crashes: number;
  deadline: Deadline;
  provider: ProviderName;
  description: string | null;
  descriptionFileUrl: string | null;
  skills: Skill[];
};

/** Null when it is done, gone or of another round. One that is still `running` was left by a worker that died. */
export async function startEvaluation(db: Db, { applicationId, round }: Asked): Promise<StartedEvaluation | null> {
  const { rows } = await sql<Omit<StartedEvaluation, "deadline"> & { remaining_ms: number }>`${prepared}
    UPDATE application_evaluations a SET running = true, attempts = a.attempts + 1, crashes = a.crashes + a.running::int
    FROM positions p, resume_entries e, resume_jobs j
    WHERE a.application_id = ${applicationId} AND a.round = ${round} AND a.state = 'evaluating'
      AND p.id = a.position_id AND e.id = a.application_id AND j.id = e.job_id
    RETURNING a.application_id AS "applicationId", a.round, a.position_id AS "positionId", a.account_id AS "accountId", a.attempts, a.waits,
      a.crashes, (extract(epoch FROM a.deadline_at - now()) * 1000)::float8 AS remaining_ms, j.provider, p.description, p.description_file_url AS "descriptionFileUrl",
      p.required_skills AS skills`.execute(db);
  if (!rows[0]) return null;
  const { remaining_ms, ...started } = rows[0];
  return { ...started, deadline: deadlineIn(remaining_ms) };
}

export type EvaluationAttempt = Asked & { attempts: number };

const isCurrent = ({ applicationId, round, attempts }: EvaluationAttempt) =>
  sql`application_id = ${applicationId} AND round = ${round} AND attempts = ${attempts} AND state = 'evaluating'`;

/** The worker gives it back, to stop or to try again later; this start does not count as a crash. False when the attempt is void. */
export async function releaseEvaluation(db: Db | Tx, attempt: EvaluationAttempt, end?: { waits: boolean }): Promise<boolean> {
  const { rows } = await sql`UPDATE application_evaluations SET running = false, waits = waits + ${end?.waits ? 1 : 0}
    WHERE ${isCurrent(attempt)} RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** False when another attempt, another round or the deadline came first: this outcome is void. */
export async function finishEvaluation(tx: Tx, attempt: EvaluationAttempt, record: EvaluationRecord): Promise<boolean> {
  const { rows } = await sql`
    UPDATE application_evaluations SET state = 'evaluated', running = false, evaluation_id = ${record.evaluation_id},
      evaluated_at = ${record.evaluation_date}, overall_score = ${record.overall_score}, skills = ${sealedJson(record.skills)},
      warnings = ${sealedJson(record.warnings)}
    WHERE ${isCurrent(attempt)} RETURNING 1`.execute(tx);
  return rows.length > 0;
}

export type EvaluationFailure = { code: TaskErrorCode; message: string };

/** False as in finishEvaluation. */
export async function failEvaluation(tx: Tx, attempt: EvaluationAttempt, { code, message }: EvaluationFailure): Promise<boolean> {
  const { rows } = await sql`
    UPDATE application_evaluations SET state = 'failed', running = false, error_code = ${code}, error_message = ${message}
    WHERE ${isCurrent(attempt)} RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Fails up to `limit` whose deadline has passed, whoever had them. */
export async function failOverdueEvaluations(db: Db, { code, message }: EvaluationFailure, limit: number): Promise<void> {
  await sql`
    UPDATE application_evaluations SET state = 'failed', running = false, error_code = ${code}, error_message = ${message}
    WHERE application_id IN (SELECT application_id FROM application_evaluations WHERE state = 'evaluating' AND deadline_at < now()
      ORDER BY deadline_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`.execute(db);
}
