/**
 * The blinded résumé: the part of it that may influence a score. Identity, origin, contacts, schools and hobbies are removed here, so that
 * no later step can use them.
 */
import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import type { Evidence } from "#contract/task.ts";
import type { Document, Page, Word } from "#documents/document.ts";
import { largest, smallest } from "#documents/long-lists.ts";
import { anyOf } from "#language/phrases.ts";
import { bboxOf } from "#results/bbox.ts";
import { pieceOfStatement } from "#resumes/outline/statements.ts";
import type { Entry, Outline, Period, Section, SectionKind, Statement } from "#resumes/outline.ts";
import { cut } from "#resumes/page/piece.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { readSkills, type SkillText } from "#skills/find-skills.ts";
import { type Blinder, isSaid } from "./blind/blinder.ts";
import { schoolOf } from "./blind/organisations.ts";
import type { Redacted } from "./blind/ranges.ts";
import { isPersonal, isSchool } from "./personal.ts";
import type { EvidencePlace } from "./rules.ts";

/** One statement, or item of a list, that may count. `text` is verbatim but for "…", where a fact about the person stood. */
export type Claim = {
  text: string;
  /** The whole statement, and the claim's offset in it: what is said of a whole list applies to its items. */
  context: string;
  offset: number;
  skills: SkillText;
  place: EvidencePlace;
  /** That of its entry. */
  period: Period | null;
  page: number;
  /** The box of its words on the page. */
  bbox: Evidence["bbox"];
  /** Certainty of its letters, 0..1. */
  certainty: number;
};

type Said = Omit<Claim, "bbox" | "certainty"> & { words: readonly Word[] };
/** `instructions`: statements that never count. */
export type Identity = { resume: JsonResume; blinder: Blinder; instructions: ReadonlySet<Statement> };
/** `originalOf`: the offset in the statement's own text, of the start or of the end of a part. */
type Blinded = Redacted & { statement: Statement };

