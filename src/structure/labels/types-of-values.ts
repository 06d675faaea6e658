/** The type that a page sets its values in, where it differs from that of its labels: filled-in forms, bold labels. */

import type { Word } from "#documents/document.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";

/** A type that few words are set in says less: it counts as if so many more were as the page's are in the middle. */
const PRIOR = 4;
const FACES = 256;
/** Sizes are told apart by steps of so many points. */
const STEP_PT = 0.5;

/**
 * How much more of what is set in a word's type (size, weight, typeface and colour) has figures than of all that the page has, -1..1. 0 on a page of one type, and
 * where the size of the type is not known.
 */
export function valueTypesOf({ cells }: Sheet): (word: Word | undefined) => number {
  const counts = new Map<number, { all: number; valued: number }>();
  const total = { all: 0, valued: 0 };
  for (const run of cells.flatMap(runsOf)) {
    const own = counts.get(run.type) ?? { all: 0, valued: 0 };
    for (const each of [own, total]) {
      each.all++;
      if (run.valued) each.valued++;
    }
    counts.set(run.type, own);
  }
  const usual = total.valued / Math.max(1, total.all);
  return (word) => {
    const own = word && counts.get(typeOf(word));
    return own ? (own.valued + PRIOR * usual) / (own.all + PRIOR) - usual : 0;
  };
}

/** Size, weight, typeface and colour of a word as one number: equal for words that are set alike. */
export const typeOf = ({ fontSize, bold, face = 0 }: Word): number => (Math.round(fontSize / STEP_PT) * 2 + (bold ? 1 : 0)) * FACES + face;

/** Words of one type beside each other; `valued`: they have figures, or are a mail address. */
function runsOf({ words }: Cell): { type: number; valued: boolean }[] {
  const runs: { type: number; valued: boolean }[] = [];
  let last: number | null = null;
  for (const word of words) {
    const type = typeOf(word);
    const run = type === last ? runs.at(-1) : undefined;
    const valued = /\d{2}|@/u.test(word.text);
    if (run) run.valued ||= valued;
    else runs.push({ type, valued });
    last = type;
  }
  return runs;
}
