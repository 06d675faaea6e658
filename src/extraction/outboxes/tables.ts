/** Outboxes, and what is to be written in them. */
import type { Generated } from "kysely";
import type { StoredBucket } from "#contract/buckets.ts";
import type { SealedJson, Time } from "#platform/postgres/columns.ts";

export type OutboxSettings = { kind: "folder"; path: string } | ({ kind: "bucket" } & StoredBucket);

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    outboxes: {
      id: string;
      account_id: string;
      name: string;
      kind: OutboxSettings["kind"];
      settings: SealedJson<OutboxSettings>;
      template_id: string | null;
      only_reviewed: boolean;
      paused: Generated<boolean>;
      problem: string | null;
      created_at: Time;
    };
    outbox_writes: {
      outbox_id: string;
      task_id: string;
      account_id: string;
      change: Generated<string>;
      since: Time;
    };
  }
}
