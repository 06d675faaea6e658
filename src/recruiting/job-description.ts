/** The text of a job ad: as sent, or of the file at its URL. */
import { LIMITS } from "#contract/limits.ts";
import type { Warning } from "#contract/task.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document } from "#documents/document.ts";
import type { DocumentReader, ReadAsk } from "#documents/read-document.ts";
import { fetchFile } from "#platform/fetch/fetch-file.ts";
import type { FetchRules } from "#platform/fetch/guarded-fetch.ts";
import { RESUME_TYPES } from "#resumes/resume-file.ts";
import { AD_TEXT } from "./in-reader/works.ts";

const OTHER = "The file is not a PDF, DOCX, HTML or TXT by its bytes. Convert it to one of these.";

/** PDF, DOCX, HTML or TXT by its bytes. */
export const AD_FILE: ReadAsk = {
  accepts: [...RESUME_TYPES, "text/html"],
  onePage: true,
  // One more, so that the analysis sees that the text goes on.
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

/** `warnings` say why there is none. */
export type JobText = { text: string; warnings: Warning[] };

/** Used only to recognise text copied from the ad, so a file that cannot be fetched is a warning. */
export async function jobTextOf(
  deps: { reader: DocumentReader; fetchRules: FetchRules },
  { description, url }: { description: string | null; url: string | null },
  signal: AbortSignal,
): Promise<JobText> {
  if (description !== null && description.trim() !== "") return { text: description, warnings: [] };
  if (url === null) return { text: "", warnings: [] };
  try {
    return { text: await fetchJobDescription(deps, url, signal), warnings: [] };
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    const message = `The job description could not be read, so that text copied from it was not looked for: ${error.publicMessage}`;
    return { text: "", warnings: [{ code: "job_description_unread", path: null, message }] };
  }
}

/** One line of text per printed line. */
export function descriptionText(document: Document): string {
  return document.pages.map((page) => page.lines.map((line) => line.text).join("\n")).join("\n\n");
}
