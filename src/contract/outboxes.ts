/** Outboxes: where the records of finished tasks are written by themselves. An addition to the source API; see docs/decisions/spec-gaps.md. */
import { z } from "zod";
import { Bucket } from "./buckets.ts";
import { idShape, withoutNul } from "./ids.ts";
import { requestWarnings } from "./task.ts";

export const OutboxBody = z
  .object({
    name: z.string().trim().min(1, "Enter a name.").max(100).overwrite(withoutNul),
    template_id: z
      .string()
      .max(200)
      .overwrite(withoutNul)
      .nullish()
      .describe("Only tasks of this template; null: all tasks of the workspace."),
    only_reviewed: z
      .boolean()
      .default(false)
      .describe("True: a record is written once its task is reviewed, else when it ends; those of failed tasks in `failed/`."),
    bucket: Bucket,
  })
  .meta({ id: "OutboxRequest" });
export type OutboxBody = z.infer<typeof OutboxBody>;

export const OutboxChange = z.object({ paused: z.boolean() }).meta({ id: "OutboxChangeRequest" });

export const OutboxRecord = z
  .object({
    outbox_id: z.string(),
    name: z.string(),
    kind: z.enum(["folder", "bucket"]),
    place: z.string().describe("The folder's path, or the bucket with its folder and server."),
    template_id: z.string().nullable(),
    only_reviewed: z.boolean(),
    paused: z.boolean(),
    problem: z.string().nullable().describe("Why nothing can be written now; it is tried again. Null while something can."),
    waiting: z.int().describe("Records that are still to be written, counted up to 10,000."),
    created_at: z.string(),
    ...requestWarnings,
  })
  .meta({ id: "Outbox" });
export type OutboxRecord = z.infer<typeof OutboxRecord>;
export const OutboxList = z.object({ outboxes: z.array(OutboxRecord) }).meta({ id: "OutboxList" });

export const OutboxId = z.object({ outbox_id: idShape("out") });
