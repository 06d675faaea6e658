/** Tables of webhook secrets, deliveries and receivers. */
import type { Generated } from "kysely";
import type { DeliveryState, EventType } from "#contract/webhooks.ts";
import type { MaybeTime, SealedText, Time } from "#platform/postgres/columns.ts";

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    webhook_secrets: {
      account_id: string;
      sealed_secret: string;
      created_at: Time;
      sealed_previous: string | null;
      previous_expires_at: MaybeTime;
    };
    deliveries: {
      id: string;
      account_id: string;
      task_id: string | null;
      batch_id: string | null;
      packet_id: string | null;
      extract_batch_id: string | null;
      webhook_id: string;
      event_type: EventType;
      url: string;
      state: DeliveryState;
      body: SealedText<string>;
      attempts: Generated<number>;
      failures: Generated<number>;
      next_attempt_at: MaybeTime;
      created_at: Time;
      delivered_at: MaybeTime;
      origin: string;
      receiver: string;
      replayed_at: MaybeTime;
      reason: string | null;
    };
    webhook_urls: {
      account_id: string;
      receiver: string;
      origin: string;
      url: string;
      failures: Generated<number>;
      failing_since: MaybeTime;
      last_error: string | null;
      answered_at: MaybeTime;
      probed_by: string | null;
      probed_until: MaybeTime;
      disabled_at: MaybeTime;
      changed_at: Time;
    };
    delivery_attempts: {
      delivery_id: string;
      number: number;
      started_at: Date;
      duration_ms: number;
      response_status: number | null;
      error: string | null;
      response_excerpt: SealedText<string | null>;
    };
  }
}
