/** Reviewing as work of several people. */
import type { Generated } from "kysely";
import type { FieldAgreement } from "#contract/accuracy.ts";
import type { ReadingDifference } from "#contract/review-work.ts";
import type { Corrections } from "#contract/task.ts";
import type { JsonColumn, MaybeSealedJson, MaybeTime, SealedText, Time } from "#platform/postgres/columns.ts";

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    task_work: {
      task_id: string;
      account_id: string;
      assigned_to: string | null;
      open_by: string | null;
      opened_at: MaybeTime;
      open_until: MaybeTime;
    };
    task_comments: {
      id: string;
      task_id: string;
      account_id: string;
      person_id: string | null;
      body: SealedText<string>;
      created_at: Time;
    };
    /** A row named `*` stands for all rules that the task breaks. */
    task_broken_rules: {
      task_id: string;
      rule: string;
      account_id: string;
      template_id: string | null;
      confidence: number | null;
      waits: boolean;
    };
    second_readings: {
      task_id: string;
      account_id: string;
      first_person: string | null;
      first_at: Time;
      first_values: MaybeSealedJson<Corrections>;
      second_person: string | null;
      second_at: MaybeTime;
      differences: MaybeSealedJson<ReadingDifference[]>;
    };
    reading_log: {
      id: Generated<number>;
      account_id: string;
      task_id: string;
      template_id: string;
      first_person: string | null;
      at: Time;
      tally: JsonColumn<FieldAgreement[]>;
    };
    review_log: {
      id: Generated<number>;
      account_id: string;
      task_id: string;
      template_id: string | null;
      person_id: string | null;
      at: Time;
      seconds: number | null;
      fields: string[];
    };
  }
}
