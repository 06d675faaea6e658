/** Batches of résumés: POST extract-resumes, GET extraction-status/{job_id}. */
import { z } from "zod";
import { WebUrl } from "#contract/json.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { FieldResult, requestWarnings, Warning, WEBHOOK_STATES } from "#contract/task.ts";
import { TASK_ERROR_CODES } from "#contract/task-errors.ts";
import { JsonResume } from "./json-resume.ts";
import { ModelUsage } from "./model-usage.ts";
import { ResumeFile } from "./resume-file.ts";

export const RESUMES_PER_JOB_MAX = 100;

export const ExtractResumesBody = z
  .object({
    files: z.array(ResumeFile).nullish().describe("Résumés in the request itself. May be sent together with `urls`; 100 in all."),
    urls: z.array(WebUrl).nullish().describe("URLs of résumé files."),
    provider: z.enum(PROVIDER_NAMES).nullish().describe("Which provider reads the résumés; the server's default if left out."),
    callback_url: WebUrl.nullish().describe("Receives a signed webhook `resume_job.completed` when all files are done."),
  })
  .superRefine(({ files, urls }, context) => {
    const total = (files?.length ?? 0) + (urls?.length ?? 0);
    if (total >= 1 && total <= RESUMES_PER_JOB_MAX) return;
    const message =
      total === 0 ? "Send at least one of `files` and `urls`." : `At most ${RESUMES_PER_JOB_MAX} résumés per job; you sent ${total}.`;
    context.addIssue({ code: "custom", path: ["files"], message, params: { type: total === 0 ? "missing" : "too_many" } });
  })
  .meta({ id: "ExtractResumesRequest" });
export type ExtractResumesBody = z.infer<typeof ExtractResumesBody>;

export const ExtractResumesReply = z
  .object({ job_id: z.string(), message: z.string(), total_documents: z.int(), ...requestWarnings })
  .meta({ id: "ExtractResumesResponse" });
export type ExtractResumesReply = z.infer<typeof ExtractResumesReply>;

/** What is read from one résumé. */
export const ResumeResult = z.object({
  application_name: z.string(),
  email: z.string(),
  phone: z.string(),
  resume: JsonResume,
  confidence: z.number().min(0).max(1),
  warnings: z.array(Warning),
  engine: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
});
export type ResumeResult = z.infer<typeof ResumeResult>;

const Place = z.object({
  /** Index in the request: files first, then urls, from 0. */
  index: z.int(),
  filename: z.string().nullable(),
  resume_url: z.string(),
});
/** Sum over all attempts. */
const used = { usage: ModelUsage };
export const SuccessfulExtraction = ResumeResult.extend({
  ...used,
  application_id: z.string(),
  ...Place.shape,
  /** `index` of an earlier résumé of the same person in this batch; null when there is none. */
  duplicate_of: z.int().nullable(),
}).meta({ id: "SuccessfulExtraction" });
export type SuccessfulExtraction = z.infer<typeof SuccessfulExtraction>;

/** One résumé with all details. `fields` is keyed by JSON Pointer into `resume`. */
export const ResumeRecord = SuccessfulExtraction.extend({
  job_id: z.string(),
  mime_type: z.string(),
  sha256: z.string(),
  page_count: z.int(),
  fields: z.record(z.string(), FieldResult),
}).meta({ id: "Resume" });
export type ResumeRecord = z.infer<typeof ResumeRecord>;

export const FailedExtraction = Place.extend({ ...used, code: z.enum(TASK_ERROR_CODES), message: z.string() }).meta({
  id: "FailedExtraction",
});
export type FailedExtraction = z.infer<typeof FailedExtraction>;

export const RESUME_JOB_STATES = ["processing", "completed"] as const;

export const ExtractionStatus = z
  .object({
    job_id: z.string(),
    status: z.enum(RESUME_JOB_STATES),
    total_documents: z.int(),
    total_processed: z.int(),
    successful_count: z.int(),
    failed_count: z.int(),
    created_at: z.string(),
    completed_at: z.string().nullable(),
    successful_extractions: z.array(SuccessfulExtraction),
    failed_extractions: z.array(FailedExtraction),
    webhook: z.object({ status: z.enum(WEBHOOK_STATES), attempts: z.int() }).nullable(),
  })
  .meta({ id: "ExtractionStatus" });
export type ExtractionStatus = z.infer<typeof ExtractionStatus>;
