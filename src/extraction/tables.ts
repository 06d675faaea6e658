/** Tables of tasks and batches. */
import type { Generated } from "kysely";
import type { EngineName } from "#contract/providers.ts";
import type { RuleOutcomes, Rules } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import type {
  Corrections,
  DocumentSummary,
  ExtractionResult,
  Stage,
  TaskErrorRecord,
  TaskRecord,
  TaskState,
  Warning,
} from "#contract/task.ts";
import type { Attempted, MaybeJson, MaybeSealedJson, MaybeTime, SealedJson, Time } from "#platform/postgres/columns.ts";

/** The stored request of a task: everything that has no column of its own. */
export type TaskRequest = {
  url: string | null;
  schema: Schema;
  documentDescription: string | null;
  provider: EngineName;
  fallback: EngineName[];
  pages: number[] | null;
  cache: "use" | "refresh" | "off";
  retentionDays: number | null;
  deadlineSeconds: number;
  priority: number;
  /** Absent: true. */
  learn?: false;
  /** Values less sure than this are to be reviewed; absent in tasks from before there was one. */
  reviewBelow?: number;
  /** The template is still to be chosen by the document. */
  auto?: true;
  /** Of the template; absent where it has none. */
  rules?: Rules;
  /** Warnings about the request; absent when there are none. */
  warnings?: Warning[];
};

/** A change of a task, sent as an event. */
export type TaskChange = {
  /** The row's revision after the change. */
  id: number;
  /** ISO 8601. */
  at: string;
  status: TaskState;
  stage: Stage;
  attempts: number;
  error: TaskErrorRecord | null;
};

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    tasks: Attempted & {
      id: string;
      account_id: string;
      state: TaskState;
      stage: Stage;
      revision: Generated<number>;
      history: Generated<TaskChange[]>;
      created_at: Time;
      started_at: MaybeTime;
      finished_at: MaybeTime;
      request: SealedJson<TaskRequest>;
      retention_days: number | null;
      deadline_seconds: number | null;
      callback_url: string | null;
      sealed_password: string | null;
      blob_key: string | null;
      template_id: string | null;
      template_version: number | null;
      metadata: SealedJson<TaskRecord["metadata"]>;
      document: SealedJson<DocumentSummary>;
      cache_key: string | null;
      engine: string | null;
      provider: string | null;
      model: string | null;
      result: MaybeSealedJson<ExtractionResult>;
      error: MaybeJson<TaskErrorRecord>;
      usage: MaybeJson<TaskRecord["usage"]>;
      timing: MaybeJson<TaskRecord["timing"]>;
      cache_hit: Generated<boolean>;
      expires_at: MaybeTime;
      confidence: number | null;
      /** Pointers of the values to review, by their confidence when they were read; null in tasks from before this was kept. */
      to_review: MaybeSealedJson<string[]>;
      rules: MaybeSealedJson<RuleOutcomes>;
      corrections: MaybeSealedJson<Corrections>;
      reviewed_at: MaybeTime;
      reviewed_by: string | null;
      batch_id: string | null;
      batch_index: number | null;
    };
    /** Its tasks name it, and their places in it. */
    extract_batches: {
      id: string;
      account_id: string;
      created_at: Time;
      completed_at: MaybeTime;
      expires_at: MaybeTime;
      total: number;
      retention_days: number | null;
      template_id: string | null;
      template_version: number | null;
      metadata: SealedJson<TaskRecord["metadata"]>;
      callback_url: string | null;
    };
    task_digests: {
      task_id: string;
      account_id: string;
      template_id: string;
      /** A keyed hash of values. */
      digest: string;
      created_at: Time;
      expires_at: Time;
    };
  }
}
