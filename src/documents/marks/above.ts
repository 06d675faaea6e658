/** Words above check boxes: heads of columns, and questions above rows of options. */
import type { Word } from "#documents/document.ts";
import { largest, smallest } from "#documents/long-lists.ts";
import type { KnownMark } from "./all-marks.ts";
import type { Row } from "./rows.ts";

/** How far above a box the head of its column is, in heights of a word: tables have dozens of rows. */
const HEAD_HEIGHTS_MAX = 60;
/** How far above a row its question is. */
const QUESTION_HEIGHTS_MAX = 3;
/** Words of a head or a question at most. */
const WORDS_MAX = 40;

/** `asked`: the questions of the boxes above. */
export type Around = { rows: readonly Row[]; words: readonly Word[]; asked: Map<KnownMark, readonly Word[]> };

/** The nearest words above a box that has none beside it. */
export function headOf({ box }: KnownMark, { height }: Row, { words }: Around): Word[] {
  const middle = (box.left + box.right) / 2;
  const above = words.filter(
    (word) =>
      word.box.bottom <= box.top + 2 &&
      box.top - word.box.bottom < HEAD_HEIGHTS_MAX * height &&
      word.box.left - height / 2 < middle &&
      word.box.right + height / 2 > middle,
  );
  const [nearest] = above.sort((a, b) => b.box.bottom - a.box.bottom);
  return nearest && /\p{L}/u.test(nearest.text) ? [nearest] : [];
}

/** The question of the box right above, or the line above the row. */
export function questionAbove(mark: KnownMark, row: Row, { words, asked }: Around): readonly Word[] {
  const top = smallest(row.marks.map(({ box }) => box.top));
  const isAbove = ({ box }: KnownMark) =>
    Math.abs(box.left - mark.box.left) < row.height && box.top < top && top - box.bottom < QUESTION_HEIGHTS_MAX * row.height;
  const upper = [...asked.keys()].findLast(isAbove);
  if (upper) return asked.get(upper) ?? [];
  const above = words.filter(({ box }) => box.bottom <= top + 0.3 * row.height && top - box.bottom < QUESTION_HEIGHTS_MAX * row.height);
  const lowest = largest(above.map(({ box }) => box.bottom));
  return above.filter(({ box }) => box.bottom > lowest - 0.6 * row.height && box.left < mark.box.right).slice(0, WORDS_MAX);
}