/** Sections about the person. */
const LEFT_OUT: ReadonlySet<SectionKind> = new Set(["interests", "references", "personal"]);
const PLACE_OF: Partial<Record<SectionKind, EvidencePlace>> = {
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
/** A header line with fewer words is a name, an address or a slogan; a longer one is a summary without a heading. */
const HEADER_WORDS_MIN = 8;

/** `outline`: without leaves. */
export function claimsOf({ pages }: Document, outline: Outline, identity: Identity): Claim[] {
  const isAll = outline.sections.every(({ kind }) => kind === "header");
  const said = outline.sections.flatMap((section) => (LEFT_OUT.has(section.kind) ? [] : claimsIn(section, isAll, identity)));
  const pageOf = new Map(pages.map((page) => [page.number, page]));
  return said.map(({ words, ...claim }) => ({ ...claim, ...placed(words, pageOf.get(claim.page)) }));
}

function placed(words: readonly Word[], page: Page | undefined): Pick<Claim, "bbox" | "certainty"> {
  const boxes = words.map(({ box }) => box);
  const box = {
    left: smallest(boxes.map(({ left }) => left)),
    top: smallest(boxes.map(({ top }) => top)),
    right: largest(boxes.map(({ right }) => right)),
    bottom: largest(boxes.map(({ bottom }) => bottom)),
  };
  const letters = words.length === 0 ? 1 : words.reduce((sum, word) => sum + word.certainty, 0) / words.length;
  return { bbox: page && boxes.length > 0 ? bboxOf(box, page) : [0, 0, 1, 1], certainty: Math.min(letters, page?.quality ?? 1) };
}

/** `isAll`: the résumé has only a header, so the skills are in it. */
function claimsIn(section: Section, isAll: boolean, identity: Identity): Said[] {
  const place = PLACE_OF[section.kind] ?? "other";
  if (isAll) return section.statements.flatMap((statement) => claimsOfHeader(statement, identity));
  const loose = section.statements.filter((statement) => section.kind !== "header" || wordCount(statement.text) >= HEADER_WORDS_MIN);
  const inEntries = section.entries.flatMap((entry) => claimsOfEntry(entry, section.kind, place, identity));
  return [...loose.flatMap((statement) => claimsOfStatement(statement, place, null, identity)), ...inEntries];
}

/** For a résumé of a line or two: its parts, without those that identify the person. What is said of one part may be in another. */
function claimsOfHeader(statement: Statement, identity: Identity): Said[] {
  if (identity.instructions.has(statement)) return [];
  const blinded = blindedOf(statement, "other", identity);
  const parts = partedAt(statement.text, HEADER_BREAK, null);
  const reach = parts.findIndex(({ text }) => REACH.test(text));
  const isNamed = identity.resume.basics?.name !== undefined;
  const name = !isNamed && reach > 0 && parts[0] && readSkills(parts[0].text).mentions.length === 0 ? parts[0].text : "";
  const shown = partedAt(blinded.text, HEADER_BREAK, null).filter(
    ({ text, offset }) => !isPersonal(text) && !(offset === 0 && text === name),
  );
  return claimsFrom(shown, blinded, "other");
}

/** An e-mail address, a number, a URL. */
const REACH = /@|(?:\d[\s()./-]{0,2}){7}|https?:|www\./iu;
const HEADER_BREAK = /\s{0,2}[,;|•·，；。、،]\s{0,2}|(?<=[.!?])\s{1,2}/g;

function claimsOfEntry(entry: Entry, kind: SectionKind, place: EvidencePlace, identity: Identity): Said[] {
  const titlePlace = kind === "work" ? "title" : place;
  const title = entry.title ? claimsOfStatement(entry.title, titlePlace, entry.period, identity) : [];
  const body = entry.body.flatMap((statement) => claimsOfStatement(statement, place, entry.period, identity));
  return [...title, ...body];
}

function claimsOfStatement(statement: Statement, place: EvidencePlace, period: Period | null, identity: Identity): Said[] {
  if (isPersonal(statement.text) || identity.instructions.has(statement)) return [];
  const blinded = blindedOf(statement, place, identity);
  const own = place === "work" && isList(blinded.text) ? "work list" : place;
  return claimsFrom(partsOf(blinded.text, own, period, identity), blinded, own);
}

/** Where illness and faith may be those of patients, pupils or places of work. */
const OF_WORK: ReadonlySet<EvidencePlace> = new Set([
  "work",
  "work list",
  "title",
  "project",
  "volunteer",
  "education",
  "certificate",
  "list",
]);

function blindedOf(statement: Statement, place: EvidencePlace, { blinder }: Identity): Blinded {
  return { ...blinder.blind(statement.text, OF_WORK.has(place)), statement };
}

function claimsFrom(parts: readonly Part[], { statement, text: context, originalOf }: Blinded, place: EvidencePlace): Said[] {
  const whole = pieceOfStatement(statement);
  return parts.flatMap((part) => {
    if (!isSaid(part.text)) return [];
    const [from, to] = [originalOf(part.offset, "start"), originalOf(part.offset + part.text.length, "end")];
    const words = cut(whole, from, to)?.words ?? statement.words;
    return [{ ...part, context, skills: readSkills(part.text), place, page: statement.page, words }];
  });
}

type Part = { text: string; offset: number; period: Period | null };

/** Splits a list into its items, so that one line and several lines give the same claims. */
function partsOf(text: string, place: EvidencePlace, period: Period | null, { resume }: Identity): Part[] {
  if (place === "education") return partedAt(text, EDUCATION_BREAK, period).filter((part) => !namesSchool(part.text, resume));
  const breaks = ITEM_BREAKS[place];
  return breaks ? partedAt(text, breaks, period) : [{ text, offset: 0, period }];
}

/** Separators between items of a list; brackets belong to their item, and so does a level after a colon. */
const ITEM_BREAK = /\s{0,2}[,;|•·，；、،](?![^()]*\))\s{0,2}/g;
/** Also splits after the label of a list. */
const LABEL_OR_ITEM_BREAK = /\s{0,2}[,;|•·，；、،](?![^()]*\))\s{0,2}|(?<=^[^:,;]{1,40}:)\s{1,2}/g;
const ITEM_BREAKS: Partial<Record<EvidencePlace, RegExp>> = {
  list: LABEL_OR_ITEM_BREAK,
  "work list": LABEL_OR_ITEM_BREAK,
  language: ITEM_BREAK,
  certificate: ITEM_BREAK,
};
const EDUCATION_BREAK = new RegExp(`\\s{0,2}[,;|•·–—]\\s{0,2}|\\s{1,2}-\\s{1,2}|\\s{1,2}${anyOf("scoring", "at_school")}\\s{1,2}`, "gu");

/** A part that is only a date becomes the period of the part before. */
function partedAt(text: string, breaks: RegExp, period: Period | null): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const add = (to: number) => {
    const part = text.slice(from, to).trim();
    const date = findPeriod(part);
    const last = parts.at(-1);
    if (date && date.from === 0 && date.to === part.length && last) parts[parts.length - 1] = { ...last, period: date.period };
    else if (part !== "") parts.push({ text: part, offset: text.indexOf(part, from), period });
  };
  for (const hit of text.matchAll(breaks)) {
    add(hit.index);
    from = hit.index + hit[0].length;
  }
  add(text.length);
  return parts;
}

function namesSchool(part: string, resume: JsonResume): boolean {
  const schools = (resume.education ?? []).flatMap((each) => schoolOf(each)?.toLowerCase() ?? []);
  return isSchool(part) || schools.some((school) => school.includes(part.toLowerCase()) || part.toLowerCase().includes(school));
}

const LIST_ITEMS_MIN = 3;
const LIST_ITEM_WORDS_MAX = 3;

/** Items between commas without further words. */
function isList(text: string): boolean {
  const items = text
    .replace(/^[^:]{0,40}:/, "")
    .split(/[,;|•·/，；、،]/)
    .filter((item) => item.trim() !== "");
  return items.length >= LIST_ITEMS_MIN && items.reduce((sum, item) => sum + wordCount(item), 0) / items.length <= LIST_ITEM_WORDS_MAX;
}

/** In scripts without spaces two characters count as a word. */
function wordCount(text: string): number {
  const unspaced = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
  );
  return text.split(/\s+/).filter((word) => word !== "").length + Math.floor((unspaced?.length ?? 0) / 2);
}
