/** The first and last lines of pages, as a model is shown them that is asked where documents begin. */
import type { Document } from "#documents/document.ts";
import type { PageHead } from "./works.ts";

const HEAD_LINES = 10;
const FOOT_LINES = 3;
const LINE_CHARACTERS_MAX = 160;

/** Of each page with words. */
export function pageHeads({ pages }: Document): PageHead[] {
  return pages
    .filter(({ lines }) => lines.length > 0)
    .map(({ number, part = null, lines }) => {
      const texts = lines.map(({ text }) => text.slice(0, LINE_CHARACTERS_MAX).toWellFormed());
      return { page: number, part, head: texts.slice(0, HEAD_LINES), foot: texts.slice(HEAD_LINES).slice(-FOOT_LINES) };
    });
}
