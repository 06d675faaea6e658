/** Which rows are section headings: by their words, and by the type that they share with headings recognised by words. */
import { smallest } from "#documents/long-lists.ts";
import { fold } from "#language/fold.ts";
import { type HeadingKind, sectionHeadingOf } from "#resumes/lexicon/heading-of.ts";
import { inlineKind } from "#resumes/lexicon/inline-kind.ts";
import { jobLabelKind } from "#resumes/lexicon/job-labels.ts";
import { organisationScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { SectionKind } from "#resumes/outline.ts";
import type { Piece } from "#resumes/page/piece.ts";
import { cut } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import { isCaps } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { type BodyStyle, standsApart } from "./body-style.ts";

/** `rest`: the text after the heading on the same row. */
export type Heading = { kind: SectionKind; piece: Piece; rest: Piece | null };

const WORDS_MAX = 7;
/** OCR measures sizes from ink, so they vary more. */
const LARGER = 1.08;
/** Kinds whose names are also labels inside other sections, in plain type. */
const ALSO_LABELS: readonly SectionKind[] = [
  "skills",
  "languages",
  "projects",
  "summary",
  "awards",
  "certificates",
  "header",
  "other",
  "publications",
];

/** Headings by row index. */
export function findHeadings(rows: readonly Row[], body: BodyStyle): Map<number, Heading> {
  const headings = new Map<number, Heading>();
  const styles = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const found = ownRow(row, rows[i + 1], body, headings.size === 0) ?? railed(row, rows[i + 1], rows[i - 1], body);
    if (!found) continue;
    headings.set(i, found);
    styles.set(styleOf(row, body), (styles.get(styleOf(row, body)) ?? 0) + 1);
  }
  for (const i of beforeContact(rows, headings)) headings.delete(i);
  for (const i of repeatedLabels(headings)) headings.delete(i);
  const first = smallest(headings.keys());
  for (const [i, row] of rows.entries()) {
    if (headings.has(i)) continue;
    const runIn = runInHeading(row, body, styles.size > 0);
    if (runIn) headings.set(i, runIn);
  }
  if (headings.size === 0) for (const [i, row] of rows.entries()) addLabelled(headings, i, row);
  for (const [i, heading] of alikeRows(rows, headings, styles, body, first)) headings.set(i, heading);
  return headings;
}

/** Within jobs, `Highlights` or `Technologies` below each is a label of its entry: the same words stand there again and again. */
function repeatedLabels(headings: ReadonlyMap<number, Heading>): number[] {
  const firstJob = smallest([...headings].filter(([, { kind }]) => kind === "work").map(([i]) => i));
  const labels = [...headings].filter(([i, { kind }]) => i > firstJob && ALSO_LABELS.includes(kind));
  const byWords = Map.groupBy(labels, ([, { piece }]) => fold(piece.text));
  return [...byWords.values()].flatMap((same) => (same.length > 1 ? same.map(([i]) => i) : []));
}

const CONTACT_ROWS = 8;

/** Rows above the address at the top of the page are titles of the document, not of a section. */
function beforeContact(rows: readonly Row[], headings: ReadonlyMap<number, Heading>): number[] {
  const contact = rows.findIndex((row) => row.block === rows[0]?.block && /@[\p{L}\p{N}-]+\.|(?:\d[\s().-]{0,2}){7}/u.test(row.piece.text));
  if (contact > CONTACT_ROWS) return [];
  return [...headings].filter(([i, { kind }]) => i < contact && !["header", "personal", "summary"].includes(kind)).map(([i]) => i);
}

function ownRow(row: Row, next: Row | undefined, body: BodyStyle, isFirst: boolean): Heading | null {
  const { text, words } = row.piece;
  if (row.cells.length > 1 && !isSpaced(row)) return null;
  if (words.length > WORDS_MAX * 2 || !startsHigh(text)) return null;
  const kind = sectionHeadingOf(text);
  if (!kind || (row.bullet && !stands(row, body))) return null;
  return (isFirst && kind.sure && !row.bullet) || accepted(kind, row, next, body)
    ? { kind: kind.kind, piece: row.piece, rest: null }
    : null;
}

