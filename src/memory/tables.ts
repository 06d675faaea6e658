/** Layouts of an account's documents, what the review of each document taught, and what people said of pages of packets. */
import type { Generated } from "kysely";
import type { MaybeTime, SealedJson, Time } from "#platform/postgres/columns.ts";
import type { Mark } from "#structure/layout/marks.ts";
import type { StoredLesson } from "./lesson.ts";

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    memory_layouts: {
      id: string;
      account_id: string;
      scope: string;
      created_at: Time;
      last_used_at: MaybeTime;
      documents_read: Generated<number>;
    };
    memory_examples: {
      task_id: string;
      layout_id: string;
      account_id: string;
      scope: string;
      reviewed_at: Time;
      signature: string;
      lesson: SealedJson<StoredLesson>;
      values_read: number;
      values_right: number;
      /** The number of the last write of the row. */
      change: Generated<number>;
    };
    memory_pages: {
      packet_id: string;
      page: number;
      scope: string;
      layout_id: string;
      account_id: string;
      set_at: Time;
      is_of: boolean;
      begins: boolean;
      signature: string;
      marks: SealedJson<Mark[]>;
    };
  }
}
