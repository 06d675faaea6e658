/** Whether a document is a résumé: an invoice, a letter or an advertisement is not, and gives no person. */

import { anyOf, asWord } from "#language/phrases.ts";
import { PAPER_TITLE } from "#resumes/lexicon/person-words.ts";
import type { Outline, SectionKind } from "#resumes/outline.ts";
import type { Row } from "#resumes/page/row.ts";

/** Sections that letters, invoices and contracts do not have. */
const OWN_KINDS: readonly SectionKind[] = [
  "work",
  "education",
  "skills",
  "projects",
  "volunteer",
  "certificates",
  "languages",
  "publications",
  "interests",
];
const DATED_KINDS: readonly SectionKind[] = ["work", "education", "projects", "volunteer"];
/** Rows at the top with the title of the document. */
const TITLE_ROWS = 4;
/** In a document with at most this many rows a single section is enough. */
const SHORT_ROWS = 10;
/** Phrases of an advertisement; a document with two of them and no dated entry is one. */
const ADVERTISES = new RegExp(asWord(anyOf("resumes", "advertises")), "giu");

type Sight = { outline: Outline; rows: readonly Row[]; reachable: boolean };

/** `reachable`: an e-mail address or phone number of a person was found. */
export function isResume({ outline, rows, reachable }: Sight): boolean {
  const kinds = new Set(outline.sections.filter(({ heading }) => heading !== null).map(({ kind }) => kind));
  const own = OWN_KINDS.filter((kind) => kinds.has(kind)).length;
  const dated = datedEntries(outline);
  if (dated >= 2 || (dated === 1 && own >= 1)) return true;
  if (rows.slice(0, TITLE_ROWS).some(({ piece }) => PAPER_TITLE.test(piece.text))) return own >= 1 || reachable;
  return own >= (rows.length <= SHORT_ROWS ? 1 : 2) && reachable && advertising(rows) < 2;
}

function datedEntries(outline: Outline): number {
  const entries = outline.sections.filter(({ kind }) => DATED_KINDS.includes(kind)).flatMap(({ entries }) => entries);
  return entries.filter(({ period, title, organisation }) => period !== null && (title ?? organisation) !== null).length;
}

function advertising(rows: readonly Row[]): number {
  return new Set(rows.flatMap(({ piece }) => piece.text.match(ADVERTISES) ?? []).map((words) => words.toLowerCase())).size;
}
