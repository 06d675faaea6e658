/** Builds the outline from rows in reading order: sections with their entries and statements. */

import { withChoice } from "#resumes/choice/with-choice.ts";
import { educationEntriesOf } from "#resumes/entries/education-entries.ts";
import { entriesOf, jobRows } from "#resumes/entries/entries-of.ts";
import { bared } from "#resumes/entries/head-cells.ts";
import type { ReadEntry } from "#resumes/entries/read-entry.ts";
import { sectionHeadingOf } from "#resumes/lexicon/heading-of.ts";
import { titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { Outline, Section, SectionKind, Statement } from "#resumes/outline.ts";
import { cut } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { type BodyStyle, standsApart } from "./body-style.ts";
import { listStatementsOf } from "./list-statements.ts";
import type { RawSection } from "./sections-of.ts";
import { pieceOfStatement, statementOf, statementsOf } from "./statements.ts";

export function outlineOf(sections: readonly RawSection[], body: BodyStyle): Outline {
  return { sections: sections.flatMap((section) => partsOf(section, body)).map((section) => sectionOf(section, body)) };
}

/** The rows of each section of jobs, paid or not. */
export function workRowsOf(sections: readonly RawSection[], body: BodyStyle): (readonly Row[])[] {
  return sections
    .flatMap((section) => partsOf(section, body))
    .flatMap(({ kind, rows }) => (kind === "work" || kind === "volunteer" ? [rows] : []));
}

function sectionOf({ kind, heading, rows }: RawSection, body: BodyStyle): Section {
  const title = heading && statementOf(heading);
  const section = { kind, heading: title, entries: [], statements: [] };
  switch (kind) {
    case "work":
    case "volunteer":
      return { ...section, ...withChoice(entriesOf(rows, body), jobRows(rows), body) };
    case "projects":
      return { ...section, ...entriesOf(rows, body, true) };
    case "education":
      return { ...section, ...educationEntriesOf(rows, body) };
    case "certificates":
    case "awards":
    case "publications":
      return {
        ...section,
        entries: groupsOf(rows, body).flatMap((group) => groupEntry(group) ?? statementsOf(group, body, true).map(oneLineEntry)),
      };
    case "skills":
    case "languages":
    case "interests":
      return { ...section, statements: listStatementsOf(rows, body) };
    case "header":
      return { ...section, statements: rows.map((row) => statementOf(row.piece, row.bullet)) };
    default:
      return { ...section, statements: statementsOf(rows, body) };
  }
}

/** Kinds of sections that may contain a run of jobs whose heading was not recognised. */
const MAY_HIDE_WORK: readonly SectionKind[] = ["header", "skills", "summary", "other", "awards", "interests"];
const JOBS_MIN = 2;

/** Two or more jobs with period and title in a section of another kind become a work section. */
function partsOf(section: RawSection, body: BodyStyle): RawSection[] {
  if (!MAY_HIDE_WORK.includes(section.kind) || section.rows.length < 4) return [section];
  if (section.kind === "other" && section.heading && sectionHeadingOf(section.heading.text)?.sure) return [section];
  const { entries } = entriesOf(section.rows, body);
  const first = entries.findIndex(isJob);
  if (first < 0 || entries.filter(isJob).length < JOBS_MIN) return [section];
  const words = new Set([entries[first]?.title, entries[first]?.organisation].flatMap((part) => part?.words ?? []));
  const at = section.rows.findIndex((row) => row.piece.words.some((word) => words.has(word)));
  return [
    { ...section, rows: section.rows.slice(0, at) },
    { kind: "work", heading: null, rows: section.rows.slice(at) },
  ];
}

function isJob({ title, period }: ReadEntry): boolean {
  return (
    title !== null &&
    period !== null &&
    period.start !== null &&
    period.end !== null &&
    titleScore(title.text) > 1 &&
    title.words.length < 10
  );
}

/** Rows grouped at wider gaps. */
function groupsOf(rows: readonly Row[], body: BodyStyle): Row[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const open = groups.at(-1);
    if (open && !standsApart(row, body) && row.block === open[0]?.block) open.push(row);
    else groups.push([row]);
  }
  return groups;
}

const GROUP_ROWS_MAX = 4;

/** Name, issuer and date, each on a row of its own. */
function groupEntry(group: readonly Row[]): ReadEntry | null {
  const date = group.find(({ piece }) => isDateAlone(piece.text));
  const [title, issuer] = group.filter((row) => row !== date && !row.bullet);
  if (!date || !title || group.length > GROUP_ROWS_MAX || group.filter(({ piece }) => isDateAlone(piece.text)).length > 1) return null;
  const found = findPeriod(date.piece.text);
  return {
    title: statementOf(title.piece),
    organisation: issuer ? statementOf(issuer.piece) : null,
    place: null,
    period: found?.period ?? null,
    periodAt: date.piece,
    body: group.filter((row) => row !== date && row !== title && row !== issuer).map(({ piece, bullet }) => statementOf(piece, bullet)),
  };
}

function isDateAlone(text: string): boolean {
  const found = findPeriod(text);
  return found !== null && found.to - found.from >= text.trim().length - 2;
}

const SEAM = /\s{1,2}[-–—|•·]\s{1,2}/u;

/** `AWS Certified Architect – Amazon, 2022`. */
function oneLineEntry(statement: Statement): ReadEntry {
  const entry: ReadEntry = { title: statement, organisation: null, place: null, period: null, body: [] };
  const whole = pieceOfStatement(statement);
  const label = /^([^:]{3,30}):\s+/.exec(whole.text);
  const piece = (label?.[1] && sectionHeadingOf(label[1]) ? cut(whole, label[0].length, whole.text.length) : null) ?? whole;
  const found = findPeriod(piece.text);
  const atEdge = found && (found.from <= 1 || found.to >= piece.text.length - 1);
  const rest = found && atEdge ? (cut(piece, 0, found.from) ?? cut(piece, found.to, piece.text.length)) : piece;
  const bare = rest && bared(rest);
  if (!bare) return entry;
  const seam = SEAM.exec(bare.text);
  const title = seam ? cut(bare, 0, seam.index) : bare;
  const issuer = seam ? cut(bare, seam.index + seam[0].length, bare.text.length) : null;
  return {
    ...entry,
    title: title && { ...statementOf(title), bullet: statement.bullet },
    organisation: issuer && statementOf(issuer),
    period: found && atEdge ? found.period : null,
    periodAt: found && atEdge ? cut(piece, found.from, found.to) : null,
  };
}
