/** Splits the rows of an entry's head into cells: title, organisation, place and period are in one each, in any order. */

import { memo } from "#contract/memo.ts";
import { fold } from "#language/fold.ts";
import { monthOrSeasonOf } from "#language/months.ts";
import { anyOf } from "#language/phrases.ts";
import { type JobLabelKind, jobLabelAt } from "#resumes/lexicon/job-labels.ts";
import { isRegion, organisationScore, placeScore, schoolScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import { endsWithLegalForm } from "#resumes/lexicon/organisations.ts";
import { UNTIL } from "#resumes/lexicon/period-words.ts";
import { PLACE_NOUNS } from "#resumes/lexicon/places.ts";
import type { Period } from "#resumes/outline.ts";
import { cut, type Piece, split, stripped } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import { type FoundPeriod, findPeriod } from "#resumes/periods/find-period.ts";
import { isLink } from "./links.ts";

export type EntryHead = { cells: HeadCell[]; period: Period | null; periodAt: Piece | null; single: boolean };
/** `row`: its row in the head. `strong`: bold, or larger than the cells around. `as`: what a label before it says it is. */
export type HeadCell = { piece: Piece; row: number; strong: boolean; as?: JobLabelKind };

const MARKS =
  /\s{0,2}[|¦•·●∙◦▪⋅]\s{0,2}|\s{1,2}[-–—]\s{1,2}|\s{1,2}[-–—]{1,4}(?=\S)|(?<=[^\s–—-])[–—-]{1,4}\s{1,2}|\s{2,}|\s@\s{1,2}|\s[~:]\s{1,2}|[:：]\s{1,2}|\s\/\/\s{1,2}|;\s{1,2}|\s(?=\(?(?:https?:|www\.))/gu;
const EDGES_LEFT = /^(?:[\s,;:|•·\-–—/)\]]|\.\s|\((?![^()]*\))|\[(?![^[\]]*\]))+/u;
const EDGES_RIGHT = /(?<![\s,;:|•·\-–—/([])[\s,;:|•·\-–—/([]+$/u;

/** `strong` rows are larger or bolder than the text. */
export function headOf(rows: readonly Row[]): EntryHead {
  const head: EntryHead = { cells: [], period: null, periodAt: null, single: false };
  let label: JobLabelKind | null = null;
  for (const [number, row] of rows.entries()) {
    for (const cell of row.cells.flatMap((each) => split(each, BEFORE_LABEL))) {
      const { kind, value } = labelled(cell);
      label = kind ?? label;
      if (!value) continue;
      if (label !== "detail") for (const piece of withoutPeriod(head, value)) addCells(head, piece, number, label);
      label = null;
    }
  }
  return head;
}

/** The head that the row would be by itself; kept with the row, as many heads are tried with it. */
export const headOfRow: (row: Row) => EntryHead = memo((row: Row) => headOf([row]), new WeakMap());

/** Between two labelled facts on one row: `Company: Example Ltd, Designation: Analyst`. */
const BEFORE_LABEL = /[,;|]\s{1,2}(?=[^,;|:：]{2,40}[:：])/gu;

/** The label of the cell and what follows it; a cell that is only a label has no value. */
function labelled(cell: Piece): { kind: JobLabelKind | null; value: Piece | null } {
  const label = jobLabelAt(cell.text);
  if (label) return { kind: label.kind, value: cut(cell, label.to, cell.text.length) };
  return { kind: null, value: cell };
}

/** The parts of the cell beside its period; the period is added to the head. */
function withoutPeriod(head: EntryHead, cell: Piece): Piece[] {
  const found = headPeriod(cell.text);
  if (!found || (head.period && (found.single || !head.single))) return [cell];
  const before = cell.text.slice(0, found.from);
  const until = UNTIL.exec(before);
  const period: Period = found.single && until ? { ...found.period, start: null, end: found.period.start } : found.period;
  head.period = period;
  head.periodAt = cut(cell, found.from, found.to);
  head.single = found.single && !until;
  const parts = [cut(cell, 0, withoutSeason(until ? before.slice(0, until.index) : before).length), cut(cell, found.to, cell.text.length)];
  return parts.flatMap((part) => (part ? withoutAside(part) : []));
}

/** `Web Developer, Summers 2019 - 2021`: the seasons of the years after them. */
function withoutSeason(before: string): string {
  const last = /(?:^|[\s,(])(\p{L}{3,12})\s{0,2}$/u.exec(before);
  const word = last?.[1] ?? "";
  return last && (monthOrSeasonOf(word.replace(/s$/iu, "")) ?? monthOrSeasonOf(word)) !== null ? before.slice(0, last.index) : before;
}

/** "(parental leave 2021 - 2022)": words with dates of their own beside those of the job. */
const ASIDE = /\([^()]{0,120}\p{L}{4}[^()]{0,120}\)/gu;

/** The job's own period, rather than that of an aside. */
function headPeriod(text: string): FoundPeriod | null {
  const outside = findPeriod(text.replace(ASIDE, (aside) => " ".repeat(aside.length)));
  return outside && !outside.single ? outside : findPeriod(text);
}

/** The parts of the piece beside such an aside. */
function withoutAside(piece: Piece): Piece[] {
  const dated = [...piece.text.matchAll(ASIDE)].find(([aside]) => findPeriod(aside)?.single === false);
  return dated ? both(piece, dated.index, dated.index + dated[0].length) : [piece];
}

/** `at Example Ltd` on a row or in a cell of its own. */
const AT = new RegExp(`^${anyOf("resumes", "at_organisation")}\\s+(?=\\p{Lu})`, "u");

/** `label`: of the first cell; what stands after a separator is something else. */
function addCells(head: EntryHead, piece: Piece, row: number, label: JobLabelKind | null): void {
  let as = label;
  for (const part of split(piece, MARKS)) {
    for (const each of placeApart(part)) {
      const named = bared(each);
      const bare = named && stripped(named, AT);
      if (!bare) continue;
      if (isLink(bare.text)) {
        head.cells.push({ piece: bare, row, strong: false, as: "detail" });
        continue;
      }
      head.cells.push({ piece: bare, row, strong: bare.words.every((word) => word.bold), ...(as && { as }) });
      as = null;
    }
  }
}

/** Without surrounding separators; matched brackets stay. */
export function bared(piece: Piece): Piece | null {
  const left = /^\([^()]*\)$/.test(piece.text) ? cut(piece, 1, piece.text.length - 1) : stripped(piece, EDGES_LEFT);
  const right = left && stripped(left, EDGES_RIGHT);
  if (!right || !/[\p{L}\p{N}]/u.test(right.text)) return null;
  if (right.text.endsWith(")") && !right.text.includes("(")) return cut(right, 0, right.text.length - 1);
  return right;
}

/** `Harborline Works, Boston, MA` → `Harborline Works`, `Boston, MA`; `Acme (Houston, TX)` likewise. */
function placeApart(piece: Piece): Piece[] {
  const brackets = /\s\(([^()]+)\)\s*,?$/u.exec(piece.text);
  if (brackets && placeScore(brackets[1] ?? "") > 0) return both(piece, brackets.index);
  const commas = [...piece.text.matchAll(/,\s+/g)].map((hit) => hit.index);
  const lastComma = commas.at(-1);
  if (lastComma === undefined || !isRegion(piece.text.slice(lastComma + 1).trim())) return [piece];
  if (commas.length === 1) {
    const isPlace = placeScore(piece.text) > 0 && piece.text.split(/\s+/).length <= 4 && !endsWithLegalForm(piece.text);
    return isPlace && !isNamed(piece.text.slice(0, lastComma)) ? [piece] : both(piece, lastComma);
  }
  const before = piece.text.slice((commas.at(-2) ?? 0) + 1, lastComma);
  const isName = organisationScore(before) > 0 || schoolScore(before) > 0 || titleScore(before) > 0;
  return both(piece, isName ? lastComma : (commas.at(-2) ?? lastComma));
}

/** `Example Technologies`, other than `Salt Lake City`: more than a noun at its end says that it is an employer. */
const isNamed = (text: string): boolean => organisationScore(text) > 1 && !PLACE_NOUNS.has(fold(text).split(" ").at(-1) ?? "");

function both(piece: Piece, at: number, to = at): Piece[] {
  return [cut(piece, 0, at), cut(piece, to, piece.text.length)].flatMap((part) => (part ? [part] : []));
}