function accepted(kind: HeadingKind, row: Row, next: Row | undefined, body: BodyStyle): boolean {
  const apart = standsApart(row, body);
  if (stands(row, body)) return kind.sure || apart || row.caps;
  if (!kind.sure)
    return (apart && row.piece.text.endsWith(":")) || (body.plain && kind.kind === "work" && isTitleCase(row.piece.text) && !row.bullet);
  const label = ALSO_LABELS.includes(kind.kind);
  if (body.plain && isTitleCase(row.piece.text) && !row.bullet && (!label || !row.piece.text.endsWith(":"))) return true;
  if (row.piece.text.endsWith(":")) return apart || !label;
  return !row.bullet && (apart || !label || next?.bullet === true);
}

/** `Summary of Qualifications`: every long word begins with a capital. */
function isTitleCase(text: string): boolean {
  return text.split(/[\s/&]+/).every((word) => word.length < 4 || /^\P{L}*[\p{Lu}\p{Lo}]/u.test(word));
}

/** Printed to stand out: larger, bold or in capitals where the text is not. */
function stands(row: Row, body: BodyStyle): boolean {
  return row.size > body.size * LARGER || (row.bold && !body.bold) || row.caps;
}

/** A row of single letters with wide gaps. */
function isSpaced(row: Row): boolean {
  return row.piece.words.length > 3 && row.piece.words.every((word) => word.text.length === 1);
}

/** A heading left of the first line of its section. */
function railed(row: Row, below: Row | undefined, above: Row | undefined, body: BodyStyle): Heading | null {
  const [head, ...rest] = row.cells;
  const next = rest[0];
  const last = rest.at(-1);
  if (!head || !next || !last || row.bullet || head.words.length > 4 || !startsHigh(head.text)) return null;
  const stacked = stackedKind(row, below) ?? stackedKind(above, row);
  const kind = stacked ?? sectionHeadingOf(head.text);
  if (!kind?.sure || head.text.endsWith(":")) return null;
  const bold = head.words.every((word) => word.bold) && !body.bold;
  const plainLabel = ALSO_LABELS.includes(kind.kind) && !standsApart(row, body);
  if (!bold && !isCaps(head.text) && plainLabel && !stacked) return null;
  const from = row.piece.text.indexOf(next.text);
  return { kind: kind.kind, piece: head, rest: from < 0 ? next : cut(row.piece, from, row.piece.text.length) };
}

/** `Technical` above `Skills` in a left column is one heading; neither is one alone, or both are. */
function stackedKind(upper: Row | undefined, lower: Row | undefined): HeadingKind | null {
  const [a, b] = [upper?.cells[0], lower?.cells[0]];
  if (!upper || !lower || !a || !b || upper.cells.length < 2 || lower.cells.length < 2 || upper.block !== lower.block) return null;
  if (Math.abs(upper.box.left - lower.box.left) > 2 || a.words.length > 2 || b.words.length > 2 || sectionHeadingOf(a.text)?.sure)
    return null;
  const kind = sectionHeadingOf(`${a.text} ${b.text}`);
  return kind?.sure ? kind : null;
}

/** `Objective: To work …`, `SKILLS: Java, SQL`: heading and text on one row. */
function runInHeading(row: Row, body: BodyStyle, hasHeadings: boolean): Heading | null {
  const colon = /^([^:：]{3,40}?)\s{0,2}[:：]\s{0,2}(?=\S)/u.exec(row.piece.text);
  if (!colon || row.bullet || !startsHigh(row.piece.text)) return null;
  const head = cut(row.piece, 0, colon[1]?.length ?? 0);
  const kind = head && sectionHeadingOf(head.text);
  if (!head || !kind?.sure || kind.kind === "header" || kind.kind === "other" || kind.kind === "personal") return null;
  const strong = isCaps(head.text) || (head.words.every((word) => word.bold) && !row.bold);
  const apart = standsApart(row, body);
  if (ALSO_LABELS.includes(kind.kind) && kind.kind !== "summary" ? !(apart && (strong || !hasHeadings)) : !(apart || strong)) return null;
  return { kind: kind.kind, piece: head, rest: cut(row.piece, colon[0].length, row.piece.text.length) };
}

