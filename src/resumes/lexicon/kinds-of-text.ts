/** What a short text probably is: a job title, an organisation, a school, a degree, a place. Higher is more likely; 0 means unknown. */
import { fold } from "#language/fold.ts";
import { anyOf, asWord, phrasesOfAll } from "#language/phrases.ts";
import { DEGREE_SHORT, DEGREE_WORDS } from "./degrees.ts";
import { HEAD_FIRST_NOUNS, JOB_ENDINGS, JOB_NOUNS } from "./job-titles.ts";
import { endsWithLegalForm, ORGANISATION_ENDINGS, ORGANISATION_NOUNS, SCHOOL_ENDINGS, SCHOOL_NOUNS } from "./organisations.ts";
import { CODES_AFTER_CITY, COUNTRIES, REGION_CODES, REGION_NAMES } from "./places.ts";
import { remember } from "./remember.ts";

/** Words of the text, folded; brackets left out. */
function wordsOf(text: string): string[] {
  return fold(text.replace(/\([^()]*\)/g, " "))
    .split(" ")
    .filter((word) => word !== "");
}

export const titleScore = remember(readTitleScore);

function readTitleScore(text: string): number {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > 12) return 0;
  if (headWords(words).some(isJobNoun) || startsWithHead(words, text)) return 3;
  return words.some(isJobNoun) ? 2 : 0;
}

const isJobNoun = (word: string) => JOB_NOUNS.has(word) || JOB_ENDINGS.test(word);

/** `Manager, Systems`, `Ingénieur système`: the first word is the head before a comma, a dash or a bracket, and in Romance languages. */
function startsWithHead(words: readonly string[], text: string): boolean {
  const [first = "", second] = words;
  if (!isJobNoun(first)) return false;
  if (second === undefined || LEVEL.test(second) || AFTER_HEAD.has(second) || /^[^\s,(–—-]+\s?[,(–—-]/u.test(text.trim())) return true;
  return HEAD_FIRST_NOUNS.has(first) && !ORGANISATION_NOUNS.has(words.at(-1) ?? "");
}

const AFTER_HEAD = new Set(phrasesOfAll("resumes", "after_head"));
/** Levels: "Engineer II", "Analyst L3", "Marketing Intern". */
const LEVEL = new RegExp(`^(?:[ivx]+|\\d+|l\\d|${anyOf("resumes", "never_head")})$`);

const LINK = new RegExp(`\\s${anyOf("resumes", "after_head")}\\s`, "iu");

/** What stands before `of`, `in`, `for` …; the whole text without one. */
export function beforeLink(text: string): string {
  const link = LINK.exec(text);
  return link ? text.slice(0, link.index) : text;
}

/** The last word before `of`, `in`, `for` …, and the last before a level. */
function headWords(words: readonly string[]): string[] {
  const at = words.findIndex((word) => AFTER_HEAD.has(word));
  const before = at > 0 ? words.slice(0, at) : words;
  const last = before.at(-1) ?? "";
  return [before.filter((word) => !LEVEL.test(word)).at(-1) ?? last, last];
}

export const organisationScore = remember(readOrganisationScore);

function readOrganisationScore(text: string): number {
  const words = wordsOf(text);
  if (endsWithLegalForm(text)) return 4;
  const last = words.at(-1) ?? "";
  if (ORGANISATION_NOUNS.has(last) || ORGANISATION_ENDINGS.test(last)) return 2;
  return words.some((word) => ORGANISATION_NOUNS.has(word)) ? 1 : 0;
}

const SCHOOL_WORDS_MAX = 11;
/** Contains the name of a school or a degree, but is neither. */
const ABOUT_STUDIES = new RegExp(asWord(anyOf("resumes", "about_studies")), "iu");

export const schoolScore = remember(readSchoolScore);

function readSchoolScore(text: string): number {
  const words = wordsOf(text);
  if (words.length > SCHOOL_WORDS_MAX || ABOUT_STUDIES.test(text)) return 0;
  return words.some((word) => SCHOOL_NOUNS.has(word) || SCHOOL_ENDINGS.test(word)) ? 3 : 0;
}

export const degreeScore = remember(readDegreeScore);

function readDegreeScore(text: string): number {
  if (ABOUT_STUDIES.test(text)) return 0;
  if (DEGREE_WORDS.test(text)) return 3;
  const short = DEGREE_SHORT.exec(text);
  if (!short || !/\p{Lu}/u.test(short[0])) return 0;
  return short[0].replace(/\P{L}/gu, "").length >= 3 || short[0].includes(".") || short.index === 0 ? 3 : 1;
}

/** `Austin, TX`, `Berlin, Deutschland`, `Pune, Maharashtra`, `Remote`. */
export const placeScore = remember(readPlaceScore);

function readPlaceScore(text: string): number {
  const parts = text
    .replace(/[()]/g, "")
    .split(/\s{0,2}[,،]\s{0,2}|\s{1,2}-\s{1,2}/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const last = parts.at(-1);
  if (!last || parts.length > 4 || text.length > 60) return 0;
  if (parts.length === 2 && CODES_AFTER_CITY.has(last) && /^\p{Lu}[\p{L} .'’-]+$/u.test(parts[0] ?? "") && titleScore(parts[0] ?? "") === 0)
    return 3;
  if (isRegion(last)) return parts.length > 1 ? 4 : 3;
  if (
    parts.length === 1 &&
    /^(?:\p{Lu}\p{Ll}+\s){1,3}\p{Lu}{2}(?:\s\d{5})?$/u.test(last) &&
    isRegion(last.replace(/\s\d{5}$/, "").slice(-2))
  )
    return 3;
  return 0;
}

export function isRegion(part: string): boolean {
  const bare = part.replace(/\s{0,2}\d{4,6}(?:-\d{4})?$/, "").replace(/\.$/, "");
  const folded = fold(bare);
  return REGION_CODES.has(bare) || COUNTRIES.has(folded) || REGION_NAMES.has(folded);
}
