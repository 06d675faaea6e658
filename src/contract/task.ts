/** The task record and the states a task can be in. */
import { z } from "zod";
import { Json } from "./json.ts";
import { RuleOutcomes } from "./rules.ts";
import { TASK_ERROR_CODES } from "./task-errors.ts";

export const TASK_STATES = ["processing", "retrying", "completed", "failed"] as const;
export const TaskState = z.enum(TASK_STATES).meta({
  id: "TaskStatus",
  description:
    "`processing`: waits or is being read. `retrying`: an attempt failed, and the next is scheduled. `completed` and `failed` are final.",
});
export type TaskState = z.infer<typeof TaskState>;

/** All allowed transitions; ARCHITECTURE.md draws this table. `retry` of a failed task starts a new run: failed → processing. */
export const MOVES: Record<TaskState, readonly TaskState[]> = {
  processing: ["completed", "retrying", "failed"],
  retrying: ["processing", "failed"],
  completed: [],
  failed: ["processing"],
};

export const STAGES = ["queued", "fetching", "reading", "extracting", "checking", "done"] as const;
export const Stage = z.enum(STAGES);
export type Stage = z.infer<typeof Stage>;

export const FIELD_STATUSES = ["found", "not_found", "unreadable", "inferred", "invalid"] as const;

/** `bbox`: [left, top, right, bottom] as shares of the page, 0..1, origin top left. `page` is 1-based. */
export const Evidence = z
  .object({
    page: z.int().min(1),
    text: z.string(),
    bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    part: z
      .string()
      .optional()
      .describe("Name of the attachment, of the file inside of the document, or of one of its e-invoices. Absent for the document itself."),
    sheet: z.string().optional().describe("Name of the sheet of a spreadsheet."),
    cell: z.string().optional().describe("Name of the first cell, such as `C7`."),
    path: z.string().optional().describe("Path of the element or attribute of an XML file, such as `/Invoice/ID`."),
  })
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof Evidence>;

export const Warning = z
  .object({
    code: z.string(),
    path: z.string().nullable(),
    message: z.string(),
    candidates: z.array(Json).optional(),
  })
  .meta({ id: "Warning" });
export type Warning = z.infer<typeof Warning>;

/** For the response to a POST or PUT. */
export const requestWarnings = {
  warnings: z.array(Warning).optional().describe("Properties of the request that the service does not know. Absent when there are none."),
};

/** Factors of a confidence, explained in docs/accuracy.md. */
export const CONFIDENCE_FACTORS = [
  "other_print",
  "letters_differ",
  "unclear_words",
  "poor_page",
  "ambiguous_value",
  "rivals",
  "checks",
  "inferred",
  "other_engine",
  "remembered",
  "stated",
  "print",
  "failed_check",
] as const;
/** `effect`: added to the log-odds that the value is right. */
export const ConfidenceFactor = z.object({ factor: z.enum(CONFIDENCE_FACTORS), effect: z.number() }).meta({ id: "ConfidenceFactor" });
export type ConfidenceFactor = z.infer<typeof ConfidenceFactor>;

export const FieldResult = z
  .object({
    value: Json,
    raw: z.string().nullable(),
    status: z.enum(FIELD_STATUSES),
    confidence: z.number().min(0).max(1).nullable(),
    /** Absent where there is no confidence. */
    confidence_factors: z.array(ConfidenceFactor).optional(),
    evidence: z.array(Evidence),
    warnings: z.array(z.string()),
  })
  .meta({ id: "FieldResult" });
export type FieldResult = z.infer<typeof FieldResult>;

export const Completeness = z.object({
  pages_read: z.array(z.int()),
  pages_failed: z.array(z.int()),
  truncated: z.boolean(),
});
export type Completeness = z.infer<typeof Completeness>;

/** The layout whose reviewed documents were a reason for the values. `likeness` 0..1 of the document to it; `examples`: how many. */
export const MemoryUsed = z
  .object({
    layout_id: z.string(),
    likeness: z.number().min(0).max(1),
    examples: z.int().min(1),
    last_task_id: z.string().describe("The task that was reviewed last of them; it may be deleted since."),
    last_reviewed_at: z.string(),
  })
  .meta({ id: "MemoryUsed", description: "The layout that the document was read with, from earlier reviews." });
export type MemoryUsed = z.infer<typeof MemoryUsed>;

/** The result that results/ makes from a document, a schema and findings. `fields` is keyed by JSON Pointer into `data`. */
export const ExtractionResult = z.object({
  data: z.record(z.string(), Json),
  fields: z.record(z.string(), FieldResult),
  completeness: Completeness,
  warnings: z.array(Warning),
  /** Absent where nothing was remembered. */
  memory: MemoryUsed.optional(),
});
export type ExtractionResult = z.infer<typeof ExtractionResult>;

