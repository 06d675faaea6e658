/** The words of a selected part of a page of a task's document. */
import type { Bbox } from "#contract/page-words.ts";
import { type DocumentReader, readingOf } from "#documents/read-document.ts";
import { PAGE_WORDS } from "#extraction/in-reader/works.ts";
import type { Blobs } from "#platform/blobs/blobs.ts";
import type { Db } from "#platform/postgres/db.ts";
import { readDocumentOf } from "./task-actions.ts";

/** Throws ApiError 404 when the task or its document does not exist, TaskFailure for a problem with the file or the page. */
export async function wordsOn(
  deps: { db: Db; blobs: Blobs; reader: DocumentReader },
  accountId: string,
  id: string,
  { page, bbox, password }: { page: number; bbox: Bbox; password: string | null },
  signal: AbortSignal,
): Promise<string> {
  const { bytes } = await readDocumentOf(deps, accountId, id);
  return deps.reader.work(PAGE_WORDS, { reading: readingOf(bytes, { pages: [page], password }), bbox }, bytes, signal);
}
