/** A résumé's bytes: what it may be, and its failures in recruiting's words. */

import type { Warning } from "#contract/task.ts";
import type { Document, MimeType } from "#documents/document.ts";
import type { DocumentReader } from "#documents/read-document.ts";

import { readFile } from "./read-file.ts";

/**
 * A résumé as a Document: PDF, DOCX, JPG, PNG or TXT by its bytes. Throws TaskFailure as the reader does. A web page is
 * none of these: it is what a login or a removed file answers.
 */
export async function readResumeFile(reader: DocumentReader, bytes: Uint8Array, signal: AbortSignal): Promise<Document> {
  return cut(await readFile(reader, bytes, refusal, signal));
}

function refusal(mimeType: MimeType | null): string | null {
  if (mimeType === "text/html")
    return "The file is a web page, not a résumé. Give the address of the PDF, DOCX, JPG, PNG or TXT file itself.";
  return mimeType === null ? "The file is not a PDF, DOCX, JPG, PNG or TXT by its bytes. Convert it to one of these." : null;
}

/** Sent as text: its bytes are not asked what they are. Throws TaskFailure as the reader does. */
export async function readResumeText(reader: DocumentReader, bytes: Uint8Array, signal: AbortSignal): Promise<Document> {
  return cut(await reader.read(bytes, { as: "text/plain" }, signal));
}

/** Characters that are read; the longest résumés of professors have a quarter of it. */
const CHARACTERS_MAX = 200_000;

function cut(document: Document): Document {
  let left = CHARACTERS_MAX;
  let truncated = document.truncated;
  const pages = document.pages.map((page) => {
    const lines = page.lines.filter((line) => {
      left -= line.text.length;
      return left >= 0;
    });
    truncated ||= lines.length < page.lines.length;
    return { ...page, lines };
  });
  return { ...document, pages, truncated };
}

/** Says that not all of a file was read; empty when all was. */
export function incompleteness({ truncated, pagesFailed }: Document): Warning[] {
  const warnings: Warning[] = [];
  if (truncated) warnings.push({ code: "truncated", path: null, message: `Only the first ${CHARACTERS_MAX} characters were read.` });
  if (pagesFailed.length > 0)
    warnings.push({ code: "pages_failed", path: null, message: `Pages that could not be read: ${pagesFailed.join(", ")}.` });
  return warnings;
}
