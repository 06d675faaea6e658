/** Accepted types of a résumé's bytes, and their failures in recruiting's words. */
import type { MimeType } from "#contract/file-types.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Warning } from "#contract/task.ts";
import type { Document } from "#documents/document.ts";
import type { DocumentReader, ReadAsk } from "#documents/read-document.ts";

export const RESUME_TYPES: readonly MimeType[] = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "text/plain",
];

/**
 * PDF, DOCX, JPG, PNG or TXT, detected from the bytes. A web page is refused: it is usually the answer of a login page or of a removed
 * file.
 */
export const RESUME_FILE: ReadAsk = {
  accepts: RESUME_TYPES,
  onePage: true,
  charactersMax: LIMITS.recruitingTextCharactersMax,
  refusal: {
    webPage: "The file is a web page, not a résumé. Give the address of the PDF, DOCX, JPG, PNG or TXT file itself.",
    other: "The file is not a PDF, DOCX, JPG, PNG or TXT by its bytes. Convert it to one of these.",
    encrypted: "The file is protected by a password. Save it without one and send it again.",
  },
};
/** Sent as text: the type is not detected from the bytes. */
export const RESUME_TEXT: ReadAsk = {
  accepts: ["text/plain"],
  onePage: true,
  charactersMax: LIMITS.recruitingTextCharactersMax,
};

/** A résumé as a Document. Throws TaskFailure as the reader does. */
export async function readResumeFile(reader: DocumentReader, bytes: Uint8Array, signal: AbortSignal): Promise<Document> {
  return cut(await reader.read(bytes, RESUME_FILE, signal));
}

export function cut(document: Document): Document {
  let left = LIMITS.recruitingTextCharactersMax;
  let truncated = document.truncated;
  const pages = document.pages.map((page) => {
    const lines = page.lines.filter((line) => {
      left -= line.text.length;
      return left >= 0;
    });
    const hidden = page.hidden.filter(({ text }) => {
      left -= text.length;
      return left >= 0;
    });
    truncated ||= lines.length + hidden.length < page.lines.length + page.hidden.length;
    return { ...page, lines, hidden };
  });
  return { ...document, pages, truncated };
}

/** Warnings that not all of a file was read; empty when all was. */
export function incompleteness({ truncated, pagesFailed }: Document): Warning[] {
  const warnings: Warning[] = [];
  if (truncated)
    warnings.push({ code: "truncated", path: null, message: `Only the first ${LIMITS.recruitingTextCharactersMax} characters were read.` });
  if (pagesFailed.length > 0)
    warnings.push({ code: "pages_failed", path: null, message: `Pages that could not be read: ${pagesFailed.join(", ")}.` });
  return warnings;
}
