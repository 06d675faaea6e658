/** Evaluations of templates, and the documents that each reads again. */
import type { Generated } from "kysely";
import type { Evaluation, ValueChange } from "#contract/accuracy.ts";
import type { EngineName } from "#contract/providers.ts";
import type { BrokenRule } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { TaskRecord } from "#contract/task.ts";
import type { TaskErrorCode } from "#contract/task-errors.ts";
import type { Digest } from "#extraction/rules/digests.store.ts";
import type { Attempted, JsonColumn, MaybeJson, MaybeSealedJson, MaybeTime, Time } from "#platform/postgres/columns.ts";
import type { Tallied } from "#results/measure/figures.ts";

/**
 * How one version read a document. `broken`: missing where a version of Winnow that applied no rules here read it. `digest`: until the
 * evaluation ends, which compares it; missing without a rule about duplicates, or without a value that it names.
 */
export type Read = { tally: Tallied[]; entirelyRight: boolean; broken?: BrokenRule[]; digest?: Digest };
/** `before`: by the published version; null where that is what was tried. `ms`, `usage`: of the version that was tried. */
export type DocumentOutcome = { now: Read; before: Read | null; ms: number; usage: TaskRecord["usage"] };
/** `rules`: missing as `broken` of a document. `duplicates`: missing where a version of Winnow that looked for none ended it. */
export type EvaluationFigures = Pick<Evaluation, "figures" | "published" | "usage" | "seconds"> & {
  rules?: Evaluation["rules"];
  duplicates?: true;
};

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    template_evaluations: {
      id: string;
      account_id: string;
      template_id: string;
      /** Null for fields that were sent with the request. */
      version: number | null;
      published_version: number;
      extraction_schema: JsonColumn<Schema>;
      document_description: string | null;
      learn: boolean;
      provider: EngineName;
      model: string | null;
      documents: number;
      read: Generated<number>;
      failed: Generated<number>;
      created_at: Time;
      finished_at: MaybeTime;
      figures: MaybeJson<EvaluationFigures>;
      used_pages: Generated<number>;
      used_input_tokens: Generated<number>;
      used_output_tokens: Generated<number>;
      used_usd: Generated<number>;
    };
    template_evaluation_documents: Attempted & {
      id: string;
      evaluation_id: string;
      account_id: string;
      task_id: string;
      state: Generated<"processing" | "read" | "failed">;
      outcome: MaybeJson<DocumentOutcome>;
      changes: MaybeSealedJson<Omit<ValueChange, "task_id">[]>;
      usage: MaybeJson<TaskRecord["usage"]>;
      error_code: TaskErrorCode | null;
      error_message: string | null;
    };
  }
}
