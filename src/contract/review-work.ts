/** Reviewing as work of several people. An addition to the source API; see docs/decisions/spec-gaps.md. */
import { z } from "zod";
import { idShape, withoutNul } from "./ids.ts";
import { Json, wholeNumber } from "./json.ts";
import { LIMITS } from "./limits.ts";
import { requestWarnings } from "./task.ts";

const PersonRef = z.object({ person_id: z.string(), email: z.string() }).meta({ id: "PersonRef" });
export type PersonRef = z.infer<typeof PersonRef>;

const TaskComment = z
  .object({
    comment_id: z.string(),
    by: PersonRef.nullable().describe("Null: with an API key, or by somebody who is no member any more."),
    text: z.string(),
    created_at: z.string(),
  })
  .meta({ id: "TaskComment" });
export type TaskComment = z.infer<typeof TaskComment>;

/** Null for an empty place, or a row that was taken out. */
const ReadingDifference = z
  .object({ path: z.string().describe("JSON Pointer of the value."), first: Json, second: Json })
  .meta({ id: "ReadingDifference" });
export type ReadingDifference = z.infer<typeof ReadingDifference>;

const SecondReading = z
  .object({
    status: z.enum(["waiting", "done"]),
    first_by: PersonRef.nullable().describe("Null: with an API key, or by somebody who is no member any more."),
    second_by: PersonRef.nullable(),
    completed_at: z.string().nullable(),
    differences: z.array(ReadingDifference).nullable().describe("Values of which the two say something else; null until both have read."),
  })
  .meta({ id: "SecondReading" });
export type SecondReading = z.infer<typeof SecondReading>;

export const TaskWork = z
  .object({
    task_id: z.string(),
    assigned_to: PersonRef.nullable(),
    open_by: PersonRef.nullable().describe(
      "Who has it open for review; nobody else may change its values until they close it, or `open_until`.",
    ),
    open_until: z.string().nullable(),
    second_reading: SecondReading.nullable().describe("Null: its review is not of the sample that another person reads again."),
    comments: z.array(TaskComment).describe("Oldest first."),
    ...requestWarnings,
  })
  .meta({ id: "TaskWork" });
export type TaskWork = z.infer<typeof TaskWork>;

export const AssignmentBody = z
  .object({
    person_id: z.string().max(200).overwrite(withoutNul).nullable().describe("A member of the workspace; null: nobody in particular."),
  })
  .meta({ id: "AssignmentRequest" });

export const CommentBody = z
  .object({ text: z.string().trim().min(1, "Write something.").max(LIMITS.commentCharactersMax).overwrite(withoutNul) })
  .meta({ id: "CommentRequest" });

/** `*`: any. */
export const BrokenRule = z.string().min(1).max(100).overwrite(withoutNul);

export const NextReviewBody = z
  .object({
    template_id: idShape("tpl").nullish().describe("Only of this template."),
    confidence_below: z.number().min(0).max(1).nullish().describe("Only with a value less sure than this."),
    broken_rule: BrokenRule.nullish().describe("Only whose values break the rule of their template with this name; `*`: any."),
    skip: z.array(z.string().max(200)).max(LIMITS.listMax).nullish().describe("Tasks that are passed over."),
  })
  .meta({ id: "NextReviewRequest" });
export type NextReviewBody = z.infer<typeof NextReviewBody>;

export const NextReview = z
  .object({ task_id: z.string().nullable().describe("Open for the caller now; null: nothing waits."), ...requestWarnings })
  .meta({ id: "NextReview" });

export const ReviewDays = wholeNumber(1, LIMITS.usageDaysMax, 30).describe("The last so many days.");

/** `seconds_median`: from opening to finishing. */
export const ReviewReport = z
  .object({
    people: z.array(
      z.object({
        person: PersonRef.nullable().describe("Null: with an API key, or by people who are no members any more."),
        reviewed: z.int(),
        corrected_values: z.int(),
        seconds_median: z.number().nullable(),
        read_again: z.int().describe("Documents of theirs that a second person read in this time."),
        read_again_values: z.int().describe("Values of these documents."),
        read_again_same: z.int().describe("Of these values, those that both left alike."),
      }),
    ),
    fields: z
      .array(z.object({ template_id: z.string().nullable(), field: z.string(), corrected: z.int() }))
      .describe("The fields that were corrected most often."),
  })
  .meta({ id: "ReviewReport" });
export type ReviewReport = z.infer<typeof ReviewReport>;
