/** The person, the schools and the employers by their own names, wherever a text has them. */
import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import { fold } from "#language/fold.ts";
import { type Token, tokensOf } from "#language/tokens.ts";
import { HONORIFICS, PARTICLES, POSTNOMINALS } from "#resumes/lexicon/person-words.ts";
import { isSmall } from "./languages-in.ts";
import { isEveryday, isSkill, type Organisations, organisationRanges, organisationsOf, schoolOf } from "./organisations.ts";
import { type Range, rangesOf, rangesOfPart } from "./ranges.ts";
import { initialsOf, initialsRanges, isShortFor } from "./short-names.ts";

/** `isWord`: it is also a skill or an everyday word, so it is a name only in context. */
type Part = { fold: string; isWord: boolean };
export type Named = {
  parts: readonly Part[];
  /** Particles and initials of the person's name. */
  small: ReadonlySet<string>;
  unspaced: readonly string[];
  low: ReadonlySet<string>;
  /** Of the name, of it without its middle words, and of the given names. `isWord`: without points they are a skill or a word. */
  initials: readonly { letters: string; isWord: boolean }[];
  organisations: Organisations;
};

/** `text`: the résumé's; what stands in it in lower case is an everyday word. */
export function namedIn({ basics, work = [], volunteer = [], education = [] }: JsonResume, text: string): Named {
  const name = (basics?.name ?? "").replace(HONORIFICS, "").replace(POSTNOMINALS, "");
  const employers = [...work.map((each) => each.name), ...volunteer.map((each) => each.organization)];
  const schools = education.map(schoolOf);
  const low = new Set(tokensOf(text.replace(ADDRESS, " ")).flatMap(({ raw, fold }) => (/^\p{Ll}/u.test(raw) ? [fold] : [])));
  const names = [...employers, ...schools].flatMap((each) => (each === undefined ? [] : [each]));
  const tokens = tokensOf(name).filter(({ raw }) => /^\p{Lu}/u.test(raw));
  return {
    parts: partsOf(name),
    small: new Set(tokensOf(name).flatMap(({ fold }) => (isPart(fold) ? [] : [fold]))),
    low,
    initials: [tokens, [...tokens.slice(0, 1), ...tokens.slice(1).slice(-1)], tokens.slice(0, -1)].map((words, at) => {
      const letters = initialsOf(words);
      return { letters, isWord: at > 0 || isEveryday(letters.toLowerCase()) };
    }),
    unspaced: [
      ...new Set(names.flatMap(unspacedNameOf)),
      ...titledOf(name),
      ...(/^\s*[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\s]{2,12}$/u.test(name) ? unspacedOf(name) : []),
    ],
    organisations: organisationsOf(names, low),
  };
}

/** Addresses and links: their words are in lower case by convention, so they do not show everyday words. */
const ADDRESS = /\S{0,100}[@/]\S{0,100}/g;

const PART_MIN = 2;
const isPart = (fold: string): boolean => fold.length >= PART_MIN && !PARTICLES.has(fold);

/** Empty when every word of the name is a skill: then the reader took a list of skills for the name. */
function partsOf(name: string): Part[] {
  const tokens = tokensOf(name);
  if (isSkill(name, tokens)) return [];
  const folds = tokens.flatMap(({ fold }) => (isPart(fold) ? [fold] : []));
  return [...new Set(folds)].map((fold) => ({ fold, isWord: isEveryday(fold) }));
}

const UNSPACED_NAME =
  /^[\p{Script=Han}\p{Script=Katakana}ー]{2,8}?(?=(?:科技|网络|信息|软件|集团|股份|有限|公司|株式会社|銀行|银行|医院|商事|物流|酒店|电子|医疗))/u;

/** The first word of an employer's name in Chinese or Japanese characters. */
function unspacedNameOf(organisation: string): string[] {
  const name = organisation.replace(/^(?:株式会社|有限会社|合同会社)/u, "");
  const found = [UNSPACED_NAME, BEFORE_KATAKANA, SHORT_SCHOOL].flatMap((pattern) => pattern.exec(name)?.[0] ?? []);
  return found.filter((each) => !WIDE.has(each));
}

/** "北燈" of 北燈システム株式会社. */
const BEFORE_KATAKANA = /^[\p{Script=Han}\p{Script=Hiragana}]{2,6}(?=\p{Script=Katakana}{2})/u;
/** "青嶺大" of 青嶺大学. */
const SHORT_SCHOOL = /^\p{Script=Han}{2,6}[大高](?=[学學校])/u;
const WIDE = new Set("日本 東京 大阪 京都 全国 国際 中国 韓国 関西 関東 九州 北海道 名古屋 中央 総合 第一".split(" "));

