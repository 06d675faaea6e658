/** How the job of evaluating an application for its position is done. The result is an evaluation like any other. */
import { ApiError, type ApiErrorCode } from "#contract/errors.ts";
import { type TaskErrorCode, TaskFailure } from "#contract/task-errors.ts";
import { BY_SERVICE } from "#platform/audit.store.ts";
import type { Log } from "#platform/log.ts";
import type { Tx } from "#platform/postgres/db.ts";
import { type Attempted, inAttempts } from "#platform/queue/attempt.ts";
import type { Handler, Hands } from "#platform/queue/handler.ts";
import { type EvaluateDeps, type Evaluated, evaluateOnly, writeEvaluation } from "#recruiting/evaluate-resume.ts";
import { deleteResumeFile } from "#recruiting/kept-reading.ts";
import {
  failEvaluation,
  finishEvaluation,
  pauseEvaluation,
  releaseEvaluation,
  type StartedEvaluation,
  startEvaluation,
} from "./application-evaluations.store.ts";

export type EvaluateApplicationDeps = EvaluateDeps & { log: Log };
type Work = Attempted & StartedEvaluation;

export function evaluateApplication(deps: EvaluateApplicationDeps): Handler<"evaluate-application", Work, TaskFailure> {
  const { db, log } = deps;
  const days = Math.max(1, deps.retentionDays);
  return inAttempts(
    { log, called: "Evaluating this résumé", idName: "applicationId" },
    {
      name: "evaluate-application",
      start: (payload) => startEvaluation(db, payload),
      async work(work, hands) {
        const { source, record } = await evaluate(deps, work, hands);
        const { url, blobKey } = source;
        if (blobKey === null) throw new Error("the résumé of an application is stored");
        const write = async (tx: Tx) => {
          const gone = await writeEvaluation(tx, { accountId: work.accountId, ...BY_SERVICE }, { blobKey, url, record }, days);
          await finishEvaluation(tx, work, record);
          return gone === null ? null : () => deleteResumeFile(deps.blobs, gone);
        };
        return { kind: "done", write };
      },
      async giveUp(tx, work, { code, publicMessage: message }) {
        await failEvaluation(tx, work, { code, message });
        return null;
      },
      async retry(tx, work, failure, afterSeconds) {
        await pauseEvaluation(tx, work, failure, afterSeconds);
        return 0;
      },
      release: (work) => releaseEvaluation(db, work),
    },
  );
}

async function evaluate(deps: EvaluateApplicationDeps, work: Work, { signal, aside }: Hands): Promise<Evaluated> {
  const { positionId, id, accountId, provider, description, descriptionFileUrl, skills } = work;
  const job_details = { description, description_file_url: descriptionFileUrl, required_skills: skills };
  const body = { job_id: positionId, application_id: id, provider, job_details };
  const evaluating = () => asTask(() => evaluateOnly(deps, accountId, body, signal));
  return provider === "local" ? evaluating() : aside(evaluating);
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
