/** Words of a page in reading order, and helpers for boxes. */
import { memo } from "#contract/memo.ts";
import type { Box, Page, Word } from "#documents/document.ts";

/** All visible words, then the values of form fields, which are visible although they are not in the text layer. Cached per page object. */
export const wordsOf = memo(collect, new WeakMap());

function collect(page: Page): readonly Word[] {
  const words = page.lines.flatMap((line) => line.segments.flatMap((segment) => segment.words));
  return [...words, ...page.formFields.flatMap(formWords)];
}

function formWords(field: Page["formFields"][number]): Word[] {
  if (field.value === null || field.checked !== null) return [];
  const parts = field.value.split(/\s+/).filter((part) => part !== "");
  return parts.map((text) => ({ text, box: field.box, certainty: 1, source: "native", fontSize: 0, bold: false }));
}

/** Distance of the centres, in page units. */
export function distance(a: Box, b: Box): number {
  return Math.hypot((a.left + a.right - b.left - b.right) / 2, (a.top + a.bottom - b.top - b.bottom) / 2);
}
