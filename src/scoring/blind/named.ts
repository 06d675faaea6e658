/** The person, the schools and the employers by their own names, wherever a text has them. */
import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import { anyOf } from "#language/phrases.ts";
import { type Token, tokensOf } from "#language/tokens.ts";
import { JOB_NOUNS } from "#resumes/lexicon/job-titles.ts";
import { ORGANISATION_NOUNS, SCHOOL_NOUNS } from "#resumes/lexicon/organisations.ts";
import { HONORIFICS, NO_NAME, PARTICLES, POSTNOMINALS } from "#resumes/lexicon/person-words.ts";
import { COUNTRIES, REGION_NAMES } from "#resumes/lexicon/places.ts";
import { readSkills } from "#skills/find-skills.ts";
import { openSkills } from "#skills/skill-index.ts";
import { isSmall } from "./languages-in.ts";
import type { Range } from "./ranges.ts";

/** `isWord`: it is also a skill or an everyday word, so it is a name only in context. */
type Part = { fold: string; isWord: boolean };
/** Words in their order. `isWord`: only after a word such as "at". */
type Form = { folds: readonly string[]; isWord: boolean };
export type Named = {
  parts: readonly Part[];
  /** Particles and initials of the person's name. */
  small: ReadonlySet<string>;
  unspaced: readonly string[];
  byFirst: ReadonlyMap<string, readonly Form[]>;
};

/** `text`: the résumé's; what stands in it in lower case is an everyday word. */
export function namedIn({ basics, work = [], volunteer = [], education = [] }: JsonResume, text: string): Named {
  const name = (basics?.name ?? "").replace(HONORIFICS, "").replace(POSTNOMINALS, "");
  const employers = [...work.map((each) => each.name), ...volunteer.map((each) => each.organization)];
  const schools = education.map((each) => each.institution);
  const low = new Set(tokensOf(text).flatMap(({ raw, fold }) => (/^\p{Ll}/u.test(raw) ? [fold] : [])));
  const forms = [...employers, ...schools].flatMap((each) => (each === undefined ? [] : formsOf(each, low)));
  return {
    parts: partsOf(name),
    small: new Set(tokensOf(name).flatMap(({ fold }) => (isPart(fold) ? [] : [fold]))),
    unspaced: /^\s*[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\s]{2,12}$/u.test(name) ? unspacedOf(name) : [],
    byFirst: Map.groupBy(forms, ({ folds }) => folds[0] ?? ""),
  };
}

const PART_MIN = 2;
const isPart = (fold: string): boolean => fold.length >= PART_MIN && !PARTICLES.has(fold);

/** Of a name that is nothing but skills the reading was wrong. */
function partsOf(name: string): Part[] {
  const tokens = tokensOf(name);
  if (isSkill(name, tokens)) return [];
  const folds = tokens.flatMap(({ fold }) => (isPart(fold) ? [fold] : []));
  return [...new Set(folds)].map((fold) => ({ fold, isWord: isEveryday(fold) }));
}

/** Chinese, Japanese and Korean names: whole, and without the family name of one character. */
function unspacedOf(name: string): string[] {
  const whole = name.replace(/\s/g, "");
  const given = /\s/.test(name.trim()) ? name.trim().split(/\s+/) : whole.length > 2 ? [whole.slice(1)] : [];
  return [whole, ...given.filter((each) => each.length > 1)];
}

const isEveryday = (fold: string): boolean =>
  openSkills().exact.has(fold) ||
  JOB_NOUNS.has(fold) ||
  NO_NAME.has(fold) ||
  isSmall(fold) ||
  readSkills(fold).mentions.length > 0 ||
  EVERYDAY.has(fold);
/** Given names and surnames that begin sentences as verbs, or name months. */
const EVERYDAY = new Set(
  "will mark may april june august bill pat rob sue drew grant chase hope faith joy rose dean long short young best price".split(" "),
);

const FORM_WORDS_MAX = 8;
const ALONE_MIN = 4;

