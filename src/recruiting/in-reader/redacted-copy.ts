/** A redacted copy of a résumé, made in the reader's child. */
import { LIMITS } from "#contract/limits.ts";
import { TaskFailure } from "#contract/task-errors.ts";
import type { WorkContext } from "#documents/child/serve.ts";
import type { Document, Page } from "#documents/document.ts";
import { coverPage } from "#documents/drawing/cover-page.ts";
import { drawPage } from "#documents/drawing/draw-page.ts";
import { picturesAsPdf } from "#documents/drawing/pictures-as-pdf.ts";
import { readingOf } from "#documents/read-document.ts";
import { hasOwnPages } from "#documents/sniff.ts";
import { readAsResume } from "#resumes/read-resume.ts";
import { cut, RESUME_FILE } from "#resumes/resume-file.ts";
import { shownWords } from "#scoring/redaction/shown-words.ts";

/** Print is sharp, and our own reader reads it again: 150 dots per inch of A4. */
const WIDTH_PX = 1240;
/** Width of A4 in points, for pictures, whose own size is in pixels. */
const A4_WIDTH_PT = 595;

/** The PDF, as base64. Throws TaskFailure, `too_many_pages` among others. */
export async function redact(_ask: null, bytes: Buffer, context: WorkContext): Promise<string> {
  const whole = cut(await context.read(readingOf(bytes, RESUME_FILE), bytes));
  if (whole.pageCount > LIMITS.redactedPagesMax) throw tooMany(whole.pageCount);
  const identity = readAsResume(whole);
  const isPaged = hasOwnPages(whole.mimeType);
  const document = isPaged ? whole : cut(await context.read(readingOf(bytes, { ...RESUME_FILE, onePage: false }), bytes));
  if (document.pages.length > LIMITS.redactedPagesMax) throw tooMany(document.pages.length);
  const outline = isPaged ? identity.outline : readAsResume(document).outline;
  const shown = shownWords(document, outline, identity);
  const drawn = [];
  for (const page of document.pages) {
    const png = isPaged ? await context.draw(page.number, WIDTH_PX, bytes) : await drawPage(page, WIDTH_PX);
    drawn.push({ ...(await coverPage(png, page, (word) => shown.get(word) ?? 0)), widthPt: widthPtOf(document, page) });
  }
  return (await picturesAsPdf(drawn)).toString("base64");
}

const widthPtOf = ({ mimeType }: Document, { width }: Page): number => (mimeType.startsWith("image/") ? A4_WIDTH_PT : width);

const tooMany = (pages: number): TaskFailure =>
  new TaskFailure("too_many_pages", {
    message: `The résumé has ${pages} pages; a redacted copy is made of ${LIMITS.redactedPagesMax} at most.`,
  });
