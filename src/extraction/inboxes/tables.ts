/** Inboxes, and what came in them. */
import type { Generated } from "kysely";
import type { StoredBucket } from "#contract/buckets.ts";
import type { MailboxSettings } from "#contract/inboxes.ts";
import type { SealedJson, Time } from "#platform/postgres/columns.ts";

/** `sealedPassword`: by the service's secret, as it has to be read again. */
export type InboxSettings =
  | { kind: "folder"; path: string }
  | ({ kind: "bucket" } & StoredBucket)
  | ({ kind: "mailbox"; sealedPassword: string } & Omit<MailboxSettings, "password">);
/** What tells people which item it was. */
export type Came = { filename: string | null; from: string | null };

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    inboxes: {
      id: string;
      account_id: string;
      name: string;
      kind: InboxSettings["kind"];
      settings: SealedJson<InboxSettings>;
      senders: string[];
      template_id: string | null;
      paused: Generated<boolean>;
      problem: string | null;
      created_at: Time;
    };
    inbox_items: {
      inbox_id: string;
      key: Buffer;
      account_id: string;
      id: string;
      came: SealedJson<Came>;
      task_id: string | null;
      reason: string | null;
      at: Time;
    };
  }
}
