/** Boxes in the API's form: shares of the page. */
import type { Evidence } from "#contract/task.ts";
import type { Box, Page } from "#documents/document.ts";

/** Four decimals are a twentieth of a point on a letter page; rounding goes outwards, so that the box still encloses its words. */
const STEPS = 10_000;

export function bboxOf(box: Box, page: Page): Evidence["bbox"] {
  const shareOf = (value: number, size: number, round: (x: number) => number) =>
    size <= 0 ? 0 : Math.min(1, Math.max(0, round((value / size) * STEPS) / STEPS));
  return [
    shareOf(box.left, page.width, Math.floor),
    shareOf(box.top, page.height, Math.floor),
    shareOf(box.right, page.width, Math.ceil),
    shareOf(box.bottom, page.height, Math.ceil),
  ];
}

/** Evidence of words on a page, with the names that the file itself has for the place: of several, the last, as a value follows its label. */
export function evidenceOn(page: Page, box: Box, text: string): Evidence {
  const named = page.places?.findLast((place) => overlap(place.box, box));
  return {
    page: page.number,
    text,
    bbox: bboxOf(box, page),
    ...(page.part === undefined ? {} : { part: page.part }),
    ...(page.sheet === undefined ? {} : { sheet: page.sheet }),
    ...(named && "cell" in named ? { cell: named.cell } : {}),
    ...(named && "path" in named ? { path: named.path } : {}),
  };
}

/** Whether they share a column and more than half of the lower one's height. */
function overlap(place: Box, box: Box): boolean {
  const across = Math.min(place.right, box.right) - Math.max(place.left, box.left);
  const down = Math.min(place.bottom, box.bottom) - Math.max(place.top, box.top);
  return across > 0 && down > Math.min(place.bottom - place.top, box.bottom - box.top) / 2;
}
