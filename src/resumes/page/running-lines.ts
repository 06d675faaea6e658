/** Running heads and feet: lines at the edge of several pages with the name, the date and the page number. */
import type { Line, Page } from "#documents/document.ts";
import { fold } from "#language/fold.ts";

/** Shares of the page's height. */
const TOP = 0.07;
const BOTTOM = 0.86;
const NAME_CHARACTERS_MAX = 60;

/** The first occurrence of a line at the top stays: there it names the applicant. */
export function runningLines(pages: readonly Page[]): Set<Line> {
  const seen = new Map<string, Line[]>();
  if (pages.length < 2) return new Set(repeatsOfFirst(pages));
  for (const page of pages) {
    for (const line of page.lines) {
      const middle = (line.box.top + line.box.bottom) / 2;
      const edge = middle < TOP * page.height ? "top" : middle > BOTTOM * page.height ? "bottom" : null;
      if (edge === null) continue;
      const key = `${edge} ${fold(line.text).replace(/\s?\d{1,2}$/, "")}`;
      const alike = seen.get(key) ?? [];
      seen.set(key, alike);
      alike.push(line);
    }
  }
  return new Set([...seen].flatMap(([key, lines]) => (lines.length < 2 ? [] : lines.slice(key.startsWith("top") ? 1 : 0))));
}

/** A text without pages repeats the first line, the name, where the pages began. */
function repeatsOfFirst(pages: readonly Page[]): Line[] {
  const [first, ...rest] = pages[0]?.lines ?? [];
  const name = first?.text.trim() ?? "";
  return name.includes(" ") && name.length < NAME_CHARACTERS_MAX ? rest.filter((line) => line.text.trim() === name) : [];
}
