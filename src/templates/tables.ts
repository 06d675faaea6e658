/** Templates and their versions. */
import type { Generated } from "kysely";
import type { Rules } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import type { JsonColumn, MaybeJson, MaybeTime, Time } from "#platform/postgres/columns.ts";

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    templates: {
      id: string;
      account_id: string;
      /** The one that tasks use. */
      version: number;
      /** The highest, which may be a draft. */
      newest_version: number;
      /** From which confidence on reviewed values were right; null: too few were reviewed. */
      measured_below: number | null;
      created_at: Time;
      updated_at: Time;
      deleted_at: MaybeTime;
    };
    template_versions: {
      template_id: string;
      version: number;
      name: string;
      extraction_schema: JsonColumn<Schema>;
      document_description: string | null;
      learn: Generated<boolean>;
      published: Generated<boolean>;
      review_below: number | null;
      second_review_share: number | null;
      rules: MaybeJson<Rules>;
      created_at: Time;
    };
  }
}
