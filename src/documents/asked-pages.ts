/** Which pages a caller asks for, and the failure when none of them is in the document. */
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";

/** Ascending without repeats; null means all. Throws TaskFailure `too_many_pages` above 200. Numbers below 1 are left out. */
export function askedPages(pages: readonly number[] | null | undefined): number[] | null {
  if (!pages || pages.length === 0) return null;
  const asked = [...new Set(pages)].filter((page) => Number.isSafeInteger(page) && page >= 1).sort((a, b) => a - b);
  if (asked.length > LIMITS.documentPagesMax) throw new TaskFailure("too_many_pages");
  return asked;
}

/** None of the pages asked for is in the document. */
export function noSuchPage(pageCount: number): TaskFailure {
  const has = pageCount === 1 ? "1 page" : `${pageCount} pages`;
  return new TaskFailure("empty_document", { message: `None of the pages asked for exists: the document has ${has}.`, internal: "pages" });
}
