/** The text of a job ad: as sent, or of the file at its URL. */
import { LIMITS } from "#contract/limits.ts";
import type { Document } from "#documents/document.ts";
import { ALL_TYPES, type DocumentReader, type ReadAsk } from "#documents/read-document.ts";
import { fetchFile } from "#platform/fetch/fetch-file.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import { AD_TEXT } from "./in-reader/works.ts";

const OTHER = "The file is not a PDF, DOCX, HTML or TXT by its bytes. Convert it to one of these.";

/** PDF, DOCX, HTML or TXT by its bytes. */
export const AD_FILE: ReadAsk = {
  accepts: ALL_TYPES,
  // One more, so that whoever analyses the text sees that it goes on.
  charactersMax: LIMITS.recruitingTextCharactersMax + 1,
  refusal: { other: OTHER, webPage: OTHER, encrypted: "The file is protected by a password. Save it without one and send it again." },
};

/** One line of text per printed line. Throws TaskFailure. */
export async function fetchJobDescription(
  deps: { reader: DocumentReader; fetchRules: FetchRules },
  url: string,
  signal: AbortSignal,
): Promise<string> {
  return deps.reader.work(AD_TEXT, null, await fetchFile(url, deps.fetchRules, signal), signal);
}

/** One line of text per printed line. */
export function textOf(document: Document): string {
  return document.pages.map((page) => page.lines.map((line) => line.text).join("\n")).join("\n\n");
}