export const DocumentSummary = z.object({
  filename: z.string().nullable(),
  url: z.string().nullable().describe("URL that it was fetched from, with `***` for the values of the query. Null for a file."),
  mime_type: z.string().nullable(),
  size_bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  page_count: z.int().nullable(),
  structured: z
    .object({ format: z.string(), profile: z.string().nullable() })
    .optional()
    .describe("The kind of e-invoice that the file is or holds. Absent for others."),
  classified: z
    .object({
      template_id: z.string().nullable().describe("Null: the document is like none of the templates, and nothing was read."),
      confidence: z.number().min(0).max(1),
      reasons: z.array(z.string()),
    })
    .optional()
    .describe("Of a task with `template_id: auto`, once its document was looked at: the template that was chosen."),
  pages: z.array(
    z.object({
      number: z.int(),
      part: z
        .string()
        .optional()
        .describe("Name of the attachment, of the file inside of the document, or of the one of its e-invoices, that the page is of."),
      sheet: z.string().optional().describe("Name of the sheet that the page shows."),
      width: z.number(),
      height: z.number(),
      text_source: z.enum(["native", "ocr", "mixed"]),
      quality: z.number(),
    }),
  ),
});
export type DocumentSummary = z.infer<typeof DocumentSummary>;

export const TaskError = z.object({
  code: z.enum(TASK_ERROR_CODES),
  message: z.string(),
  retryable: z.boolean(),
  stage: Stage,
});
export type TaskErrorRecord = z.infer<typeof TaskError>;

export const Usage = z.object({
  pages: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost_usd: z.number().nullable(),
});
export const Timing = z.object({
  queue_ms: z.int().nullable(),
  fetch_ms: z.int().nullable(),
  read_ms: z.int().nullable(),
  extract_ms: z.int().nullable(),
  total_ms: z.int().nullable(),
});

export const WEBHOOK_STATES = ["pending", "delivered", "failed"] as const;

export const TaskSummary = z
  .object({
    task_id: z.string(),
    status: TaskState,
    message: z.string(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    attempts: z.int(),
    stage: Stage,
    engine: z.string().nullable(),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    document: DocumentSummary,
    template: z.object({ template_id: z.string(), version: z.int() }).nullable(),
    metadata: z.record(z.string(), Json),
    error: TaskError.nullable(),
    /**
     * The lowest confidence of the fields that have a value, 0.5 at most when a rule speaks against the document; null when no field has one,
     * or the task is not completed.
     */
    confidence: z.number().min(0).max(1).nullable(),
    /** When a person finished the review. */
    reviewed_at: z.string().nullable(),
    batch_id: z.string().nullable().describe("The batch that it was sent with (`extract-batch`); null of a task of its own."),
  })
  .meta({ id: "TaskSummary" });
export type TaskSummary = z.infer<typeof TaskSummary>;

/** A place that a person points at. */
const PointedAt = z.object({
  page: z.int().min(1),
  bbox: z.tuple([z.number().min(0).max(1), z.number().min(0).max(1), z.number().min(0).max(1), z.number().min(0).max(1)]),
});

/** A correction that also says where the value stands. */
export const PointedCorrection = z.strictObject({ value: Json, at: PointedAt });

/** Values that people corrected, by the field's JSON Pointer; `by` is an e-mail address or `API key`. */
export const Corrections = z.record(
  z.string(),
  z.object({
    value: Json,
    at: z.string(),
    by: z.string(),
    place: PointedAt.optional().describe("Where the value stands, if the person said."),
  }),
);
export type Corrections = z.infer<typeof Corrections>;

/** Stored beside `data` and `fields`, which keep the extracted values. */
export const Review = z
  .object({ values: Corrections, completed_at: z.string().nullable(), completed_by: z.string().nullable() })
  .meta({ id: "Review" });

export const ReviewBody = z
  .object({
    corrections: z
      .record(z.string(), Json)
      .nullish()
      .describe(
        "New values by the JSON Pointer of a field: as JSON of its type, or as a person would type it (`1.190,00 EUR`, `3 April 2026`). " +
          "Null: the document has no such value. Sending the value that was read removes the correction. `/line_items/3` with null removes " +
          "a row, `/line_items/-` with an object adds one at the end, and `/line_items` with an array replaces all. With " +
          '`{"value": …, "at": {"page": 1, "bbox": […]}}` the correction says where the value stands, in shares of the page.',
      ),
    done: z.boolean().nullish().describe("True marks the task as reviewed, false as not reviewed."),
  })
  .meta({ id: "ReviewRequest" });
export type ReviewBody = z.infer<typeof ReviewBody>;

export const TaskRecord = TaskSummary.extend({
  queue_position: z.int().nullable(),
  /** When the next attempt starts; set only while `retrying`. */
  next_attempt_at: z.string().nullable(),
  deadline_at: z.string(),
  data: z.record(z.string(), Json).nullable(),
  fields: z.record(z.string(), FieldResult).nullable(),
  completeness: Completeness.nullable(),
  warnings: z.array(Warning),
  usage: Usage,
  timing: Timing,
  cache: z.object({ hit: z.boolean() }),
  webhook: z.object({ status: z.enum(WEBHOOK_STATES), attempts: z.int() }).nullable(),
  reviewed: Review.nullable(),
  review_below: z.number().min(0).max(1).describe("Values less sure than this are to be reviewed."),
  needs_review: z
    .array(z.string())
    .nullable()
    .describe("JSON Pointers of the values in `fields` less sure than `review_below`; empty when reviewed, null without values."),
  rules: RuleOutcomes.nullable().describe(
    "What the template's rules say of the values; null where it has none, or the task is not completed.",
  ),
  memory: MemoryUsed.nullable().describe("The layout whose reviews were a reason for the values; null where none was."),
}).meta({ id: "Task" });
export type TaskRecord = z.infer<typeof TaskRecord>;
