/** The text of a job ad: as sent, or of the file at its URL. */
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document } from "#documents/document.ts";
import type { DocumentReader } from "#documents/read-document.ts";
import { fetchFile } from "#platform/fetch/fetch-file.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";

/** PDF, DOCX, HTML or TXT by its bytes, one line of text per printed line. Throws TaskFailure. */
export async function fetchJobDescription(
  deps: { reader: DocumentReader; fetchRules: FetchRules },
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const bytes = await fetchFile(url, deps.fetchRules, signal);
  if (bytes.byteLength === 0) throw new TaskFailure("empty_document", { message: "The file is empty." });
  return textOf(await deps.reader.read(bytes, { flow: true }, signal));
}

/** One line of text per printed line. */
export function textOf(document: Document): string {
  return document.pages.map((page) => page.lines.map((line) => line.text).join("\n")).join("\n\n");
}
