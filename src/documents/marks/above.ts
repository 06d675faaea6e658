/** Words above check boxes: heads of columns, and questions above rows of options. */
import type { Box, Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { largest } from "#documents/long-lists.ts";
import { yesOrNo } from "#language/yes-no.ts";
import type { KnownMark } from "./all-marks.ts";
import type { Row } from "./rows.ts";

/** How far above a box the head of its column is, in heights of a word: "Yes" and "No" of tables with dozens of rows, and other words. */
const HEAD_HEIGHTS_MAX = { answers: 60, words: 3 };
/** How far above a row its question is. */
const QUESTION_HEIGHTS_MAX = 3;
/** Words closer than this, in heights of a word, are of one stretch; lines closer than this are of one paragraph. */
const GAP = { words: 1.2, lines: 0.6 };
/** Lines of a head or a question at most. */
const LINES_MAX = 4;

/** `words`: by the part of a line to which they belong; `asked`: the questions of the boxes above. */
export type Around = { words: ReadonlyMap<Word, object>; asked: Map<KnownMark, readonly Word[]> };

/** The nearest words above a box that has none beside it: "Yes" alone, or all lines of a head. */
export function headOf({ box }: KnownMark, { height }: Row, { words }: Around): readonly Word[] {
  const middle = (box.left + box.right) / 2;
  const above = [...words.keys()].filter(
    (word) =>
      word.box.bottom <= box.top + height / 2 &&
      box.top - word.box.bottom < HEAD_HEIGHTS_MAX.answers * height &&
      word.box.left - height / 2 < middle &&
      word.box.right + height / 2 > middle,
  );
  const [nearest] = above.sort((a, b) => b.box.bottom - a.box.bottom);
  if (!nearest || !/\p{L}/u.test(nearest.text)) return [];
  if (yesOrNo(nearest.text) !== null) return [nearest];
  return box.top - nearest.box.bottom < HEAD_HEIGHTS_MAX.words * height ? paragraphTo([nearest], words, height) : [];
}

/** The question of the box right above, or the paragraph above the row. */
export function questionAbove({ box }: KnownMark, { height }: Row, { words, asked }: Around): readonly Word[] {
  const isNear = (other: Box) => other.top < box.top && box.top - other.bottom < QUESTION_HEIGHTS_MAX * height;
  const upper = [...asked.keys()].findLast((mark) => Math.abs(mark.box.left - box.left) < height && isNear(mark.box));
  if (upper) return asked.get(upper) ?? [];
  const above = [...words.keys()].filter(
    (word) => word.box.bottom <= box.top + height / 2 && isNear(word.box) && word.box.left < box.right,
  );
  const lowest = largest(above.map((word) => word.box.bottom));
  const line = above.filter((word) => word.box.bottom > lowest - 0.6 * height);
  const [nearest] = line.sort((a, b) => distanceAcross(a.box, box) - distanceAcross(b.box, box));
  return nearest ? paragraphTo([nearest], words, height) : [];
}

const distanceAcross = (a: Box, b: Box): number => Math.max(0, a.left - b.right, b.left - a.right);

/** The part of a line with these words, and the lines of its paragraph above. In reading order. */
export function paragraphTo(last: readonly Word[], words: Around["words"], height: number): readonly Word[] {
  const lines = [stretchWith(last, words, height)];
  while (lines.length < LINES_MAX) {
    const below = boxAround(lines[0] ?? []);
    const upper = [...words.keys()].filter(({ box }) => {
      const gap = below.top - box.bottom;
      return gap > -0.5 * height && gap < GAP.lines * height && box.top < below.top && distanceAcross(box, below) === 0;
    });
    const [first] = upper.sort((a, b) => Math.abs(a.box.left - below.left) - Math.abs(b.box.left - below.left));
    if (!first) break;
    lines.unshift(stretchWith([first], words, height));
  }
  return lines.flat();
}

/** The words beside these without a wide gap, in the same part of a line. */
function stretchWith(some: readonly Word[], words: Around["words"], height: number): Word[] {
  const parts = new Set(some.map((word) => words.get(word)));
  const line = [...words].filter(([, part]) => parts.has(part)).map(([word]) => word);
  const stretches: Word[][] = [];
  for (const word of line) {
    const stretch = stretches.at(-1);
    const before = stretch?.at(-1);
    if (stretch && before && word.box.left - before.box.right <= GAP.words * height) stretch.push(word);
    else stretches.push([word]);
  }
  return stretches.filter((stretch) => stretch.some((word) => some.includes(word))).flat();
}
