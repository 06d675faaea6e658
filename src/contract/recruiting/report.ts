/** The candidate's report: how one application was scored, for the person who applied. Nothing of other applicants, and no names. */
import { z } from "zod";
import { NOT_COUNTED_REASONS } from "./evaluate.ts";

const Score = z.int().min(0).max(100);

export const ReportedSkill = z
  .object({
    name: z.string(),
    type: z.string(),
    required: z.boolean().describe("Required skills count twice in the overall score."),
    score: Score,
    confidence: Score.describe("How sure the reading is, not how good the candidate."),
    evidence: z
      .array(z.object({ text: z.string(), page: z.int().nullable().describe("Null for a file without pages, such as a DOCX.") }))
      .describe("Verbatim words of the résumé that counted, strongest first. `…` stands for words that were hidden before scoring."),
    not_counted: z.array(z.object({ text: z.string(), reason: z.enum(NOT_COUNTED_REASONS) })),
    statement: z.string().nullable().describe("What was found, where no words of the résumé counted; else null."),
    calculation: z.string(),
    would_change: z.string().describe("The smallest change of the résumé's facts that would have changed the score."),
  })
  .meta({ id: "ReportedSkill" });

export const CandidateReport = z
  .object({
    application_id: z.string(),
    position_title: z.string(),
    created_at: z.string().describe("When this report was made."),
    evaluated_at: z.string(),
    overall_score: Score,
    skills: z.array(ReportedSkill).describe("In the order of the position."),
    remarks: z.array(z.string()).describe("What else the scoring found, such as hidden text."),
    not_used: z.array(z.string()).describe("What is removed before scoring, in words for the candidate."),
    judged_by: z
      .enum(["rules", "model_and_rules"])
      .describe(
        "`model_and_rules`: a language model chose lines and levels, and rules computed the scores. `rules`: no answer of a model counted.",
      ),
    model: z.string().nullable().describe("The model, where one judged."),
    provider: z.string().nullable(),
    rules_version: z.string(),
    taxonomy_version: z.string().describe("Of the list of what skills are called."),
    changed_by_person: z.boolean().describe("Whether a person changed a score. Winnow has no way to do so: always false."),
    review_contact: z.string().nullable().describe("How to ask for a review or a correction, as the position says."),
    evaluation_id: z.string(),
    evaluation_sha256: z.string().describe("The `evaluation_sha256` of this evaluation in the position's audit export."),
    document_sha256: z.string().describe("Of the résumé's bytes."),
  })
  .meta({ id: "CandidateReport" });
export type CandidateReport = z.infer<typeof CandidateReport>;
