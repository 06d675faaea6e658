/** Degrees and schools: an entry ends where a second degree, school or period would be added to it. */

import { append } from "#documents/long-lists.ts";
import { anyOf, asWord, WORD_END } from "#language/phrases.ts";
import { GRADE } from "#resumes/lexicon/degrees.ts";
import { degreeScore, organisationScore, placeScore, schoolScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { BodyStyle } from "#resumes/outline/body-style.ts";
import { statementOf, statementsOf } from "#resumes/outline/statements.ts";
import type { Period, Statement } from "#resumes/outline.ts";
import { cut, type Piece, stripped } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import { endOfSchool } from "./end-of-name.ts";
import { bared, type HeadCell, headOf } from "./head-cells.ts";
import { isProse } from "./prose.ts";
import type { ReadEntry } from "./read-entry.ts";

type Draft = {
  degree: Piece | null;
  school: Piece | null;
  place: Piece | null;
  period: Period | null;
  periodAt: Piece | null;
  rest: Row[];
  others: Piece[];
};

export function educationEntriesOf(rows: readonly Row[], body: BodyStyle): { entries: ReadEntry[]; statements: Statement[] } {
  const drafts: Draft[] = [];
  const before: Row[] = [];
  for (const row of rows) {
    const open = drafts.at(-1);
    const found = row.piece.words.length <= 30 ? factsOf(row) : null;
    if (!found || (!found.degree && !found.school && !found.period)) {
      if (open && !fillsGap(open, row)) open.rest.push(row);
      else if (!open) before.push(row);
      continue;
    }
    if (!open || clashes(open, found)) drafts.push({ ...found, rest: [] });
    else merge(open, found);
  }
  return { entries: drafts.map((draft) => entryOf(draft, body)), statements: statementsOf(before, body) };
}

type Facts = Omit<Draft, "rest">;

/** Null for a row that is running text. */
function factsOf(row: Row): Facts | null {
  const head = headOf([row]);
  const facts: Facts = { degree: null, school: null, place: null, period: head.period, periodAt: head.periodAt, others: [] };
  if (head.single && head.period) facts.period = { ...head.period, start: null, end: head.period.start };
  for (const cell of head.cells.flatMap(parted)) sort(facts, cell);
  facts.degree = facts.degree && withoutFrame(withArea(facts, row.piece));
  if (isProse(row) && !facts.degree && !facts.school) return null;
  if (row.bullet && !facts.degree && !facts.school) return null;
  return facts;
}

/** `Bachelor of Science - Computer Science`: unclassified text after the degree is its area. */
function withArea({ degree, others }: Facts, row: Piece): Piece {
  const [next] = others;
  if (!degree || !next) return degree ?? row;
  const from = row.text.indexOf(degree.text);
  const to = row.text.indexOf(next.text, from + degree.text.length);
  const between = row.text.slice(from + degree.text.length, to);
  if (from < 0 || to < 0 || between.length > 4 || !/^\p{Lu}[\p{L}\s&,/]+$/u.test(next.text) || IN.test(degree.text)) return degree;
  others.shift();
  return cut(row, from, to + next.text.length) ?? degree;
}

const IN = new RegExp(`\\s${anyOf("resumes", "area_after_degree")}\\s`, "iu");
/** `Pursuing a …`, `…, expected May 20XX`, `…, cum laude`. */
const BEFORE = new RegExp(
  `^.{0,30}${asWord(anyOf("resumes", "received_a_degree"))}\\s+(?:${anyOf("resumes", "degree_articles")}\\s+)?`,
  "iu",
);
const AFTER = new RegExp(`\\s{0,2}[,;(–-]?\\s{0,2}\\(?${anyOf("resumes", "after_degree")}${WORD_END}.*`, "iu");

function withoutFrame(degree: Piece): Piece {
  const lead = stripped(degree, BEFORE) ?? degree;
  const end = AFTER.exec(lead.text);
  const bare = end && end.index > 1 ? cut(lead, 0, end.index) : lead;
  return (bare && bared(bare)) ?? degree;
}

const NAMED = new RegExp(`^\\P{L}*(?:${anyOf("resumes", "name_articles")}\\s)?[\\p{Lu}\\p{Lo}]`, "u");

function sort(facts: Facts, { piece }: HeadCell): void {
  const { text } = piece;
  const place = placeScore(text);
  const school = schoolScore(text);
  if (school > 0 && !facts.school && NAMED.test(text) && degreeScore(text) < school + 1) facts.school = piece;
  else if (degreeScore(text) >= 3 && !facts.degree) facts.degree = piece;
  else if (degreeScore(text) > 0 && !facts.degree && !place) facts.degree = piece;
  else if (place > 0 && !facts.place) facts.place = piece;
  else facts.others.push(piece);
}

const BEFORE_SCHOOL = new RegExp(`,\\s{1,2}|\\s{1,2}${anyOf("resumes", "at_school")}\\s{1,2}`, "gu");

/** `B.S. in Biology, Ridgemont University` has two facts; `Bachelor of Science, Marketing` one. */
function parted(cell: HeadCell): HeadCell[] {
  const { piece } = cell;
  const both = degreeScore(piece.text) > 0 && (schoolScore(piece.text) > 0 || organisationScore(piece.text) > 1);
  const seams = [...piece.text.matchAll(BEFORE_SCHOOL)];
  if (seams.length === 0 || (!both && schoolScore(piece.text) === 0)) return [cell];
  const cells: HeadCell[] = [];
  let from = 0;
  for (const seam of [...seams, null]) {
    const part = cut(piece, from, seam?.index ?? piece.text.length);
    const bare = part && bared(part);
    if (bare) cells.push({ ...cell, piece: bare });
    from = seam ? seam.index + seam[0].length : from;
  }
  return both ? joinedAreas(cells, piece) : [cell];
}

/** Parts that are not a school stay with the degree before them. */
function joinedAreas(cells: readonly HeadCell[], piece: Piece): HeadCell[] {
  const joined: HeadCell[] = [];
  for (const cell of cells) {
    const last = joined.at(-1);
    const plain = schoolScore(cell.piece.text) === 0 && degreeScore(cell.piece.text) === 0 && placeScore(cell.piece.text) === 0;
    if (!last || !plain) {
      joined.push(cell);
      continue;
    }
    const from = piece.text.indexOf(last.piece.text);
    const whole = cut(piece, from, piece.text.indexOf(cell.piece.text, from) + cell.piece.text.length);
    joined[joined.length - 1] = { ...last, piece: whole ?? last.piece };
  }
  return joined;
}

function clashes(open: Draft, found: Facts): boolean {
  if (found.degree && open.degree && degreeScore(open.degree.text) > 0) return true;
  if (found.school && open.school) return true;
  return found.period !== null && open.period !== null && open.period.raw !== found.period.raw;
}

function merge(open: Draft, found: Facts): void {
  if (found.degree && open.degree) open.others.push(open.degree);
  open.degree = found.degree ?? open.degree;
  open.school ??= found.school;
  open.place ??= found.place;
  open.periodAt ??= found.periodAt;
  open.period ??= found.period;
  append(open.others, found.others);
}

/** A short row right after a degree without a school, or the reverse, is the missing part. */
function fillsGap(open: Draft, row: Row): boolean {
  if (row.bullet || isProse(row) || row.piece.words.length > 9 || open.rest.length > 0 || open.others.length > 0) return false;
  if (GRADE.test(row.piece.text)) return false;
  const cells = headOf([row]).cells;
  const [first, second] = cells;
  if (!first || cells.length > 2) return false;
  if (placeScore(first.piece.text) > 0) {
    open.place ??= first.piece;
    return true;
  }
  if (open.degree && !open.school) open.school = first.piece;
  else if (open.school && !open.degree) open.degree = first.piece;
  else return false;
  if (second && !open.place) open.place = second.piece;
  return true;
}

function entryOf(draft: Draft, body: BodyStyle): ReadEntry {
  const statement = (piece: Piece | null) => piece && statementOf(piece);
  const { title, school: whole, others } = filled(draft);
  const end = whole ? endOfSchool(whole.text) : -1;
  const named = whole && end > 0 ? cut(whole, 0, end) : whole;
  const school = named && (stripped(named, ARTICLE) ?? named);
  const rest = whole && end > 0 ? cut(whole, end, whole.text.length) : null;
  const place = draft.place ?? (rest && bared(rest));
  return {
    title: statement(title),
    organisation: statement(school),
    place: statement(place),
    period: draft.period,
    periodAt: draft.periodAt,
    body: [...others.map((piece) => statementOf(piece)), ...statementsOf(draft.rest, body)],
  };
}

const ARTICLE = new RegExp(`^${anyOf("resumes", "name_articles")}\\s+(?=\\p{Lu})`, "iu");
const COLUMN_HEAD = new RegExp(`^${anyOf("resumes", "column_heads")}${WORD_END}`, "iu");

/** A cell of unknown kind is the missing degree or school. */
function filled(draft: Draft): { title: Piece | null; school: Piece | null; others: Piece[] } {
  const spare = draft.others.filter(
    (piece) => !GRADE.test(piece.text) && !COLUMN_HEAD.test(piece.text) && /^\p{Lu}\P{N}*$|\p{Lo}/u.test(piece.text),
  );
  const missing = draft.degree ? spare[0] : spare.find((piece) => piece.words.length > 1 || /\p{Lo}/u.test(piece.text));
  if (!missing || (draft.degree && draft.school) || (!draft.degree && !draft.school))
    return { title: draft.degree, school: draft.school, others: draft.others };
  const others = draft.others.filter((piece) => piece !== missing);
  return draft.degree ? { title: draft.degree, school: missing, others } : { title: missing, school: draft.school, others };
}
