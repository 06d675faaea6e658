/** GET /tasks/{task_id}/pages/{n}/words: the words in a part of a page. */
import { z } from "zod";
import { invalid } from "./errors.ts";
import { Evidence } from "./task.ts";

export type Bbox = z.infer<typeof Evidence>["bbox"];

export const PageWords = z
  .object({
    page: z.int(),
    bbox: Evidence.shape.bbox,
    text: z.string().describe("The words whose middle is inside the box, line by line; empty when there are none."),
  })
  .meta({ id: "PageWords" });
export type PageWords = z.infer<typeof PageWords>;

export const BboxText = z
  .string()
  .max(200)
  .optional()
  .describe("Left, top, right and bottom as shares of the page, such as `0.1,0.2,0.4,0.25`; absent: the whole page.");

const Share = z.number().min(0).max(1);
const Corners = z.tuple([Share, Share, Share, Share]).refine(([left, top, right, bottom]) => left < right && top < bottom);

/** Throws ApiError 422. */
export function bboxIn(text: string | undefined): Bbox {
  if (text === undefined) return [0, 0, 1, 1];
  const read = Corners.safeParse(text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part))));
  if (read.success) return read.data;
  throw invalid(["query", "bbox"], "Write left, top, right and bottom as shares of the page from 0 to 1, such as `0.1,0.2,0.4,0.25`.");
}
