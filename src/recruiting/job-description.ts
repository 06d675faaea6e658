/** The text of a job ad: as sent, or of the file at its URL. */
import type { Document, MimeType } from "#documents/document.ts";
import type { DocumentReader } from "#documents/read-document.ts";

import { fetchFile } from "#platform/fetch/fetch-file.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import { readFile } from "./read-file.ts";

/** PDF, DOCX, HTML or TXT by its bytes, one line of text per printed line. Throws TaskFailure. */
export async function fetchJobDescription(
  deps: { reader: DocumentReader; fetchRules: FetchRules },
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const bytes = await fetchFile(url, deps.fetchRules, signal);
  return textOf(await readFile(deps.reader, bytes, refusal, signal));
}

const refusal = (mimeType: MimeType | null) =>
  mimeType === null ? "The file is not a PDF, DOCX, HTML or TXT by its bytes. Convert it to one of these." : null;

/** One line of text per printed line. */
export function textOf(document: Document): string {
  return document.pages.map((page) => page.lines.map((line) => line.text).join("\n")).join("\n\n");
}
