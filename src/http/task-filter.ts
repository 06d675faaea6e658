/** Which tasks are meant: parameters of their list, and of their results as files. */
import { z } from "zod";
import { idShape, withoutNul } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import { BrokenRule } from "#contract/review-work.ts";
import type { TaskFilter } from "#extraction/task-list.store.ts";

/** Rejects an empty text, which coercion would turn into 0. */
const Share = z.preprocess((text) => (text === "" ? Number.NaN : text), z.coerce.number().min(0).max(1));
const Time = z.iso.datetime({ offset: true });

export const taskFilter = {
  batch_id: idShape("bat").optional().describe("Only tasks of this batch."),
  created_after: Time.optional().describe("RFC 3339, such as `2026-01-31T12:00:00Z`."),
  created_before: Time.optional().describe("RFC 3339, as `created_after`."),
  q: z
    .string()
    .max(LIMITS.searchCharactersMax)
    .overwrite(withoutNul)
    .optional()
    .describe("The beginning of a task's id, or text from its file name or metadata; upper and lower case are the same."),
  review: z
    .enum(["needed", "done", "second"])
    .optional()
    .describe(
      "`needed`: completed, and not marked as reviewed yet. `second`: reviewed, and to be read again by a second person, for a person without those that they reviewed.",
    ),
  broken_rule: BrokenRule.optional().describe("Only tasks whose values break the rule of their template with this name; `*`: any."),
  confidence_below: Share.optional().describe("Completed tasks that have a value with a lower confidence than this, 0 to 1."),
};
const Asked = z.object(taskFilter);

/** `reader`: the signed-in person; null with a key. */
export function filterOf(asked: z.infer<typeof Asked>, reader: string | null): Omit<TaskFilter, "state" | "templateId" | "limit"> {
  return {
    batchId: asked.batch_id ?? null,
    createdAfter: asked.created_after === undefined ? null : new Date(asked.created_after),
    createdBefore: asked.created_before === undefined ? null : new Date(asked.created_before),
    text: asked.q?.trim() || null,
    review: asked.review ?? null,
    reader,
    brokenRule: asked.broken_rule ?? null,
    confidenceBelow: asked.confidence_below ?? null,
  };
}
