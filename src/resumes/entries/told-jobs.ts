/** Jobs told in a sentence: `Worked as a lecturer at Example College from 2003 to 2007`. */
import { anyOf, WORD_END, WORD_START } from "#language/phrases.ts";
import { titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import { cut, type Piece, pieceOf } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { type EntryHead, headOf } from "./head-cells.ts";
import type { Span } from "./span.ts";

/** A job told on the rows of its span. */
export type ToldJob = Span & { title: Piece; organisation: Piece; head: EntryHead };

/** A sentence is looked for in this many rows from its first one on. */
const ROWS_MAX = 3;
const TITLE_CHARACTERS_MAX = 60;
const NAME_WORDS_MAX = 9;

const WORKS_AS = new RegExp(`${WORD_START}${anyOf("resumes", "works_as")}\\s(?:${anyOf("resumes", "title_articles")}\\s)?`, "iu");
const WORKS_AS_AGAIN = new RegExp(`${WORD_START}${anyOf("resumes", "also_as")}${WORD_END}`, "iu");
const AT = new RegExp(`\\s${anyOf("resumes", "at_organisation")}\\s(?:${anyOf("resumes", "name_articles")}\\s)?(?=\\p{Lu})`, "gu");
const END_OF_NAME = new RegExp(`[,;(]|\\.(?:\\s|$)|\\s${anyOf("resumes", "after_told_name")}${WORD_END}`, "iu");

export function toldJobs(rows: readonly Row[]): ToldJob[] {
  const jobs: ToldJob[] = [];
  for (let i = 0; i < rows.length; i++) {
    const job = i >= (jobs.at(-1)?.to ?? 0) ? toldFrom(rows, i) : null;
    if (job) jobs.push(job);
  }
  return jobs;
}

/** The job told in a sentence that begins on the row. */
function toldFrom(rows: readonly Row[], from: number): ToldJob | null {
  const first = rows[from];
  const works = first && WORKS_AS.exec(first.piece.text);
  if (!first || !works) return null;
  const sentence = rows.slice(from, from + ROWS_MAX).filter((row, n) => n === 0 || (row.block === first.block && !row.bullet));
  const whole = pieceOf(
    sentence.flatMap(({ piece }) => piece.words),
    first.page,
  );
  const start = whole.text.indexOf(first.piece.text) + works.index + works[0].length;
  const parts = partsAfter(whole, start);
  if (!parts) return null;
  const rowsUsed = sentence.findIndex(({ piece }) => piece.words.includes(parts.last)) + 1;
  const dated = sentence.slice(0, rowsUsed + 1).findLastIndex(({ piece }) => findPeriod(piece.text) !== null) + 1;
  const to = from + Math.max(rowsUsed, dated);
  const { period, periodAt, single } = headOf(rows.slice(from, to));
  return { from, to, title: parts.title, organisation: parts.organisation, head: { cells: [], period, periodAt, single } };
}

/** Title and employer of the text from the position on. */
function partsAfter(whole: Piece, start: number): { title: Piece; organisation: Piece; last: Piece["words"][number] } | null {
  for (const at of whole.text.matchAll(AT)) {
    if (at.index < start) continue;
    if (at.index - start > TITLE_CHARACTERS_MAX) return null;
    const title = cut(whole, start, at.index);
    if (!title || /[.;:]\s/.test(title.text) || WORKS_AS_AGAIN.test(title.text) || titleScore(title.text) < 3) continue;
    const nameFrom = at.index + at[0].length;
    const end = END_OF_NAME.exec(whole.text.slice(nameFrom));
    const organisation = cut(whole, nameFrom, end ? nameFrom + end.index : whole.text.length);
    const last = organisation?.words.at(-1);
    if (last && /^\p{Ll}/u.test(last.text)) return null;
    return organisation && last && organisation.words.length <= NAME_WORDS_MAX ? { title, organisation, last } : null;
  }
  return null;
}
