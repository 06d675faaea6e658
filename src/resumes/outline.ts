/** The structure of a résumé: sections, their entries, and statements. Shared by reading, blinding and scoring. */
import type { Word } from "#documents/document.ts";
import type { YearMonth } from "#engines/values/year-month.ts";

/** A bullet, a paragraph, a heading or a cell: its wrapped lines joined by one space, otherwise verbatim, without the bullet mark. */
export type Statement = {
  text: string;
  /** 1-based page of its first word. */
  page: number;
  words: Word[];
  bullet: boolean;
};

/** `end` is "present" while it is ongoing; null when the page does not say. `raw` is verbatim. */
export type Period = { start: YearMonth | null; end: YearMonth | "present" | null; raw: string };

export const SECTION_KINDS = [
  /** Text before the first heading and beside it: name, contact, tagline. */
  "header",
  "summary",
  "work",
  "projects",
  "volunteer",
  "education",
  "certificates",
  "skills",
  "languages",
  "publications",
  "awards",
  "interests",
  "references",
  /** Age, birthday, nationality, family, religion, photo captions. */
  "personal",
  "other",
] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

/** One job, project, degree or certificate. The statements of its parts are not repeated in `body`. */
export type Entry = {
  title: Statement | null;
  organisation: Statement | null;
  place: Statement | null;
  period: Period | null;
  body: Statement[];
};

/** Statements outside entries are in `statements`; each statement of the page is in exactly one place. */
export type Section = { kind: SectionKind; heading: Statement | null; entries: Entry[]; statements: Statement[] };

/** In reading order. */
export type Outline = { sections: Section[] };
