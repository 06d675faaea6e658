/**
 * Facts about the person in prose, by the words of each language: titles, pronouns, birth, age, origin, belief, health, family, leave and
 * schools.
 */
import { groupsOf, WORD_END } from "#language/phrases.ts";
import { commutesIn } from "./commutes.ts";
import { namesAfter } from "./names-after.ts";
import { matchesAt, placesOf, type Range, rangesAt, rangesOf, startsOf } from "./ranges.ts";
import { topicsOf } from "./topics.ts";

/** `codes`: the languages that the text may be in. `isWork`: it tells of work, so illness and faith in it may be those of other people. */
export type Prose = { text: string; codes: ReadonlySet<string>; isWork: boolean };

/** Sticky: they are tried where words begin. */
type OfLanguage = { code: string; pattern: RegExp };

const ANYWHERE: OfLanguage[] = [];
for (const list of ["blind_ages"] as const)
  for (const { code, group } of groupsOf("scoring", list)) ANYWHERE.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "iuy") });
// These tell names and nationalities by their capitals.
for (const list of ["blind_titles", "blind_schools", "blind_capitals"] as const)
  for (const { code, group } of groupsOf("scoring", list)) ANYWHERE.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "uy") });

/** These may be what the work is about: "payroll for parental leave", "residence permit appeals". */
const OF_WORK: OfLanguage[] = [];
for (const list of ["blind_beliefs", "blind_leaves"] as const)
  for (const { code, group } of groupsOf("scoring", list)) OF_WORK.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "iuy") });
for (const { code, group } of groupsOf("scoring", "blind_origins"))
  OF_WORK.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "uy") });

/** In scripts without spaces, or with particles attached to words: anywhere in a word. */
const UNSPACED: RegExp[] = [];
for (const list of ["blind_leaves_unspaced", "blind_words_unspaced", "blind_schools_unspaced"] as const)
  for (const { group } of groupsOf("scoring", list)) UNSPACED.push(new RegExp(group, "giu"));
for (const { group } of groupsOf("scoring", "blind_clauses_unspaced"))
  UNSPACED.push(new RegExp(`${group}[:：]?[^,.;:!?，。；：、！？|·()（）\\n]{0,24}`, "giu"));

const LEAVES: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_leaves")) LEAVES.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "iuy") });
const LEAVES_UNSPACED: RegExp[] = [];
for (const { group } of groupsOf("scoring", "blind_leaves_unspaced")) LEAVES_UNSPACED.push(new RegExp(group, "iu"));
const BORN: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_births")) BORN.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "iuy") });
const LIVES: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_homes")) LIVES.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "iuy") });
const CONDITIONS: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_conditions"))
  CONDITIONS.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "iuy") });
const OTHERS: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_others")) OTHERS.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "iuy") });

/** Words that mean something else in another language. */
const OWN: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_pronouns")) OWN.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "uy") });
for (const { code, group } of groupsOf("scoring", "blind_family")) OWN.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "iuy") });
for (const { code, group } of groupsOf("scoring", "blind_practices")) OWN.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "iuy") });
const OF_SELF: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_conditions_of_self"))
  OF_SELF.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "iuy") });
const SELF: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_self")) SELF.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "iuy") });
/** Words of kin and of age that stand alone between the commas of a line about oneself. */
const ALONE: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_alone"))
  ALONE.push({
    code,
    pattern: new RegExp(
      `(?<=(?:^|[,;:|·(–—]|\\s(?:and|und|et|y|e|en|i|och|og|ja|și|ve|и|і))\\s{0,2})${group}(?=\\s?(?:[,.;|·)–—]|$))`,
      "iuy",
    ),
  });
/** "despite my", before a condition. */
const CAUSES: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_causes"))
  CAUSES.push({ code, pattern: new RegExp(`${group}(?: \\p{L}{1,12}){0,2}\\s$`, "iuy") });

/** Endings that tell a woman's form of a word from a man's; empty where the man's form has none. */
const GENDERED: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_gendered"))
  GENDERED.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "giu") });

/** Endings of a woman's form whose man's form is the word without them. */
const FEMININE: OfLanguage[] = [];
for (const { code, group } of groupsOf("scoring", "blind_feminine"))
  FEMININE.push({ code, pattern: new RegExp(`${group}${WORD_END}`, "gu") });

