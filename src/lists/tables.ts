/** Lists of an account; their rows are files. */
import type { Generated } from "kysely";
import type { JsonColumn, Time } from "#platform/postgres/columns.ts";

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    lists: {
      id: string;
      account_id: string;
      name: string;
      version: Generated<number>;
      columns: JsonColumn<string[]>;
      row_count: number;
      /** Another one for each version. */
      blob_key: string;
      created_at: Time;
      updated_at: Time;
    };
  }
}
