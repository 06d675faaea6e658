/** What reviews said of the documents of a template. */
import type { JsonColumn, Time } from "#platform/postgres/columns.ts";
import type { Tallied } from "#results/measure/figures.ts";

declare module "#platform/postgres/tables.ts" {
  interface Tables {
    reviewed_documents: {
      task_id: string;
      account_id: string;
      template_id: string;
      template_version: number;
      /** The layout in memory that it was read with. */
      layout_id: string | null;
      reviewed_at: Time;
      /** Whether nothing had to be corrected. */
      entirely_right: boolean;
      tally: JsonColumn<Tallied[]>;
    };
  }
}
