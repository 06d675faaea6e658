/** Looks for letters with diacritics on a page that is being read with the plain alphabet, which has none. */
import type { Pixels } from "./picture.ts";
import { markedLetters } from "./ppocr/own-marks.ts";
import type { PpOcr, SeenLine } from "./ppocr/ppocr.ts";

/** So many are no accident: an English page may have a foreign name. */
const MARKED_MIN = 2;
/** Lines of a page that are read again for them, and when one has been found: of pages without any, 3 % have ink above a small letter. */
const LINES_MAX = { none: 6, one: 12 };

export type MarkSearch = {
  /** Whether there are diacritics among these lines and those before. */
  foundIn(part: readonly SeenLine[]): Promise<boolean>;
};

export function searchMarks(picture: Pixels, ppocr: PpOcr): MarkSearch {
  let [read, found] = [0, 0];
  return {
    async foundIn(part) {
      for (const { rectangle, mayBeMarked } of part) {
        if (!mayBeMarked || read >= LINES_MAX[found === 0 ? "none" : "one"] || found >= MARKED_MIN) continue;
        read += 1;
        const again = await ppocr.read(picture, [rectangle], "latin");
        found += again.reduce((sum, { reading }) => sum + markedLetters(reading), 0);
      }
      return found >= MARKED_MIN;
    },
  };
}
