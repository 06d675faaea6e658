/** POST evaluate: scores a résumé against the skills of a job ad; and the stored evaluation. */
import { z } from "zod";
import { OptionalUrl, WebUrl } from "#contract/json.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { Evidence, Warning } from "#contract/task.ts";
import { ModelUsage } from "./model-usage.ts";
import { ApplicantProfile } from "./profile.ts";
import { ResumeFile } from "./resume-file.ts";
import { RequiredSkills } from "./skill.ts";

const Reference = z.string().min(1).max(255);
const TEXT_CHARACTERS_MAX = 200_000;

/** The request body. `null` means the same as a missing key; unknown keys are ignored. */
export const EvaluateBody = z
  .object({
    job_id: Reference.describe("Your id of the job."),
    application_id: Reference.describe("Your id of the application, or the one a batch gave it."),
    resume_url: WebUrl.nullish().describe("URL of the résumé: PDF, DOCX, JPG, PNG or TXT."),
    resume_text: z.string().min(1).max(TEXT_CHARACTERS_MAX).nullish().describe("The résumé as text, instead of a URL."),
    resume_file: ResumeFile.nullish().describe("The résumé as a file, instead of a URL."),
    provider: z.enum(PROVIDER_NAMES).nullish().describe("Which provider judges the résumé; the server's default if left out."),
    job_details: z.object({
      description: z.string().max(TEXT_CHARACTERS_MAX).nullish().describe("The ad. Text that a résumé copies from it does not count."),
      description_file_url: OptionalUrl.describe("URL of the ad, read when there is no `description`."),
      required_skills: RequiredSkills,
    }),
  })
  .meta({ id: "EvaluateRequest" });
export type EvaluateBody = z.infer<typeof EvaluateBody>;

const Percent = z.int().min(0).max(100);

export const SkillEvaluation = z
  .object({
    score: Percent,
    evidence: z.string().describe("Verbatim text of the résumé, or a plain statement that nothing was found."),
    confidence: Percent.describe("How sure the reading is, not how good the candidate."),
  })
  .meta({ id: "SkillEvaluation" });
export type SkillEvaluation = z.infer<typeof SkillEvaluation>;

/** A statement that counted. `months`: duration of its entry in the résumé; null without dates. */
const Counted = Evidence.extend({ section: z.string(), period: z.string().nullable(), months: z.int().nullable() });
export const NOT_COUNTED_REASONS = ["negated", "wish", "copied_from_job", "somebody_else", "ambiguous"] as const;

export const SkillExplanation = z
  .object({
    /** The arithmetic with its numbers, so that a reader can check it by hand. */
    formula: z.string(),
    factors: z.array(z.object({ name: z.string(), value: z.number(), weight: z.number(), points: z.number(), reason: z.string() })),
    cap: z.object({ score: Percent, reason: z.string() }).nullable(),
    confidence: z.array(z.object({ name: z.string(), value: z.number(), reason: z.string() })),
    /** Strongest first. */
    counted: z.array(Counted),
    not_counted: z.array(z.object({ text: z.string(), reason: z.enum(NOT_COUNTED_REASONS) })),
    /** Skills of the same family found in the résumé; they do not score. */
    related: z.array(z.object({ skill: z.string(), relation: z.string(), text: z.string() })),
    years: z.number().min(0).nullish().describe("Years of dated practice, overlaps counted once; null without dates."),
    /** The smallest change of the résumé's facts that would change the score. */
    would_change: z.string(),
  })
  .meta({ id: "SkillExplanation" });
export type SkillExplanation = z.infer<typeof SkillExplanation>;

export const EvaluateReply = z
  .object({
    skills: z.record(z.string(), SkillEvaluation),
    evaluation_date: z.string(),
    evaluation_id: z.string(),
    engine: z.string(),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    usage: ModelUsage,
    rules_version: z.string(),
    overall_score: Percent.describe("Mean of the scores, required skills weighted double."),
    warnings: z.array(Warning),
    explanation: z.record(z.string(), SkillExplanation),
    profile: ApplicantProfile,
  })
  .meta({ id: "EvaluateResponse" });
export type EvaluateReply = z.infer<typeof EvaluateReply>;

/** A stored evaluation, for audit: the request, the hash of the file, and the version of the rules. */
export const EvaluationRecord = EvaluateReply.extend({
  /** Absent in evaluations of earlier versions. */
  profile: ApplicantProfile.optional(),
  job_id: z.string(),
  application_id: z.string(),
  resume_url: z.string().nullable(),
  document_sha256: z.string(),
  taxonomy_version: z.string(),
  required_skills: z.array(z.object({ name: z.string(), type: z.string(), required: z.boolean() })),
}).meta({ id: "Evaluation" });
export type EvaluationRecord = z.infer<typeof EvaluationRecord>;