/** The parts of an organisation's name between commas, each whole and by its first word of its own. */
function formsOf(organisation: string, low: ReadonlySet<string>): Form[] {
  return organisation.split(/[,|(–]|\s-\s/).flatMap((piece) => {
    const tokens = tokensOf(piece.replace(LEGAL, " "));
    const folds = tokens.map(({ fold }) => fold);
    const [lead = ""] = folds;
    if (lead === "" || folds.length > FORM_WORDS_MAX || !/\p{L}/u.test(lead) || folds.some((fold) => JOB_NOUNS.has(fold))) return [];
    const isShort = folds.length === 1 && (lead.length < ALONE_MIN || low.has(lead) || isGeneral(lead));
    const whole = { folds, isWord: isShort || isSkill(piece, tokens) };
    const first = folds.length > 1 ? folds.find((fold) => !isGeneral(fold)) : undefined;
    const isName = first !== undefined && first.length >= ALONE_MIN && /^\p{L}/u.test(first) && !isEveryday(first) && !low.has(first);
    return isName ? [whole, { folds: [first], isWord: false }] : [whole];
  });
}

const LEGAL =
  /(?<![\p{L}\p{N}])(?:GmbH(?: & Co\.? KG)?|AG|KG|SE|Ltd\.?|Limited|LLC|LLP|Inc\.?|Corp\.?|PLC|plc|SARL|SAS|SA|S\.A\.|SL|S\.L\.|S\.p\.A\.|S\.r\.l\.|B\.V\.|BV|N\.V\.|AB|A\/S|Oy|Sp\. z o\.o\.|Lda\.?|Kft\.?|Pvt\.?|e\.V\.)(?![\p{L}\p{N}])/gu;
const isGeneral = (fold: string): boolean =>
  ORGANISATION_NOUNS.has(fold) ||
  SCHOOL_NOUNS.has(fold) ||
  COUNTRIES.has(fold) ||
  REGION_NAMES.has(fold) ||
  isSmall(fold) ||
  NO_NAME.has(fold);

function isSkill(piece: string, tokens: readonly Token[]): boolean {
  if (tokens.length === 1) return isEveryday(tokens[0]?.fold ?? "");
  const { mentions: covered } = readSkills(piece);
  return tokens.every(({ from, to }) => covered.some((mention) => mention.from <= from && to <= mention.to));
}

export function namedRanges(named: Named, text: string): Range[] {
  const tokens = tokensOf(text);
  const persons = personRanges(named, text, tokens);
  return [...persons, ...organisationRanges(named, text, tokens), ...unspacedRanges(named, text)];
}

const ENDINGS = "s|es|a|u|e|em|ie|owi|ovi|om|ego|emu|ą|ę|y|i|ową|ova|ové|ом|у|ою|ой|ым|ову|n|in|lle|sta|nin|nın|ın|ul|ului";
const ENDING = new RegExp(`^(?:${ENDINGS})$`, "u");
const STEM_MIN = 4;

function partOf(named: Named, token: Token): Part | undefined {
  return named.parts.find(
    ({ fold }) =>
      token.fold === fold || (fold.length >= STEM_MIN && token.fold.startsWith(fold) && ENDING.test(token.fold.slice(fold.length))),
  );
}

/** What may stand between two words of a name. */
const JOINS = /^[\s"“”„'’«»()._,-]{0,4}(?:\p{Lu}\.\s?){0,2}$/u;

function personRanges(named: Named, text: string, tokens: readonly Token[]): Range[] {
  const marked = tokens.map((token) => partOf(named, token));
  const isBeside = (at: number, other: number): boolean => {
    const [first, last] = [tokens[Math.min(at, other)], tokens[Math.max(at, other)]];
    if (!first || !last || !JOINS.test(text.slice(first.to, last.from))) return false;
    return (marked[other] !== undefined && marked[other] !== marked[at]) || /^\p{Lu}$/u.test(tokens[other]?.raw ?? "");
  };
  return tokens.flatMap((token, at) => {
    const part = marked[at];
    if (!part) return [];
    const isCapital = /^[\p{Lu}\p{Lo}]/u.test(token.raw);
    const isInName = isBeside(at, at - 1) || isBeside(at, at + 1);
    return (part.isWord ? isCapital && isInName : isCapital || isInName)
      ? [withInitials(text, tokens[firstOf(named, tokens, at)]?.from ?? token.from, token.to)]
      : [];
  });
}

/** The first of the particles and initials before a word of the name. */
function firstOf({ small }: Named, tokens: readonly Token[], at: number): number {
  let first = at;
  while (tokens[first]?.joined && small.has(tokens[first - 1]?.fold ?? "")) first--;
  return first;
}

const INITIALS = /(?<![\p{L}\p{N}])(?:\p{Lu}\.[\s-]?){1,3}$/u;
const NICKNAME = /^\s?["“„«'‘][\p{L}\s-]{2,20}["”“»'’]/u;
const TAIL = /^(?:['’]s?(?![\p{L}\p{N}])|,?\s(?:\p{Lu}\.){1,3}(?![\p{L}\p{N}]))/u;

function withInitials(text: string, from: number, to: number): Range {
  const before = INITIALS.exec(text.slice(Math.max(0, from - 12), from))?.[0].length ?? 0;
  const rest = text.slice(to, to + 30);
  const after = (NICKNAME.exec(rest) ?? TAIL.exec(rest))?.[0].length ?? 0;
  return { from: from - before, to: to + after };
}

const BEFORE_EMPLOYER = new RegExp(`(?<![\\p{L}\\p{N}])${anyOf("scoring", "blind_at_employers")}\\s$`, "iu");
/** What follows the name of an employer that is also a product, where the employer is meant. */
const AFTER_EMPLOYER = /^(?:\s?[.,;:)–|]|$|\s(?:and|as|where|in|since|from|until|und|als|wo|et|y|e)(?![\p{L}\p{N}]))/u;

function organisationRanges({ byFirst }: Named, text: string, tokens: readonly Token[]): Range[] {
  return tokens.flatMap((token, at) =>
    (byFirst.get(token.fold) ?? []).flatMap(({ folds, isWord }) => {
      const last = tokens[at + folds.length - 1];
      if (!last || !/^[\p{Lu}\p{Lo}\d]/u.test(token.raw)) return [];
      if (!folds.every((fold, step) => tokens[at + step]?.fold === fold && (step === 0 || tokens[at + step]?.joined))) return [];
      const isEmployer = () =>
        BEFORE_EMPLOYER.test(text.slice(Math.max(0, token.from - 20), token.from)) &&
        AFTER_EMPLOYER.test(text.slice(last.to, last.to + 12));
      return isWord && !isEmployer()
        ? []
        : [{ from: token.from, to: last.to + (/^['’]s?(?!\p{L})/u.exec(text.slice(last.to))?.[0].length ?? 0) }];
    }),
  );
}

function unspacedRanges({ unspaced }: Named, text: string): Range[] {
  return unspaced.flatMap((name) => {
    const found: Range[] = [];
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) found.push({ from: at, to: at + name.length });
    return found;
  });
}
