/** The recipe of one attempt at evaluating an application for its position. The result is an evaluation like any other. */
import { ApiError, type ApiErrorCode } from "#contract/errors.ts";
import { type TaskErrorCode, TaskFailure } from "#contract/task-errors.ts";
import { BY_SERVICE } from "#platform/audit.store.ts";
import type { Log } from "#platform/log.ts";
import { transaction } from "#platform/postgres/transaction.ts";
import { CRASHES_MAX, pauseBeforeRetry, runAttempt } from "#platform/queue/attempt.ts";
import type { Queue } from "#platform/queue/queue.ts";
import { STOPPING, type TakenJob } from "#platform/queue/taken-job.ts";
import { type EvaluateDeps, type Evaluated, evaluateOnly, storeEvaluation } from "#recruiting/evaluate-resume.ts";
import {
  failEvaluation,
  finishEvaluation,
  releaseEvaluation,
  type StartedEvaluation,
  startEvaluation,
} from "./application-evaluations.store.ts";

export type EvaluateApplicationDeps = EvaluateDeps & { queue: Queue; log: Log };
type Job = TakenJob<"evaluate-application">;

/** Another attempt, another round or the deadline came first. */
class VoidOutcome extends Error {}

export async function evaluateApplication(deps: EvaluateApplicationDeps, job: Job): Promise<void> {
  const started = await startEvaluation(deps.db, job.payload);
  if (!started) return transaction(deps.db, (tx) => job.complete(tx));
  const { applicationId, accountId, deadline } = started;
  const attempt = { log: deps.log, subject: { applicationId }, accountId, deadline, signal: job.signal };
  const end = await runAttempt(attempt, (signal) => evaluate(deps, started, job, signal));
  if (end === "stopping") {
    await releaseEvaluation(deps.db, started);
    throw STOPPING;
  }
  if (end instanceof TaskFailure) return settleFailure(deps, job, started, end);
  try {
    await storeEvaluation(deps, { accountId, ...BY_SERVICE }, end, async (tx) => {
      if (!(await finishEvaluation(tx, started, end.record))) throw new VoidOutcome();
      await job.complete(tx);
    });
  } catch (error) {
    if (!(error instanceof VoidOutcome)) throw error;
    await transaction(deps.db, (tx) => job.complete(tx));
  }
}

async function evaluate(deps: EvaluateApplicationDeps, started: StartedEvaluation, job: Job, signal: AbortSignal): Promise<Evaluated> {
  if (started.crashes >= CRASHES_MAX) {
    const message = `Evaluating this résumé crashed ${CRASHES_MAX} workers, so it is not tried again.`;
    throw new TaskFailure("internal", { retryable: false, message });
  }
  const { positionId, applicationId, accountId, provider, description, descriptionFileUrl, skills } = started;
  const job_details = { description, description_file_url: descriptionFileUrl, required_skills: skills };
  const body = { job_id: positionId, application_id: applicationId, provider, job_details };
  const work = () => asTask(() => evaluateOnly(deps, accountId, body, signal));
  return provider === "local" ? work() : job.aside(work);
}

/** What a caller who waits would be told as an answer is the failure of a task here. */
const AS_TASK: Partial<Record<ApiErrorCode, TaskErrorCode>> = {
  provider_not_configured: "provider_refused",
  budget_exhausted: "provider_rate_limited",
};

async function asTask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.cause instanceof TaskFailure) throw error.cause;
    throw new TaskFailure(AS_TASK[error.code] ?? "internal", { message: error.detail, retryable: false, cause: error });
  }
}

async function settleFailure(deps: EvaluateApplicationDeps, job: Job, started: StartedEvaluation, failure: TaskFailure): Promise<void> {
  const pause = pauseBeforeRetry(failure, started, started.deadline);
  const { applicationId, round, accountId } = started;
  await transaction(deps.db, async (tx) => {
    if (pause === null) await failEvaluation(tx, started, { code: failure.code, message: failure.publicMessage });
    else if (await releaseEvaluation(tx, started, failure))
      await deps.queue.send(tx, "evaluate-application", { applicationId, round }, { accountId, afterSeconds: pause });
    await job.complete(tx);
  });
}