/** Whose words a text in Latin letters cannot have. */
const OTHER_SCRIPTS = new Set(["ar", "el", "he", "hi", "ja", "ko", "ru", "th", "uk", "zh"]);
const OTHER_LETTERS = /(?!\p{Script=Latin})\p{L}/u;

const inScriptOf = (text: string, all: readonly OfLanguage[]): RegExp[] => {
  const isLatin = !OTHER_LETTERS.test(text);
  return all.flatMap(({ code, pattern }) => (isLatin && OTHER_SCRIPTS.has(code) ? [] : [pattern]));
};
const ofLanguages = (all: readonly OfLanguage[], codes: ReadonlySet<string>): RegExp[] =>
  all.flatMap(({ code, pattern }) => (codes.has(code) ? [pattern] : []));

export function factsIn(prose: Prose): Range[] {
  const { text, codes } = prose;
  const starts = startsOf(text);
  return [
    ...rangesAt(starts, inScriptOf(text, ANYWHERE), text),
    ...(OTHER_LETTERS.test(text) ? UNSPACED.flatMap((pattern) => rangesOf(pattern, text)) : []),
    ...rangesAt(starts, inScriptOf(text, BORN), text).flatMap((range) => namesAfter(text, range)),
    ...notTopics(prose, rangesAt(starts, inScriptOf(text, OF_WORK), text)),
    ...rangesAt(starts, ofLanguages(OWN, codes), text),
    ...ofLanguages(FEMININE, codes).flatMap((pattern) => rangesOf(pattern, text).map((range) => ({ ...range, isSilent: true as const }))),
    ...ofLanguages(GENDERED, codes).flatMap((pattern) => placesOf(pattern, text)),
    ...sentencesOf(text).flatMap((sentence) => ofSelfIn(sentence, prose)),
  ];
}

function notTopics({ text, isWork }: Prose, ranges: Range[]): Range[] {
  if (!isWork || ranges.length === 0) return ranges;
  const topics = new Set(topicsOf(text, ranges));
  return ranges.filter((range) => !topics.has(range));
}

/** Whether the text names a leave for the family, or military service. */
export const namesLeave = (text: string): boolean =>
  matchesAt(startsOf(text), inScriptOf(text, LEAVES), text) || LEAVES_UNSPACED.some((pattern) => pattern.test(text));

type Sentence = { text: string; from: number };

function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (const { index, 0: end } of text.matchAll(/[.!?;]\s/g)) {
    sentences.push({ text: text.slice(from, index), from });
    from = index + end.length;
  }
  return [...sentences, { text: text.slice(from), from }];
}

/** Enough for a cause and two words. */
const LOOK_BACK = 50;

/** Homes, illnesses and practices that the sentence says of the person, and not of patients, users or places of work. */
function ofSelfIn({ text, from }: Sentence, { isWork, codes }: Prose): Range[] {
  const starts = startsOf(text);
  const isOfSelf = matchesAt(starts, ofLanguages(SELF, codes), text);
  const homes = isOfSelf || !isWork ? rangesAt(starts, inScriptOf(text, LIVES), text).flatMap((range) => namesAfter(text, range)) : [];
  const conditions = rangesAt(starts, inScriptOf(text, CONDITIONS), text);
  const ofSelf = isOfSelf || !isWork ? rangesAt(starts, ofLanguages(OF_SELF, codes), text) : [];
  const alone = isOfSelf || !isWork ? rangesAt(starts, ofLanguages(ALONE, codes), text) : [];
  const found = [...homes, ...alone, ...commutesIn(text, starts, codes)];
  if (conditions.length + ofSelf.length > 0) {
    const isOfOthers = matchesAt(starts, inScriptOf(text, OTHERS), text);
    const causes = ofLanguages(CAUSES, codes);
    const isCaused = ({ from: to }: Range) => {
      const near = text.slice(Math.max(0, to - LOOK_BACK), to);
      return matchesAt(startsOf(near), causes, near);
    };
    for (const range of conditions) if (isOfSelf || !isOfOthers) found.push(range);
    for (const range of ofSelf) if (!isOfOthers && (isOfSelf || isCaused(range))) found.push(range);
  }
  return found.map((range) => ({ from: range.from + from, to: range.to + from }));
}
