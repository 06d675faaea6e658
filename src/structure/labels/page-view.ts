/** A page with what is computed once to find the texts around its values. */
import type { Box } from "#documents/document.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { type Frames, isRuledApart } from "./frames.ts";
import type { LabelText } from "./label-texts.ts";
import type { Numbering } from "./numbering.ts";

/** A text near a value. `distance` 0 (touching) to 1; `ruled`: a ruling is between the two; `id`: equal for the same words. */
export type Around = LabelText & {
  distance: number;
  ruled: boolean;
  emphasis: boolean;
  /** Where its words stand; null when they are of several cells, and for those behind the value. */
  cell: Cell | null;
};

/** `usual`: height of the type most of the page is set in. */
export type View = {
  sheet: Sheet;
  usual: number;
  frames: Frames;
  isHeading: (cell: Cell) => boolean;
  upward: (cell: Cell) => Cell | null;
  numbering: Numbering;
};

/** A label stands no further above its value than so many heights of it. */
export const HEIGHTS_UP_MAX = 6;

/** The text of a cell as one that stands across from, or above, the box. */
export function put(text: LabelText, of: Cell, box: Box, way: "across" | "down", view: View): Around {
  const [gap, most] =
    way === "across" ? [box.left - of.box.right, view.sheet.page.width / 2] : [box.top - of.box.bottom, HEIGHTS_UP_MAX * view.usual];
  return {
    ...text,
    distance: apart(gap, most),
    ruled: isRuledApart(of.box, box, way, view.frames),
    emphasis: view.isHeading(of),
    cell: of,
  };
}

/** A gap as a share of the widest one that counts, 0..1. */
export const apart = (gap: number, most: number) => Math.max(0, Math.min(1, gap / Math.max(1, most)));