/** When there are no other headings, a label at the beginning of a row is one, in any type. */
function addLabelled(headings: Map<number, Heading>, i: number, row: Row): void {
  const colon = /^([^:：]{2,40})[:：]\s*(?=\S)/u.exec(row.piece.text);
  const piece = colon && cut(row.piece, 0, colon[1]?.length ?? 0);
  const kind = piece && inlineKind(piece.text);
  if (kind) headings.set(i, { kind, piece, rest: cut(row.piece, colon[0].length, row.piece.text.length) });
}

/** Rows in the same type as headings recognised by their words begin sections of an unknown kind. */
function alikeRows(
  rows: readonly Row[],
  known: ReadonlyMap<number, Heading>,
  styles: ReadonlyMap<string, number>,
  body: BodyStyle,
  first: number,
) {
  const found: [number, Heading][] = [];
  for (const [style, count] of styles) {
    if (style === "plain" || count < 2) continue;
    const candidates = [...rows.entries()].filter(([i, row]) => i > first && !known.has(i) && styleOf(row, body) === style && mayHead(row));
    const scores = new Map(candidates.map(([i]) => [i, jobHeadScore(rows, i, kindAt(known, i))]));
    const jobs = [...scores.values()].filter((score) => score > 0).length;
    const alike = candidates.filter(([i]) => (scores.get(i) ?? 0) < (jobs >= JOBS_MIN ? 1 : 2));
    if (alike.length > count) continue;
    for (const [i, row] of alike)
      found.push([i, { kind: sectionHeadingOf(row.piece.text)?.kind ?? "other", piece: row.piece, rest: null }]);
  }
  return found;
}

/** The kind of the section that the row is in. */
function kindAt(known: ReadonlyMap<number, Heading>, i: number): SectionKind {
  const above = [...known.keys()].filter((at) => at < i);
  return known.get(above.reduce((most, at) => Math.max(most, at), -1))?.kind ?? "header";
}

/** Rows below an employer's name in which the job's title and period are expected. */
const TITLE_ROWS = 2;
const PERIOD_ROWS = 3;

/** How sure it is that a row in a work section is the head of a job, though it is printed like a heading: 2 by its own words, 1 by its place. */
function jobHeadScore(rows: readonly Row[], i: number, kind: SectionKind): number {
  if (kind !== "work" && kind !== "volunteer") return 0;
  const text = rows[i]?.piece.text ?? "";
  if (titleScore(text) > 1 || organisationScore(text) > 1 || jobLabelKind(text) === "detail") return 2;
  const below = (count: number) =>
    rows.slice(i + 1, i + 1 + count).filter(({ bullet, piece }) => !bullet && piece.words.length <= WORDS_MAX * 2);
  const titled = [...rows.slice(Math.max(0, i - 1), i), ...below(TITLE_ROWS)].some(
    ({ piece }) => titleScore(withoutPeriod(piece.text)) === 3,
  );
  return titled && below(PERIOD_ROWS).some(({ piece }) => findPeriod(piece.text) !== null) ? 1 : 0;
}

function withoutPeriod(text: string): string {
  const found = findPeriod(text);
  return found ? text.slice(0, found.from).replace(/(?<![\s,;(|–—-])[\s,;(|–—-]+$/u, "") : text;
}

/** From this many on, rows of one style that stand where an employer does are employers. */
const JOBS_MIN = 2;

function mayHead(row: Row): boolean {
  const { text, words } = row.piece;
  return (
    row.cells.length === 1 &&
    !row.bullet &&
    words.length <= 6 &&
    startsHigh(text) &&
    !/[@,;|•·\d]|[.!?–—-]$/.test(text) &&
    !findPeriod(text)
  );
}

function styleOf(row: Row, body: BodyStyle): string {
  const size = row.size > body.size * LARGER ? String(Math.round(row.size * 2) / 2) : "";
  const marks = [size, row.bold && !body.bold ? "bold" : "", row.caps ? "caps" : "", row.piece.text.endsWith(":") ? "colon" : ""];
  return marks.join("") === "" ? "plain" : marks.join("/");
}

/** Whether it begins with a capital, a digit, or a letter of a script without case. */
function startsHigh(text: string): boolean {
  return /^\P{L}*[\p{Lu}\p{Lt}\p{Lo}]/u.test(text);
}
