/** Cursors of lists that are sorted by more than an id: the sort columns of the last entry of the page before, opaque to callers. */
import { z } from "zod";
import { invalid } from "#contract/errors.ts";
import { NO_CURSOR } from "#contract/json.ts";

const CHARACTERS_MAX = 300;

export const SortKeyCursor = z.string().max(CHARACTERS_MAX).describe("`next_cursor` of the previous page, in the same order.");

export const cursorOfSortKey = (sortKey: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(sortKey)).toString("base64url");

/** Throws ApiError 422. */
export function sortKeyOfCursor<T>(shape: z.ZodType<T>, cursor: string): T {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw invalid(["query", "cursor"], NO_CURSOR);
  }
}
