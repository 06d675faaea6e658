/** Boxes in the API's form: shares of the page. */
import type { Evidence } from "#contract/task.ts";
import type { Box, Page } from "#documents/document.ts";

/** Four decimals are a twentieth of a point on a letter page; rounding goes outwards, so that the box still encloses its words. */
const STEPS = 10_000;

export function bboxOf(box: Box, page: Page): Evidence["bbox"] {
  const share = (value: number, size: number, round: (x: number) => number) =>
    size <= 0 ? 0 : Math.min(1, Math.max(0, round((value / size) * STEPS) / STEPS));
  return [
    share(box.left, page.width, Math.floor),
    share(box.top, page.height, Math.floor),
    share(box.right, page.width, Math.ceil),
    share(box.bottom, page.height, Math.ceil),
  ];
}
