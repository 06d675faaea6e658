/** Uploads of an account; their files are blobs. */
import type { SealedText, Time } from "#platform/postgres/columns.ts";

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    uploads: {
      id: string;
      account_id: string;
      created_at: Time;
      expires_at: Time;
      filename: SealedText<string | null>;
      size_bytes: number | null;
      blob_key: string | null;
      sha256: string | null;
      mime_type: string | null;
    };
  }
}
