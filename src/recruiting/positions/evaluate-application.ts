/** How the job of evaluating an application for its position is done. The result is an evaluation like any other. */
import { TaskFailure } from "#contract/task-errors.ts";
import { BY_SERVICE } from "#platform/audit.store.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import type { Log } from "#platform/log.ts";
import type { Db, Tx } from "#platform/postgres/db.ts";
import { type Attempted, inAttempts } from "#platform/queue/attempt.ts";
import type { Handler, Hands, Outcome } from "#platform/queue/handler.ts";
import { evaluationOf, writeEvaluation } from "#recruiting/evaluation-record.ts";
import { jobTextOf } from "#recruiting/job-description.ts";
import { openStored } from "#recruiting/kept-claims.ts";
import { deleteResumeFile } from "#recruiting/kept-reading.ts";
import { type ScoreDeps, scoreResume } from "#recruiting/score-resume.ts";
import { findStoredResume } from "#recruiting/stored-resumes.store.ts";
import {
  failEvaluation,
  finishEvaluation,
  pauseEvaluation,
  releaseEvaluation,
  type StartedEvaluation,
  startEvaluation,
} from "./application-evaluations.store.ts";

export type EvaluateApplicationDeps = ScoreDeps & { db: Db; blobs: Blobs; fetchRules: FetchRules; log: Log };
type Work = Attempted & StartedEvaluation;

export function evaluateApplication(deps: EvaluateApplicationDeps): Handler<"evaluate-application", Work, TaskFailure> {
  const { db, log } = deps;
  return inAttempts(
    { log, called: "Evaluating this résumé", idName: "applicationId" },
    {
      name: "evaluate-application",
      start: startEvaluation,
      work: (work, hands) => (work.provider === "local" ? evaluate(deps, work, hands) : hands.aside(() => evaluate(deps, work, hands))),
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

async function evaluate(deps: EvaluateApplicationDeps, work: Work, { signal }: Hands): Promise<Outcome<TaskFailure>> {
  const { positionId, id, accountId, provider, description, descriptionFileUrl, skills } = work;
  const stored = await findStoredResume(deps.db, accountId, id);
  const resume = stored && (await openStored(deps.blobs, stored));
  if (!stored || !resume) throw gone();
  const { url, blobKey } = stored;
  const job = await jobTextOf(deps, { description, url: descriptionFileUrl }, signal);
  const scored = await scoreResume(deps, accountId, { resume, provider, jobText: job.text, skills }, signal);
  const { record } = evaluationOf(scored, { jobId: positionId, applicationId: id, url, provider, skills, job });
  const write = async (tx: Tx) => {
    const caller = { accountId, ...BY_SERVICE };
    const days = Math.max(1, deps.retentionDays);
    const replaced = await writeEvaluation(tx, caller, { blobKey, claims: scored.claims, record }, days);
    await finishEvaluation(tx, work, record);
    return replaced === null ? null : () => deleteResumeFile(deps.blobs, replaced);
  };
  return { kind: "done", write };
}

const gone = (): TaskFailure =>
  new TaskFailure("internal", {
    retryable: false,
    message: "The résumé of this application was deleted, or its retention time is over. Send it again.",
  });
