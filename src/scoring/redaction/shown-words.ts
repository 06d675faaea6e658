/**
 * Which words of a résumé a redacted copy shows: statements without what blinding finds in them, and dates. A word that nothing is known of
 * is not shown.
 */
import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import type { Document, Page, Word } from "#documents/document.ts";
import { tokensOf } from "#language/tokens.ts";
import { pieceOfStatement } from "#resumes/outline/statements.ts";
import type { Outline, Section, SectionKind, Statement } from "#resumes/outline.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { type Blinder, openBlinder } from "#scoring/blind/blinder.ts";
import { isEveryday } from "#scoring/blind/organisations.ts";
import { type Range, rangesOfPart } from "#scoring/blind/ranges.ts";
import { languageLevelOf } from "#scoring/language-level.ts";
import { isPersonal, isSchool } from "#scoring/personal.ts";
import { readSkills } from "#skills/find-skills.ts";

/** By word, the share of its width from the left that is shown, 0..1; words that are not in it are not shown. */
export type ShownWords = ReadonlyMap<Word, number>;

/** Who the person is, as a reading of the whole résumé has it. */
type Identity = { resume: JsonResume; outline: Outline };
/** A statement with what of it is not shown. */
type Rule = (text: string) => Range[];

/** Sections about the person or about other people. */
const LEFT_OUT: ReadonlySet<SectionKind> = new Set(["interests", "references", "personal"]);
/** Where a school is where somebody worked. */
const MAY_EMPLOY: ReadonlySet<SectionKind> = new Set(["work", "projects", "volunteer"]);
const OF_WORK: ReadonlySet<SectionKind> = new Set(["work", "projects", "volunteer", "education", "certificates", "skills"]);

/** `outline`: of `pages`; its statements have their words. */
export function shownWords({ pages }: Pick<Document, "pages">, outline: Outline, identity: Identity): ShownWords {
  const blinder = openBlinder(withoutEmployers(identity.resume), identity.outline);
  const shown = new Map<Word, number>();
  const isAll = outline.sections.every(({ kind }) => kind === "header");
  const names = identity.resume.basics?.name === undefined ? possibleNames(outline) : [];
  const telling = (isWork: boolean): Rule => {
    return (text) => [...blinder.tellingIn(text, isWork), ...names.flatMap((name) => rangesOfPart(text.toLowerCase(), name))];
  };
  for (const section of outline.sections) showSection(shown, section, isAll, telling(OF_WORK.has(section.kind)));
  for (const page of pages) showDates(shown, page, blinder);
  for (const page of pages) showSigns(shown, page);
  return shown;
}

/** Employers are shown, as they tell what somebody did. */
function withoutEmployers(resume: JsonResume): JsonResume {
  const { work = [], volunteer = [] } = resume;
  return {
    ...resume,
    work: work.map(({ name: _, ...each }) => each),
    volunteer: volunteer.map(({ organization: _, ...each }) => each),
  };
}

/** `isAll`: the résumé has no headings, so that all of it is the header. */
function showSection(shown: Map<Word, number>, { kind, heading, entries, statements }: Section, isAll: boolean, telling: Rule): void {
  // A heading of no known kind that names a school stands above what was done there.
  if (heading) show(shown, heading, telling, kind === "other" && isSchool(heading.text) ? schoolRule : () => []);
  if (LEFT_OUT.has(kind)) return;
  const rule = ruleOf(kind, isAll);
  for (const statement of statements) show(shown, statement, telling, rule);
  for (const { title, organisation, place, body } of entries) {
    // The place of a school tells which it is.
    for (const statement of [title, kind === "education" ? null : place, ...body]) if (statement) show(shown, statement, telling, rule);
    if (organisation) show(shown, organisation, telling, kind === "education" ? schoolRule : rule);
  }
}

/** A school without a word for one, such as "ETH": with it all that stands beside it. */
function schoolRule(text: string): Range[] {
  const parts = partsOf(text);
  const schools = parts.filter((part) => isSchool(part.text));
  return schools.length > 0 ? schools : parts;
}

function ruleOf(kind: SectionKind, isAll: boolean): Rule {
  if (kind === "header") return (text) => partsOf(text).filter((part) => !isHarmless(part.text, isAll));
  if (kind === "languages") return (text) => partsOf(text).filter((part) => isOfOrigin(part.text));
  if (MAY_EMPLOY.has(kind)) return () => [];
  return (text) => partsOf(text).filter((part) => isSchool(part.text));
}

