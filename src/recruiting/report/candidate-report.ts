/** Makes the candidate's report of an application from its evaluation and its position. The audit log says who took it. */
import { ApiError } from "#contract/errors.ts";
import type { EvaluationRecord } from "#contract/recruiting/evaluate.ts";
import type { CandidateReport } from "#contract/recruiting/report.ts";
import { hasOwnPages } from "#documents/sniff.ts";
import { type Caller, recordAudit } from "#platform/audit.store.ts";
import type { Db } from "#platform/postgres/db.ts";
import { evaluationHash } from "#recruiting/evaluation-hash.ts";
import { findEvaluation } from "#recruiting/evaluations.store.ts";
import { findApplication } from "#recruiting/positions/applications.store.ts";
import { findPosition } from "#recruiting/positions/positions.store.ts";
import { foundPosition } from "#recruiting/positions/positions.ts";
import { NOT_USED } from "./not-used.ts";

/** Throws ApiError 404, also while the application is not evaluated. */
export async function candidateReport(db: Db, caller: Caller, applicationId: string): Promise<CandidateReport> {
  const { accountId } = caller;
  const row = await findApplication(db, accountId, applicationId);
  if (!row) throw none("No application with this id exists among your positions.");
  const evaluation = row.evaluationId === null ? null : await findEvaluation(db, accountId, row.evaluationId);
  if (!evaluation)
    throw none(
      "This application has no evaluation to report: it is being read or scored, could not be read, or its retention time is over.",
    );
  const { title, review_contact } = foundPosition(await findPosition(db, accountId, row.positionId));
  await recordAudit(db, caller, "application.reported", applicationId);
  const about = { title, reviewContact: review_contact, hasPages: hasOwnPages(row.mimeType), now: new Date() };
  return reportOf(evaluation, about);
}

const none = (detail: string) => new ApiError("not_found", { detail });

type About = { title: string; reviewContact: string | null; hasPages: boolean; now: Date };

function reportOf(record: EvaluationRecord, { title, reviewContact, hasPages, now }: About): CandidateReport {
  const byModel = record.provider !== null && !record.warnings.some(({ code }) => WITHOUT_MODEL.includes(code));
  return {
    application_id: record.application_id,
    position_title: title,
    created_at: now.toISOString(),
    evaluated_at: record.evaluation_date,
    overall_score: record.overall_score,
    skills: record.required_skills.flatMap((skill) => skillOf(record, skill, hasPages)),
    remarks: record.warnings.filter(({ code }) => TOLD.includes(code)).map(({ message }) => message),
    not_used: [...NOT_USED],
    judged_by: byModel ? "model_and_rules" : "rules",
    model: byModel ? record.model : null,
    provider: byModel ? record.provider : null,
    rules_version: record.rules_version,
    taxonomy_version: record.taxonomy_version,
    changed_by_person: false,
    review_contact: reviewContact,
    evaluation_id: record.evaluation_id,
    evaluation_sha256: evaluationHash(record),
    document_sha256: record.document_sha256,
  };
}

/** Warnings of an evaluation in which no answer of a model counted (models/or-rules.ts, models/judge-skills.ts). */
const WITHOUT_MODEL = ["model_answer_discarded", "model_answer_unusable", "provider_fallback"];
/** Warnings that say something of the scores. Those of reading name, contact and history are none of these. */
const TOLD = [
  ...WITHOUT_MODEL,
  "evidence_removed",
  "hidden_skills",
  "hidden_text",
  "instructions_in_resume",
  "model_and_rules_differ",
  "pages_failed",
  "text_cut",
  "truncated",
];

function skillOf(
  { skills, explanation }: EvaluationRecord,
  { name, type, required }: EvaluationRecord["required_skills"][number],
  hasPages: boolean,
): CandidateReport["skills"] {
  const [result, why] = [skills[name], explanation[name]];
  if (!result || !why) return [];
  const { score, confidence, evidence } = result;
  return [
    {
      name,
      type,
      required,
      score,
      confidence,
      evidence: why.counted.map(({ text, page }) => ({ text, page: hasPages ? page : null })),
      not_counted: why.not_counted,
      statement: why.counted.length === 0 ? evidence : null,
      calculation: why.formula,
      would_change: why.would_change,
    },
  ];
}
