/** How well the documents of a template are read: by reviews, and by evaluations of its versions. */
import { z } from "zod";
import { Json } from "./json.ts";
import { ENGINE_NAMES } from "./providers.ts";
import { BrokenRule } from "./rules.ts";
import { WrittenSchema } from "./schema/field.ts";
import { requestWarnings, Usage } from "./task.ts";

const Share = z.number().min(0).max(1).nullable();

const counts = {
  values: z.int().describe("Values that the documents have: right, wrong and missed."),
  right: z.int(),
  wrong: z.int().describe("Another value was read."),
  missed: z.int().describe("None was read."),
  invented: z.int().describe("A value was read where the document has none."),
};
const Thresholds = z
  .array(z.object({ review_below: z.number(), values_share: Share, right_share: Share }))
  .describe(
    "If a person looks at every value less sure than `review_below`: the share of values read that nobody looks at, and the share of those that is right.",
  );
export const Figures = z
  .object({
    documents: z.int(),
    documents_right: z.int().describe("Documents without a wrong, missed or invented value."),
    ...counts,
    accuracy: Share.describe("right ÷ (right + wrong + missed + invented)"),
    precision: Share.describe("right ÷ (right + wrong + invented)"),
    recall: Share.describe("right ÷ (right + wrong + missed)"),
    fields: z.array(z.object({ field: z.string().describe("Path in the schema; `*` stands for the rows of a list."), ...counts })),
    thresholds: Thresholds,
  })
  .meta({ id: "Figures" });

/** Of what two people read. */
const FieldAgreement = z
  .object({
    field: z.string().describe("Path in the schema; `*` stands for the rows of a list."),
    values: z.int(),
    same: z.int().describe("Values that both left alike."),
  })
  .meta({ id: "FieldAgreement" });
export type FieldAgreement = z.infer<typeof FieldAgreement>;

const part = { documents: z.int(), documents_right: z.int(), values: z.int(), right: z.int() };
export const Accuracy = Figures.extend({
  weeks: z.array(z.object({ week: z.string().describe("Monday of the week of the reviews, as `2026-01-26`."), ...part })),
  layouts: z.array(z.object({ layout_id: z.string().nullable().describe("Null: read without memory."), ...part })),
  second_readings: z
    .object({ documents: z.int(), fields: z.array(FieldAgreement).describe("Those with the most differences first.") })
    .describe("Documents that two people read: of the latest 1,000 of the last 100 days."),
  measured_below: Share.describe(
    "The lowest `review_below` with which 99 of 100 values that nobody looks at are right; null while fewer than 200 values are reviewed.",
  ),
}).meta({ id: "Accuracy", description: "What the latest 1,000 reviews of a template say of the values that were read." });
export type Accuracy = z.infer<typeof Accuracy>;

/** The largest that PostgreSQL keeps as an integer. */
export const VERSION_MAX = 2_147_483_647;
const EVALUATION_TASKS_MAX = 500;
export const EVALUATION_TASKS_DEFAULT = 100;

export const EvaluationBody = z
  .object({
    extraction_schema: WrittenSchema.nullish().describe("Fields to try, instead of a version."),
    version: z.int().min(1).max(VERSION_MAX).nullish().describe("The version to try; the published one if left out."),
    provider: z.enum(ENGINE_NAMES).nullish().describe("Who reads; the server's default if left out."),
    tasks_max: z
      .int()
      .min(1)
      .max(EVALUATION_TASKS_MAX)
      .nullish()
      .describe("At most so many of the documents that were reviewed last; 100 if left out."),
  })
  .meta({ id: "EvaluationRequest" });
export type EvaluationBody = z.infer<typeof EvaluationBody>;

export const EVALUATION_STATES = ["processing", "completed"] as const;
export const EvaluationStarted = z
  .object({ evaluation_id: z.string(), status: z.enum(EVALUATION_STATES), ...requestWarnings })
  .meta({ id: "EvaluationStarted" });

/** `before`: as the published version reads it; null for nothing, as the other values. */
export const ValueChange = z.object({
  task_id: z.string(),
  path: z.string().describe("JSON Pointer into the reviewed data, or into what was read where that has no such row."),
  expected: Json,
  before: Json,
  after: Json,
  better: z.boolean(),
});
export type ValueChange = z.infer<typeof ValueChange>;

const RuleFigures = z.object({
  documents: z.int().describe("Documents that break a rule of the version that was tried."),
  published_documents: z.int().nullable().describe("Those that break a rule of the published version; null where that is what was tried."),
  broken: z
    .array(z.object({ name: z.string(), documents: z.int(), published_documents: z.int().nullable() }))
    .describe("Each rule that a document breaks, with how many do; those that most break first."),
});

/** A rule that a document breaks as one of the two versions reads it. */
const EvaluationBreak = BrokenRule.extend({
  task_id: z.string(),
  before: z.boolean().nullable().describe("Whether the document breaks it with the published version; null where that is what was tried."),
  after: z.boolean().describe("Whether the document breaks it with the version that was tried."),
});
export type EvaluationBreak = z.infer<typeof EvaluationBreak>;

export const Evaluation = z
  .object({
    evaluation_id: z.string(),
    status: z.enum(EVALUATION_STATES),
    template_id: z.string(),
    version: z.int().nullable().describe("Null for fields that were sent with the request."),
    published_version: z.int().describe("The version that it is compared with."),
    provider: z.string(),
    model: z.string().nullable(),
    created_at: z.string(),
    completed_at: z.string().nullable(),
    progress: z.object({ documents: z.int(), read: z.int(), failed: z.int() }),
    figures: Figures.nullable().describe("Set when completed. Documents that could not be read do not count; `failed` names them."),
    published: Figures.nullable().describe("The same documents by the published version; null where that is what was tried."),
    rules: RuleFigures.nullable().describe(
      "What the rules of each version say of what it read; duplicates are looked for among the documents of the evaluation. Fields that were sent are checked by the published version's rules. Null before it is completed, and for evaluations made before Winnow did so.",
    ),
    usage: Usage.nullable(),
    seconds: z.number().nullable().describe("Reading time of all documents together, without that of the published version."),
  })
  .meta({ id: "TemplateEvaluation" });
export type Evaluation = z.infer<typeof Evaluation>;

export const EvaluationList = z.object({ evaluations: z.array(Evaluation) }).meta({ id: "TemplateEvaluationList" });

export const EvaluationDetail = Evaluation.extend({
  changes: z.array(ValueChange).describe("Values that are right with one of the two versions only; the worse ones first."),
  broken_rules: z
    .array(EvaluationBreak)
    .describe("Rules that documents break, by the document; those that only the version tried breaks first."),
  failed: z.array(z.object({ task_id: z.string(), code: z.string(), message: z.string() })),
}).meta({ id: "TemplateEvaluationDetail" });
export type EvaluationDetail = z.infer<typeof EvaluationDetail>;

export const PublishBody = z
  .object({ force: z.boolean().nullish().describe("True: publish also when values are lost or rules are broken.") })
  .meta({ id: "PublishRequest" });
