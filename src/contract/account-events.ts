/** What an account's event stream tells of a change: which record changed and its state since, nothing of its content. */
import { z } from "zod";

export const AccountEvent = z
  .object({
    kind: z.enum(["task", "packet", "extract_batch", "batch", "position", "application", "delivery", "evaluation"]),
    id: z.string().describe("Id of the record, such as `task_…`."),
    status: z
      .string()
      .describe(
        "Of a task `processing`, `retrying`, `completed` or `failed`; of a packet `processing`, `completed` or `failed`; of an `extract_batch` or a `batch` (of résumés) `processing` or `completed`; of an application `evaluating`, `evaluated` or `failed`; of a delivery `pending`, `delivered` or `dead`; of an evaluation of a template `processing` or `completed`; of a position `created` or `changed`; `deleted` of what was deleted.",
      ),
    position_id: z.string().nullable().describe("The position of a batch or an application; null of what has none."),
  })
  .meta({ id: "AccountEvent" });
export type AccountEvent = z.infer<typeof AccountEvent>;
