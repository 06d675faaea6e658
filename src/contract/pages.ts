/** The `pages` field: "1-3,7" → [1, 2, 3, 7]. */
import { LIMITS } from "./limits.ts";

const PAGE_MAX = 1_000_000;

/** Ascending and unique, 1-based. At most 200 pages, the most one task reads. */
export function parsePages(text: string): number[] | { error: string } {
  const pages = new Set<number>();
  for (const part of text.split(",")) {
    const match = /^\s*(\d{1,7})(?:\s*-\s*(\d{1,7}))?\s*$/.exec(part);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? match?.[1]);
    if (!match || from < 1 || to > PAGE_MAX || from > to)
      return { error: `\`${part.trim().slice(0, 40)}\` is not a page or a range. Write pages like \`1-3,7\`.` };
    if (to - from >= LIMITS.documentPagesMax || pages.size + to - from >= LIMITS.documentPagesMax * 2)
      return { error: `At most ${LIMITS.documentPagesMax} pages can be read at once.` };
    for (let page = from; page <= to; page++) pages.add(page);
  }
  if (pages.size > LIMITS.documentPagesMax) return { error: `At most ${LIMITS.documentPagesMax} pages can be read at once.` };
  return [...pages].sort((a, b) => a - b);
}
