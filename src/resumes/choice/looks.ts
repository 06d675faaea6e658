/** What the rows of a work section look like: computed once for each row, and how titles and names stand around the dates of the section. */
import { largest } from "#documents/long-lists.ts";
import { type HeadCell, headOfRow } from "#resumes/entries/head-cells.ts";
import { isProse } from "#resumes/entries/prose.ts";
import { organisationScore, placeScore, schoolScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { Row } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";

/**
 * `dated`: 0 without a date, 1 with a single one, 2 with a period, 3 with a period alone. The scores are those of the likeliest cell.
 */
export type Look = {
  row: Row;
  cells: HeadCell[];
  dated: 0 | 1 | 2 | 3;
  prose: boolean;
  title: number;
  name: number;
  place: number;
  words: number;
};

/** Longer rows are text, as are wrapped lines and sentences of a list: their words are not judged. */
export const ROW_WORDS_MAX = 16;

export function lookOf(row: Row): Look {
  const { text, words } = row.piece;
  const found = findPeriod(text);
  const isBare = found !== null && found.to - found.from >= text.length - 3;
  const prose = isProse(row);
  const isShort = words.length <= ROW_WORDS_MAX && !(prose && (row.bullet || /^\P{L}*\p{Ll}/u.test(text)));
  const cells = isBare ? [] : isShort ? headOfRow(row).cells.filter(({ as }) => as !== "detail" && as !== "period") : [wholeOf(row)];
  const most = (score: (text: string) => number) => (isShort ? Math.max(0, largest(cells.map(({ piece }) => score(piece.text)))) : 0);
  return {
    row,
    cells,
    dated: found === null ? 0 : found.single ? 1 : isBare ? 3 : 2,
    prose,
    title: most(titleScore),
    name: most((each) => Math.max(organisationScore(each), schoolScore(each))),
    place: most(placeScore),
    words: words.length,
  };
}

const wholeOf = ({ piece }: Row): HeadCell => ({ piece, row: 0, strong: false });

/** Rows above and below a date that are compared between the jobs of a section. */
export const OFFSET_MAX = 3;
/** Shares of the section's dates with a title, a name, running text or a bullet at an offset. */
export type Habit = { title: number; name: number; prose: number; bullet: number };

/** For each offset from −OFFSET_MAX to OFFSET_MAX; `anchors`: rows with periods, or with single dates where there are no periods. */
export function habitsOf(looks: readonly Look[]): { anchors: number[]; habits: Habit[] } {
  const dated = (least: number) => [...looks.keys()].filter((i) => (looks[i]?.dated ?? 0) >= least);
  const periods = dated(2);
  const anchors = periods.length > 0 ? periods : dated(1);
  const habits = Array.from({ length: 2 * OFFSET_MAX + 1 }, (_, n) => {
    const rows = anchors.flatMap((i) => looks[i + n - OFFSET_MAX] ?? []);
    const share = (is: (look: Look) => boolean) => rows.filter(is).length / Math.max(1, anchors.length);
    return {
      title: share(({ title }) => title === 3),
      name: share(({ name }) => name > 1),
      prose: share(({ prose }) => prose),
      bullet: share(({ row }) => row.bullet),
    };
  });
  return { anchors, habits };
}
