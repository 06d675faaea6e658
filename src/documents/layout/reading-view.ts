/**
 * A page as its readers see it, from the beginning of the lines to their end: turned upright, and pages of Hebrew or Arabic mirrored, so
 * that a label stands left of its value and the first column is the leftmost on every page.
 */
import { memo } from "#contract/memo.ts";
import type { Box, Line, Page, Ruling } from "#documents/document.ts";
import { boxOnPage, boxUpright, uprightPage, withBoxes } from "./turned.ts";

const LETTERS = /\p{L}{2}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether most words of the page are of a script that is written from right to left. */
export const isRightToLeft = memo((page: Page): boolean => {
  let [all, own] = [0, 0];
  for (const { segments } of page.lines)
    for (const { words } of segments)
      for (const { text } of words) {
        if (!LETTERS.test(text)) continue;
        all += 1;
        own += Number(RIGHT_TO_LEFT.test(text));
      }
  return 2 * own > all;
}, new WeakMap());

/** Hidden text and links keep their coordinates. */
export function readingPage(page: Page): Page {
  const upright = uprightPage(page);
  if (!isRightToLeft(page)) return upright;
  const mirror = (box: Box) => mirrored(box, upright.width);
  const boxed = <T extends { box: Box }>(each: T): T => ({ ...each, box: mirror(each.box) });
  return {
    ...upright,
    lines: upright.lines.map((line) => inOrder(withBoxes(line, mirror))),
    formFields: upright.formFields.map(boxed),
    rulings: upright.rulings.map(({ x1, x2, ...rest }): Ruling => ({ ...rest, x1: upright.width - x2, x2: upright.width - x1 })),
    ...(upright.ink ? { ink: upright.ink.map(mirror) } : {}),
    ...(upright.marks ? { marks: upright.marks.map(boxed) } : {}),
  };
}

/** A box of the page in the coordinates of `readingPage(page)`. */
export function boxInView(box: Box, page: Page): Box {
  return isRightToLeft(page) ? mirrored(boxUpright(box, page), widthOf(page)) : boxUpright(box, page);
}

/** A box on `readingPage(page)` in the coordinates of the page. */
export function boxOfView(box: Box, page: Page): Box {
  return boxOnPage(isRightToLeft(page) ? mirrored(box, widthOf(page)) : box, page);
}

const widthOf = ({ turn = 0, width, height }: Page): number => (turn % 180 === 0 ? width : height);
const mirrored = ({ left, right, top, bottom }: Box, width: number): Box => ({ left: width - right, right: width - left, top, bottom });

function inOrder(line: Line): Line {
  const segments = line.segments.toSorted((a, b) => a.box.left - b.box.left);
  return { ...line, segments, text: segments.map(({ text }) => text).join("  ") };
}