/** A part of the header with fewer words is a name, an address or a slogan; a longer one describes work. */
const HEADER_WORDS_MIN = 8;

function isHarmless(text: string, isAll: boolean): boolean {
  if (text.split(/\s+/).length >= HEADER_WORDS_MIN && isProse(text)) return true;
  return isAll && readSkills(text).mentions.length > 0;
}

/** Not a row of names; scripts without capitals are prose. */
const isProse = (text: string): boolean => (text.match(/(?<!\p{L})(?:\p{Ll}|\p{Lo})/gu)?.length ?? 0) >= PROSE_WORDS_MIN;
const PROSE_WORDS_MIN = 2;

/** A language that somebody grew up with. */
const isOfOrigin = (text: string): boolean => languageLevelOf([{ text, from: 0, to: 0 }]).name === "native";

const NAME = /^\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?: \p{Lu}[\p{L}\p{M}.'’-]{0,30}){1,15}$/u;

/** Of a résumé whose name was not found: what stands alone in its sections about the person and may be one, in lower case. */
function possibleNames({ sections }: Outline): string[] {
  const about = sections.filter(({ kind }) => kind === "header" || LEFT_OUT.has(kind));
  const texts = about.flatMap(({ statements }) => statements.flatMap(({ text }) => text.split(/[:|,]\s{0,2}/)));
  const names = texts.filter((text) => NAME.test(text) && !tokensOf(text).some(({ fold }) => isEveryday(fold)));
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

type Part = Range & { text: string };

const PART_BREAK = /\s{0,2}[,;|•·，；、。]\s{0,2}|\s{1,2}[-–—]\s{1,2}|(?<=[.!?])\s{1,2}/g;

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const hit of text.matchAll(PART_BREAK)) {
    parts.push({ text: text.slice(from, hit.index), from, to: hit.index });
    from = hit.index + hit[0].length;
  }
  return [...parts, { text: text.slice(from), from, to: text.length }].filter(({ text }) => text !== "");
}

function show(shown: Map<Word, number>, statement: Statement, ...rules: Rule[]): void {
  if (isPersonal(statement.text)) return;
  const { text, words, start } = pieceOfStatement(statement);
  const hidden = rules.flatMap((rule) => rule(text));
  let at = -start;
  for (const word of words) {
    const share = shareOf(word.text, at, hidden, text);
    // A word may be of two statements, one of which may not show it.
    shown.set(word, Math.min(share, shown.get(word) ?? 1));
    at += word.text.length + 1;
  }
}

/** Endings that tell women from men are that long at most; longer parts of words are covered with the whole word. */
const ENDING_MAX = 6;

/** `at`: the word's offset in the text. Of a word whose ending tells the gender the beginning is shown, of others all or nothing. */
function shareOf(word: string, at: number, hidden: readonly Range[], text: string): number {
  const end = at + word.length;
  let share = 1;
  for (const { from, to } of hidden) {
    const isEmpty = from === to;
    if (isEmpty ? from <= at || from > end : from >= end || to <= at) continue;
    const isEnding = from > at && to <= end && to - from <= ENDING_MAX && /\p{L}/u.test(text.charAt(from - 1));
    share = Math.min(share, isEnding ? (from - at) / word.length : 0);
  }
  return share;
}

/** Dates of entries are in no statement. */
function showDates(shown: Map<Word, number>, page: Page, blinder: Blinder): void {
  for (const { segments } of page.lines)
    for (const { words } of segments) {
      const rest = words.filter((word) => !shown.has(word));
      const text = rest.map((word) => word.text).join(" ");
      const date = findPeriod(text);
      if (!date || isPersonal(text) || blinder.tellingIn(text, true).length > 0) continue;
      let at = 0;
      for (const word of rest) {
        if (at >= date.from && at + word.text.length <= date.to) shown.set(word, 1);
        at += word.text.length + 1;
      }
    }
}

/** Bullets, dashes and commas between words that are shown. */
function showSigns(shown: Map<Word, number>, { lines }: Page): void {
  for (const { segments } of lines)
    for (const { words } of segments)
      for (const [at, word] of words.entries()) {
        const beside = [words[at - 1], words[at + 1]].filter((each) => each !== undefined);
        const isSign = !shown.has(word) && !/[\p{L}\p{N}]/u.test(word.text);
        if (isSign && beside.length > 0 && beside.every((each) => shown.get(each) === 1)) shown.set(word, 1);
      }
}
