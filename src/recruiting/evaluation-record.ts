/** Builds the record of an evaluation for the audit and the reply to its caller. */
import { newId } from "#contract/ids.ts";
import type { ProviderName } from "#contract/providers.ts";
import type { EvaluateReply, EvaluationRecord } from "#contract/recruiting/evaluate.ts";
import type { Skill } from "#contract/recruiting/skill.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Tx } from "#platform/postgres/db.ts";
import { insertEvaluation } from "./evaluations.store.ts";
import type { JobText } from "./job-description.ts";
import type { KeptClaims } from "./kept-claims.ts";
import { modelUsageOf } from "./models/ask-once.ts";
import { keptUntil } from "./retention.store.ts";
import type { Scored } from "./score-resume.ts";
import { keepResume } from "./stored-resumes.store.ts";

/** `url`: where the résumé came from, if from one. */
type About = { jobId: string; applicationId: string; url: string | null; provider: ProviderName; skills: readonly Skill[]; job: JobText };

export function evaluationOf(scored: Scored, about: About): { answer: EvaluateReply; record: EvaluationRecord } {
  const { skills, explanation, profile, overallScore, warnings, rulesVersion, taxonomyVersion } = scored.evaluation;
  const { model, claims } = scored;
  const answer: EvaluateReply = {
    skills,
    evaluation_date: new Date().toISOString(),
    evaluation_id: newId("eval"),
    engine: about.provider,
    provider: model?.provider ?? null,
    model: model?.name ?? null,
    usage: modelUsageOf(model),
    rules_version: rulesVersion,
    overall_score: overallScore,
    warnings: [...warnings, ...about.job.warnings],
    explanation,
    profile,
  };
  const record: EvaluationRecord = {
    ...answer,
    job_id: about.jobId,
    application_id: about.applicationId,
    resume_url: about.url,
    document_sha256: claims.sha256,
    taxonomy_version: taxonomyVersion,
    required_skills: [...about.skills],
  };
  return { answer, record };
}

/** `keepDays`: the service's rule. Gives the file that nothing needs any more, if any. */
export async function writeEvaluation(
  tx: Tx,
  caller: Caller,
  { blobKey, claims, record }: { blobKey: string; claims: KeptClaims; record: EvaluationRecord },
  keepDays: number,
): Promise<string | null> {
  const { accountId } = caller;
  const resume = { applicationId: record.application_id, blobKey, url: record.resume_url, claims };
  const until = await keptUntil(tx, accountId, { applicationId: record.application_id, jobId: record.job_id }, keepDays);
  const gone = await keepResume(tx, accountId, resume, until);
  await insertEvaluation(tx, accountId, record, until);
  await recordAudit(tx, caller, "evaluation.created", record.evaluation_id);
  return gone;
}
