/**
 * The blinded résumé: what of it may influence a score. Who somebody is, where from, how to reach them, where they went to
 * school and what they like is not in it, so that nothing after this can look at it.
 */
import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import type { Word } from "#documents/document.ts";
import type { Entry, Outline, Period, Section, SectionKind, Statement } from "#recruiting/outline.ts";
import { readSkills, type SkillText } from "#recruiting/skills/find-skills.ts";
import { isPersonal, isSchool } from "./personal.ts";
import type { Place } from "./rules.ts";

/** One statement that may count. `text` is verbatim; `period` is that of the entry it stands in. */
export type Claim = {
  text: string;
  skills: SkillText;
  place: Place;
  period: Period | null;
  page: number;
  words: readonly Word[];
};

type Identity = { resume: JsonResume; texts: readonly string[] };

/** Sections that say who somebody is. */
const LEFT_OUT: ReadonlySet<SectionKind> = new Set(["interests", "references", "personal"]);
const PLACE_OF: Partial<Record<SectionKind, Place>> = {
  summary: "summary",
  work: "work",
  projects: "project",
  volunteer: "volunteer",
  education: "education",
  certificates: "certificate",
  skills: "list",
  languages: "language",
  publications: "publication",
  awards: "publication",
};
/** A header line shorter than this is a name, an address or a slogan; longer ones are a summary without a heading. */
const HEADER_WORDS_MIN = 8;

export function claimsOf(outline: Outline, resume: JsonResume): Claim[] {
  const identity: Identity = { resume, texts: identityTexts(resume) };
  return outline.sections.flatMap((section) => (LEFT_OUT.has(section.kind) ? [] : claimsIn(section, identity)));
}

function claimsIn(section: Section, identity: Identity): Claim[] {
  const place = PLACE_OF[section.kind] ?? "other";
  const loose = section.statements.filter((statement) => section.kind !== "header" || wordCount(statement.text) >= HEADER_WORDS_MIN);
  const inEntries = section.entries.flatMap((entry) => claimsOfEntry(entry, section.kind, place, identity));
  return [...loose.flatMap((statement) => claimsOfStatement(statement, section.kind, place, null, identity)), ...inEntries];
}

function claimsOfEntry(entry: Entry, kind: SectionKind, place: Place, identity: Identity): Claim[] {
  const titlePlace = kind === "work" ? "title" : place;
  const title = entry.title ? claimsOfStatement(entry.title, kind, titlePlace, entry.period, identity) : [];
  const body = entry.body.flatMap((statement) => claimsOfStatement(statement, kind, place, entry.period, identity));
  return [...title, ...body];
}

function claimsOfStatement(statement: Statement, kind: SectionKind, place: Place, period: Period | null, identity: Identity): Claim[] {
  if (isPersonal(statement.text) || identity.texts.some((text) => statement.text.includes(text))) return [];
  const parts = kind === "education" ? withoutSchools(statement.text, identity.resume) : [statement.text];
  return parts.map((text) => {
    const own = place === "work" && isList(text) ? "work list" : place;
    return { text, skills: readSkills(text), place: own, period, page: statement.page, words: wordsUnder(statement, text) };
  });
}

/**
 * Texts that name or reach the person: a statement that holds one says who it is about. A single name is none: it may be an
 * everyday word, or the name of a skill.
 */
function identityTexts({ basics }: JsonResume): string[] {
  const name = basics?.name !== undefined && /\p{L}\s+\p{L}|\p{Script=Han}/u.test(basics.name) ? [basics.name] : [];
  const reach = [basics?.email, basics?.phone, basics?.url, ...(basics?.profiles ?? []).map((profile) => profile.url)];
  return [...name, ...reach.filter((text) => text !== undefined && text.length >= REACH_CHARACTERS_MIN)] as string[];
}

const REACH_CHARACTERS_MIN = 5;

/** The parts of an education line between commas and bars, without those that name a school. */
function withoutSchools(text: string, resume: JsonResume): string[] {
  const schools = (resume.education ?? []).flatMap(({ institution }) => (institution === undefined ? [] : [institution.toLowerCase()]));
  const isNamed = (part: string) => schools.some((school) => school.includes(part.toLowerCase()) || part.toLowerCase().includes(school));
  return text
    .split(/\s*[,;|•·–—]\s*|\s+-\s+|\s+(?:at|from|an der|à l['’]|en la)\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !isSchool(part) && !isNamed(part));
}

const LIST_ITEMS_MIN = 3;
const LIST_ITEM_WORDS_MAX = 3;

/** Items between commas, nothing said of them. */
function isList(text: string): boolean {
  const items = text
    .replace(/^[^:]{0,40}:/, "")
    .split(/[,;|•·/]/)
    .filter((item) => item.trim() !== "");
  return items.length >= LIST_ITEMS_MIN && items.reduce((sum, item) => sum + wordCount(item), 0) / items.length <= LIST_ITEM_WORDS_MAX;
}

function wordsUnder(statement: Statement, text: string): readonly Word[] {
  if (text === statement.text) return statement.words;
  const within = statement.words.filter((word) => text.includes(word.text));
  return within.length > 0 ? within : statement.words;
}

export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}
