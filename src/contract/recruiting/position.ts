/** Positions: a job to be filled, the résumés sent for it, and the evaluation of each against the required skills. */
import { z } from "zod";
import { OptionalUrl } from "#contract/json.ts";
import { LIMITS } from "#contract/limits.ts";
import { Evidence, requestWarnings, Warning } from "#contract/task.ts";
import { TASK_ERROR_CODES } from "#contract/task-errors.ts";
import { SkillEvaluation, SkillExplanation } from "./evaluate.ts";
import { JsonResume } from "./json-resume.ts";
import { ApplicantProfile } from "./profile.ts";
import { RequiredSkills, Skill } from "./skill.ts";

const DESCRIPTION_CHARACTERS_MAX = 200_000;
const QUESTIONS_MAX = 50;
const CONTACT_CHARACTERS_MAX = 500;
const CONTACT_WANTED = `Enter at most ${CONTACT_CHARACTERS_MAX} characters, or null for none.`;
const DAYS_WANTED = `Enter whole days from 1 to ${LIMITS.retentionDaysMax}, or null for the service's rule.`;

export const PositionBody = z
  .object({
    title: z.string().trim().min(1, "Enter a title.").max(200),
    description: z.string().max(DESCRIPTION_CHARACTERS_MAX).nullish().describe("The ad. Text that a résumé copies from it does not count."),
    description_file_url: OptionalUrl.describe("URL of the ad, read when there is no `description`."),
    required_skills: RequiredSkills,
    questions: z.array(z.string().max(2_000)).max(QUESTIONS_MAX).nullish().describe("Interview questions, as analyze-job returns them."),
    retention_days: z
      .int(DAYS_WANTED)
      .min(1, DAYS_WANTED)
      .max(LIMITS.retentionDaysMax, DAYS_WANTED)
      .nullish()
      .describe(
        "Days after which its applications are deleted, from when their batch was read; null: the service's rule. Left out of a change: as it was.",
      ),
    review_contact: z
      .string()
      .trim()
      .min(1, CONTACT_WANTED)
      .max(CONTACT_CHARACTERS_MAX, CONTACT_WANTED)
      .nullish()
      .describe(
        "How a candidate asks for a review by a person or a correction, as the candidate's report prints it. Left out of a change: as it was.",
      ),
  })
  .meta({ id: "PositionRequest" });
export type PositionBody = z.infer<typeof PositionBody>;

/** `total` = `processing` + `evaluated` + `failed`; `processing` counts résumés that are being read or evaluated. */
export const ApplicationCounts = z.object({ total: z.int(), processing: z.int(), evaluated: z.int(), failed: z.int() });

export const Position = z
  .object({
    position_id: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    description_file_url: z.string().nullable(),
    required_skills: z.array(Skill),
    questions: z.array(z.string()),
    retention_days: z
      .int()
      .nullable()
      .describe("Days after which its applications are deleted, from when their batch was read; null: the service's rule."),
    review_contact: z.string().nullable().describe("How a candidate asks for a review by a person or a correction."),
    created_at: z.string(),
    updated_at: z.string(),
    applications: ApplicationCounts,
    ...requestWarnings,
  })
  .meta({ id: "Position" });
export type Position = z.infer<typeof Position>;

export const PositionList = z.object({ positions: z.array(Position), next_cursor: z.string().nullable() }).meta({ id: "PositionList" });

export const APPLICATION_STATES = ["processing", "evaluating", "evaluated", "failed"] as const;

export const Application = z
  .object({
    application_id: z.string(),
    job_id: z.string().describe("The batch it came with, for extraction-status."),
    index: z.int().describe("Index among all applications of the position in the order they arrived, from 0."),
    filename: z.string().nullable(),
    resume_url: z.string(),
    status: z.enum(APPLICATION_STATES),
    error: z.object({ code: z.enum(TASK_ERROR_CODES), message: z.string() }).nullable(),
    name: z.string().describe("Empty until the résumé is read, and when it has none."),
    email: z.string(),
    phone: z.string(),
    overall_score: z.int().nullable(),
    skills: z.record(z.string(), SkillEvaluation).describe("Empty until it is evaluated."),
    evaluation_id: z.string().nullable(),
    evaluated_at: z.string().nullable(),
    warnings: z.array(Warning),
  })
  .meta({ id: "Application" });
export type Application = z.infer<typeof Application>;

export const ApplicationList = z
  .object({
    applications: z.array(Application).describe("Best score first; those that are not evaluated yet come last, in the order they arrived."),
    skills: z.array(z.string()).describe("The position's skills in their order."),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "ApplicationList" });
export type ApplicationList = z.infer<typeof ApplicationList>;

export const ApplicationRecord = z
  .object({
    application: Application,
    resume: JsonResume.nullable(),
    explanation: z.record(z.string(), SkillExplanation).describe("As in the evaluation; empty until there is one."),
    profile: ApplicantProfile.nullable().describe("As in the evaluation; null until there is one, or where it is of an earlier version."),
    document: z.object({
      page_count: z.int(),
      pages: z
        .array(z.object({ number: z.int(), width: z.number(), height: z.number() }))
        .describe("Pages that can be drawn; empty for a DOCX or TXT."),
    }),
    evidence: z
      .record(z.string(), z.array(Evidence))
      .describe("Text and box of the evidence that counted, strongest first; empty for a DOCX or TXT."),
  })
  .meta({ id: "ApplicationRecord" });
export type ApplicationRecord = z.infer<typeof ApplicationRecord>;
