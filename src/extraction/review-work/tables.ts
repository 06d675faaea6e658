/** Reviewing as work of several people. */
import type { Generated } from "kysely";
import type { MaybeTime, SealedText, Time } from "#platform/postgres/columns.ts";

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
