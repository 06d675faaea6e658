/** The outline's sections as findings for JSON Resume. */
import type { Finding } from "#engines/engine.ts";
import { printYearMonth } from "#engines/values/year-month.ts";
import type { ReadEntry } from "#resumes/entries/read-entry.ts";
import { pieceOfStatement } from "#resumes/outline/statements.ts";
import type { Outline, Period, Section, SectionKind, Statement } from "#resumes/outline.ts";
import { educationFindings } from "./education-findings.ts";
import { languageFindings } from "./language-findings.ts";
import { periodFindings } from "./period-findings.ts";
import { pointAt } from "./point-at.ts";
import { skillFindings } from "./skill-findings.ts";
import { skillItems } from "./skill-items.ts";

export function sectionFindings(outline: Outline): Finding[] {
  return [
    ...summaryFindings(outline),
    ...withEmployers(numbered(outline, "work").map(withoutDoubtful).filter(saysMore)).flatMap((entry, i) =>
      workFindings(`/work/${i}`, entry, "name", "position"),
    ),
    ...numbered(outline, "volunteer").flatMap((entry, i) => workFindings(`/volunteer/${i}`, entry, "organization", "position")),
    ...numbered(outline, "projects").flatMap((entry, i) => projectFindings(`/projects/${i}`, entry)),
    ...numbered(outline, "education").flatMap((entry, i) => educationFindings(`/education/${i}`, entry)),
    ...numbered(outline, "certificates").flatMap((entry, i) => listed(`/certificates/${i}`, entry, "name", "issuer", "date")),
    ...numbered(outline, "awards").flatMap((entry, i) => listed(`/awards/${i}`, entry, "title", "awarder", "date")),
    ...numbered(outline, "publications").flatMap((entry, i) => listed(`/publications/${i}`, entry, "name", null, "releaseDate")),
    ...skillFindings(outline),
    ...languageFindings(outline),
    ...statements(outline, "interests")
      .flatMap((statement) => (statement.words.length > 12 ? [] : skillItems(pieceOfStatement(statement)).items))
      .map((item, i) => pointAt(`/interests/${i}/name`, item)),
  ];
}

export function sectionsOfKind(outline: Outline, kind: SectionKind): Section[] {
  return outline.sections.filter((section) => section.kind === kind);
}

function numbered(outline: Outline, kind: SectionKind): ReadEntry[] {
  return sectionsOfKind(outline, kind).flatMap((section) => section.entries);
}

function withoutDoubtful(entry: ReadEntry): ReadEntry {
  const { doubtful, title, organisation } = entry;
  return { ...entry, title: doubtful?.title ? null : title, organisation: doubtful?.organisation ? null : organisation };
}

/** An entry of a period alone is no job. */
const saysMore = ({ title, organisation, body }: ReadEntry): boolean => title !== null || organisation !== null || body.length > 0;

/**
 * An employer printed once above several jobs is the employer of each: the jobs are within its period, or follow one another and have
 * the employer above the first of them only.
 */
function withEmployers(entries: readonly ReadEntry[]): ReadEntry[] {
  const named: ReadEntry[] = [];
  let employer: ReadEntry | null = null;
  for (const entry of entries) {
    const before = named.at(-1);
    if (before?.employerAbove && before.organisation && entry.title && !entry.organisation && meets(entry.period, before.period)) {
      named.push({ ...entry, organisation: before.organisation, place: entry.place ?? before.place, employerAbove: true });
      continue;
    }
    if (employer && entry.title && !entry.organisation && isWithin(entry.period, employer.period)) {
      if (named.at(-1) === employer) named.pop();
      named.push({ ...entry, organisation: employer.organisation, place: entry.place ?? employer.place });
      continue;
    }
    employer = entry.organisation && !entry.title && entry.body.length === 0 ? entry : null;
    named.push(entry);
  }
  return named;
}

/** Whether one of the periods begins in the year in which the other ends, or a year from it. */
function meets(one: Period | null, other: Period | null): boolean {
  if (!one?.start || !other?.start) return false;
  const apart = (end: Period["end"], start: number) => (end && end !== "present" ? Math.abs(end.year - start) : Infinity);
  return Math.min(apart(one.end, other.start.year), apart(other.end, one.start.year)) <= 1;
}

function isWithin(inner: Period | null, outer: Period | null): boolean {
  if (!inner?.start || !outer?.start || inner.start.year < outer.start.year) return false;
  const year = (end: Period["end"]) => (end === "present" ? Infinity : (end?.year ?? 0));
  return year(inner.end) <= year(outer.end);
}

function statements(outline: Outline, kind: SectionKind): Statement[] {
  return sectionsOfKind(outline, kind).flatMap((section) => section.statements);
}

/** One finding only: JSON Resume has a single summary, and a finding has a single place. */
function summaryFindings(outline: Outline): Finding[] {
  const [first] = statements(outline, "summary").filter((statement) => statement.words.length > 5);
  return first ? [pointAt("/basics/summary", first)] : [];
}

function workFindings(path: string, entry: ReadEntry, organisation: string, position: string): Finding[] {
  const findings: Finding[] = [];
  if (entry.organisation) findings.push(pointAt(`${path}/${organisation}`, entry.organisation));
  if (entry.title) findings.push(pointAt(`${path}/${position}`, entry.title));
  if (entry.place && organisation === "name") findings.push(pointAt(`${path}/location`, entry.place));
  return [...findings, ...periodFindings(path, entry), ...bodyFindings(path, entry, organisation === "name")];
}

function projectFindings(path: string, entry: ReadEntry): Finding[] {
  const name = entry.title ?? entry.organisation;
  return [...(name ? [pointAt(`${path}/name`, name)] : []), ...periodFindings(path, entry), ...bodyFindings(path, entry, false)];
}

function bodyFindings(path: string, { body }: ReadEntry, withSummary: boolean): Finding[] {
  const [only] = body;
  if (withSummary && only && body.length === 1 && !only.bullet) return [pointAt(`${path}/summary`, only)];
  return body.map((statement, i) => pointAt(`${path}/highlights/${i}`, statement));
}

function listed(path: string, entry: ReadEntry, name: string, by: string | null, date: string): Finding[] {
  const findings: Finding[] = [];
  if (entry.title) findings.push(pointAt(`${path}/${name}`, entry.title));
  if (by && entry.organisation) findings.push(pointAt(`${path}/${by}`, entry.organisation));
  const when = entry.period?.start ?? (entry.period?.end === "present" ? null : entry.period?.end);
  if (when && entry.periodAt) findings.push(pointAt(`${path}/${date}`, entry.periodAt, { value: printYearMonth(when) }));
  return findings;
}
