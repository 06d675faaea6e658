/** Lists that lookups search: suppliers, cost centres, orders. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { requestWarnings } from "./task.ts";

export const ListBody = z
  .object({
    name: z.string().trim().min(1).max(200).describe("The name that people see."),
    csv: z
      .string()
      .min(1)
      .nullish()
      .describe("The rows as CSV; the first line names the columns. Separated by comma, semicolon, tab or |."),
    file_content: z.string().min(1).nullish().describe("The same as a file in base64, or a `data:` URL, in any common encoding."),
  })
  .superRefine(({ csv, file_content }, context) => {
    if ((csv == null) !== (file_content == null)) return;
    const message = csv == null ? "Send the rows by exactly one of `csv` and `file_content`." : "Send either `csv` or `file_content`.";
    context.addIssue({ code: "custom", path: ["csv"], message, params: { type: csv == null ? "missing" : "too_many" } });
  })
  .meta({ id: "ListRequest" });
export type ListBody = z.infer<typeof ListBody>;

export const ListRecord = z
  .object({
    list_id: z.string(),
    name: z.string(),
    version: z.int().describe("Raised whenever the rows are replaced."),
    columns: z.array(z.string()),
    rows: z.int().describe(`At most ${LIMITS.listRowsMax}.`),
    created_at: z.string(),
    updated_at: z.string(),
    ...requestWarnings,
  })
  .meta({ id: "List" });
export type ListRecord = z.infer<typeof ListRecord>;

export const ListOfLists = z.object({ lists: z.array(ListRecord), next_cursor: z.string().nullable() }).meta({ id: "ListOfLists" });
