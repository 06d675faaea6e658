/** A page's lines as text in which columns stand below each other, as on the page. */
import type { Box, Page } from "#documents/document.ts";
import { uprightPage } from "#documents/layout/turned.ts";
import { largest, smallest } from "#documents/long-lists.ts";

/** Characters across a page at most: wide sheets are drawn narrower. */
const COLUMNS_MAX = 140;
/** Between two segments of a line, whatever their distance is. */
const GAP_MIN = 2;

/** One text per line, without the page's left margin. */
export function laidOut(page: Page): string[] {
  const lines = uprightPage(page).lines.map((line) => line.segments);
  const segments = lines.flat();
  const left = smallest(segments.map(({ box }) => box.left));
  const right = largest(segments.map(({ box }) => box.right));
  const unit = Math.max(usualWidth(segments), (right - left) / COLUMNS_MAX);
  if (!(unit > 0)) return page.lines.map(({ text }) => text);
  return lines.map((parts) =>
    parts.reduce((line, { text, box }) => {
      const column = Math.round((box.left - left) / unit);
      return line.padEnd(line === "" ? column : Math.max(column, line.length + GAP_MIN)) + text;
    }, ""),
  );
}

/** The median width of a character, in page units; 0 without text. */
function usualWidth(segments: readonly { text: string; box: Box }[]): number {
  const widths = segments.map(({ text, box }) => (box.right - box.left) / Math.max(1, text.length)).sort((a, b) => a - b);
  return widths[widths.length >> 1] ?? 0;
}
