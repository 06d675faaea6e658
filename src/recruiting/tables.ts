/** Batches of résumés, positions and evaluations. */
import type { Generated } from "kysely";
import type { ProviderName } from "#contract/providers.ts";
import type { ResumeResult } from "#contract/recruiting/batch.ts";
import type { EvaluationRecord } from "#contract/recruiting/evaluate.ts";
import type { Skill } from "#contract/recruiting/skill.ts";
import type { FieldResult, TaskRecord } from "#contract/task.ts";
import type { TaskErrorCode } from "#contract/task-errors.ts";
import type { Page } from "#documents/document.ts";
import type {
  Attempted,
  JsonColumn,
  MaybeJson,
  MaybeSealedJson,
  MaybeTime,
  SealedJson,
  SealedText,
  Time,
} from "#platform/postgres/columns.ts";

/** The part of a result that lists show and that duplicates are detected by. */
export type ResumeSummary = Pick<ResumeResult, "application_name" | "email" | "phone" | "warnings">;

/** Lengths in page units (documents/document.ts). */
export type PageSize = Pick<Page, "number" | "width" | "height">;

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    batches: {
      id: string;
      account_id: string;
      callback_url: string | null;
      provider: Generated<ProviderName>;
      position_id: string | null;
      total_documents: number;
      successful_count: Generated<number>;
      failed_count: Generated<number>;
      created_at: Time;
      completed_at: MaybeTime;
      expires_at: MaybeTime;
    };
    batch_entries: Attempted & {
      id: string;
      batch_id: string;
      account_id: string;
      index: number;
      filename: SealedText<string | null>;
      url: SealedText<string | null>;
      blob_key: string | null;
      state: Generated<"processing" | "succeeded" | "failed">;
      mime_type: string | null;
      sha256: string | null;
      page_count: number | null;
      /** Of the pages that were read. */
      pages: MaybeJson<PageSize[]>;
      result: MaybeSealedJson<ResumeResult>;
      summary: MaybeSealedJson<ResumeSummary>;
      fields: MaybeSealedJson<Record<string, FieldResult>>;
      usage: MaybeJson<TaskRecord["usage"]>;
      error_code: TaskErrorCode | null;
      error_message: string | null;
    };
    positions: {
      id: string;
      account_id: string;
      title: string;
      description: SealedText<string | null>;
      description_file_url: string | null;
      required_skills: JsonColumn<Skill[]>;
      questions: JsonColumn<string[]>;
      /** Of the skills: what was evaluated for an earlier one does not count. */
      revision: Generated<number>;
      /** Null: the service's rule. */
      retention_days: number | null;
      review_contact: string | null;
      created_at: Time;
      updated_at: Time;
    };
    application_evaluations: Attempted & {
      /** Of the application. */
      id: string;
      position_id: string;
      account_id: string;
      state: Generated<"evaluating" | "evaluated" | "failed">;
      evaluation_id: string | null;
      evaluated_at: MaybeTime;
      overall_score: number | null;
      skills: MaybeSealedJson<EvaluationRecord["skills"]>;
      warnings: MaybeSealedJson<EvaluationRecord["warnings"]>;
      error_code: TaskErrorCode | null;
      error_message: string | null;
    };
    application_groups: {
      application_id: string;
      position_id: string;
      account_id: string;
      /** Group by category. */
      groups: SealedJson<Record<string, string>>;
      selected: boolean | null;
    };
    stored_resumes: {
      account_id: string;
      application_id: string;
      blob_key: string;
      url: SealedText<string | null>;
      /** As recruiting/kept-claims.ts makes them. */
      claims: MaybeSealedJson<object>;
      expires_at: Time;
    };
    evaluations: {
      id: string;
      account_id: string;
      created_at: Time;
      job_id: string;
      application_id: string;
      rules_version: string;
      engine: string;
      document_sha256: string;
      record: SealedJson<EvaluationRecord>;
      usage: MaybeJson<EvaluationRecord["usage"]>;
      expires_at: Time;
    };
  }
}
