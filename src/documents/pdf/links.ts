/** Link annotations of a page: their targets, and the words in their boxes. */
import type { Link } from "#documents/document.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import type { ParsedPage } from "./parser.ts";

/** Links looked at per page. */
const LINKS_MAX = 500;

export function linksOf(page: ParsedPage, words: readonly PlacedWord[]): Link[] {
  const annotations = (page.annotations ?? []).filter(({ uri, rect }) => uri !== undefined && uri !== "" && rect).slice(0, LINKS_MAX);
  return annotations.map(({ uri = "", rect = { x: 0, y: 0, width: 0, height: 0 } }) => {
    const box = { left: rect.x, top: rect.y, right: rect.x + rect.width, bottom: rect.y + rect.height };
    const under = words.filter(({ word: { box: at } }) => {
      const x = (at.left + at.right) / 2;
      const y = (at.top + at.bottom) / 2;
      return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    });
    return { text: under.map(({ word }) => word.text).join(" "), url: uri, box };
  });
}