/** Chinese, Japanese and Korean names: whole, and without the family name of one character. */
function unspacedOf(name: string): string[] {
  const whole = name.replace(/\s/g, "");
  const given = /\s/.test(name.trim()) ? name.trim().split(/\s+/) : whole.length > 2 ? [whole.slice(1)] : [];
  return [whole, ...given.filter((each) => each.length > 1)];
}

const TITLES: readonly (readonly [RegExp, string])[] = [
  [
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
    "さん 様 氏 君 くん ちゃん 先生 部長 課長 主任 係長 店長 女士 小姐 老师 老師 经理 經理 总监 總監 主管 同学 同學 医生 醫生",
  ],
  [/^\p{Script=Hangul}/u, "씨 님 선생 대리 과장 차장 부장 팀장 사원 주임 교수 원장 실장 간호사 매니저"],
];
const FAMILY_NAME_MAX = 3;

/** The family name in a name without spaces may be any of its beginnings: each with a title behind, "桐原さん", "김 과장". */
function titledOf(name: string): string[] {
  const titles = TITLES.find(([script]) => script.test(name.trim()))?.[1].split(" ") ?? [];
  const whole = name.replace(/\s/g, "");
  const heads = Array.from({ length: FAMILY_NAME_MAX }, (_, at) => whole.slice(0, at + 1));
  return [...new Set(heads)].flatMap((head) => titles.flatMap((title) => [head + title, `${head} ${title}`]));
}

export function namedRanges(named: Named, text: string): Range[] {
  const tokens = tokensOf(text);
  const persons = personRanges(named, text, tokens);
  return [
    ...persons,
    ...named.initials.flatMap(({ letters, isWord }) => initialsRanges(letters, isWord, text)),
    ...organisationRanges(named.organisations, text, tokens),
    ...named.unspaced.flatMap((name) => rangesOfPart(text, name)),
    ...domainRanges(named, text),
  ];
}

const ENDINGS = "s|es|a|u|e|em|ie|owi|ovi|om|ego|emu|ą|ę|y|i|ową|ova|ové|ом|у|ою|ой|ым|ову|n|in|lle|sta|nin|nın|ın|ul|ului";
const ENDING = new RegExp(`^(?:${ENDINGS})$`, "u");
const STEM_MIN = 4;

function partOf(named: Named, token: Token, text: string): Part | undefined {
  const part = named.parts.find(
    ({ fold }) =>
      token.fold === fold || (fold.length >= STEM_MIN && token.fold.startsWith(fold) && ENDING.test(token.fold.slice(fold.length))),
  );
  return part ?? (isShort(named, token, text) ? { fold: token.fold, isWord: false } : undefined);
}

/** A short form of the name, capitalised, that is no everyday word. */
function isShort({ parts, low }: Named, { fold, raw, from, to }: Token, text: string): boolean {
  const isName = /^\p{Lu}\p{Ll}/u.test(raw) && !low.has(fold) && parts.some((part) => isShortFor(fold, part.fold));
  if (!isName || !isEveryday(fold)) return isName;
  const isInside = /\p{Ll},?\s$/u.test(text.slice(Math.max(0, from - 4), from));
  return isSmall(fold) && (isInside || ACTS.test(text.slice(to, to + 20)));
}

/** A verb behind somebody's name: "Des has hauled". */
const ACTS = /^\s(?:has|had|is|was|will|can|never|always|also|led|ran|built|wrote|taught|kept|\p{Ll}{2,12}ed)(?!\p{L})/u;

/** What may stand between two words of a name. */
const JOINS = /^[\s"“”„'’«»()._,-]{0,4}(?:\p{Lu}\.\s?){0,2}$/u;

function personRanges(named: Named, text: string, tokens: readonly Token[]): Range[] {
  const marked = tokens.map((token) => partOf(named, token, text));
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

const DOMAIN = /(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{L}{2,12}(?![\p{L}\p{N}])/gu;
const DOMAIN_PART_MIN = 4;

/** A page of the person's own: its address has a part of the name. */
function domainRanges({ parts }: Named, text: string): Range[] {
  return rangesOf(DOMAIN, text).filter(({ from, to }) => {
    const address = fold(text.slice(from, to)).replaceAll(" ", "");
    return parts.some((part) => part.fold.length >= DOMAIN_PART_MIN && !part.isWord && address.includes(part.fold));
  });
}
