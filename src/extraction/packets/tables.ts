/** Table of packets. */
import type { PACKET_STATES } from "#contract/packets.ts";
import type { EngineName } from "#contract/providers.ts";
import type { DocumentSummary, TaskErrorRecord, TaskRecord } from "#contract/task.ts";
import type { Attempted, MaybeJson, MaybeSealedJson, MaybeTime, SealedJson, Time } from "#platform/postgres/columns.ts";

export type PacketRequest = {
  url: string | null;
  templates: string[];
  minConfidence: number;
  provider: EngineName;
  retentionDays: number | null;
  deadlineSeconds: number;
  /** Absent: true. */
  learn?: false;
};

/** `cut` and `template`: probabilities, 0..1; null of a part that was set by hand. */
export type StoredPart = {
  pages: number[];
  templateId: string | null;
  cut: number | null;
  template: number | null;
  reasons: string[];
  taskId: string | null;
};

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    packets: Attempted & {
      id: string;
      account_id: string;
      state: (typeof PACKET_STATES)[number];
      created_at: Time;
      finished_at: MaybeTime;
      expires_at: MaybeTime;
      request: SealedJson<PacketRequest>;
      metadata: SealedJson<TaskRecord["metadata"]>;
      document: SealedJson<DocumentSummary>;
      parts: MaybeSealedJson<StoredPart[]>;
      callback_url: string | null;
      sealed_password: string | null;
      blob_key: string | null;
      error: MaybeJson<TaskErrorRecord>;
    };
  }
}
