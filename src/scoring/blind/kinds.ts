/**
 * Facts about the person in prose, by the words of each language: titles, pronouns, birth, age, origin, belief, health, family, leave and
 * schools.
 */
import { groupsOf } from "#language/phrases.ts";
import { commutesIn } from "./commutes.ts";
import { namesAfter } from "./names-after.ts";
import { inScript, isInLatin, type OfLanguage, ofLanguages, patternsOf } from "./phrase-patterns.ts";
import { matchesAt, placesOf, type Range, rangesAt, rangesOf, startsOf } from "./ranges.ts";
import { topicsOf } from "./topics.ts";

/** `codes`: the languages that the text may be in. `isWork`: it describes work, so illness and faith in it may be those of other people. */
export type Prose = { text: string; codes: ReadonlySet<string>; isWork: boolean };

const ANYWHERE = patternsOf("blind_ages", "blind_titles", "blind_schools", "blind_capitals");
/** Beliefs, leaves and origins may be the topic of the work instead: "payroll for parental leave", "residence permit appeals". */
const OF_WORK = patternsOf("blind_beliefs", "blind_leaves", "blind_origins");
const LEAVES = patternsOf("blind_leaves");
const BORN = patternsOf("blind_births");
const LIVES = patternsOf("blind_homes");
const CONDITIONS = patternsOf("blind_conditions");
const OTHERS = patternsOf("blind_others");
/** Only for the languages that the text may be in: these words mean something else in another one. */
const OWN = patternsOf("blind_pronouns", "blind_family", "blind_practices");
const OF_SELF = patternsOf("blind_conditions_of_self");
const SELF = patternsOf("blind_self");
/** Endings in which a woman's form of a word differs from a man's; they match nothing where the man's form has no ending. */
const GENDERED = patternsOf("blind_gendered");
/** Endings that a woman's form has and the man's form has not. */
const FEMININE = patternsOf("blind_feminine");

/** In scripts without spaces, or with particles attached to words: anywhere in a word. */
const UNSPACED: RegExp[] = [];
for (const list of ["blind_leaves_unspaced", "blind_words_unspaced", "blind_schools_unspaced"] as const)
  for (const { group } of groupsOf("scoring", list)) UNSPACED.push(new RegExp(group, "giu"));
for (const { group } of groupsOf("scoring", "blind_clauses_unspaced"))
  UNSPACED.push(new RegExp(`${group}[:：]?[^,.;:!?，。；：、！？|·()（）\\n]{0,24}`, "giu"));

const LEAVES_UNSPACED: RegExp[] = [];
for (const { group } of groupsOf("scoring", "blind_leaves_unspaced")) LEAVES_UNSPACED.push(new RegExp(group, "iu"));

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

export function factsIn(prose: Prose): Range[] {
  const { text, codes } = prose;
  const starts = startsOf(text);
  const isLatin = isInLatin(text);
  return [
    ...rangesAt(starts, inScript(ANYWHERE, isLatin), text),
    ...(isLatin ? [] : UNSPACED.flatMap((pattern) => rangesOf(pattern, text))),
    ...rangesAt(starts, inScript(BORN, isLatin), text).flatMap((range) => namesAfter(text, range)),
    ...notTopics(prose, rangesAt(starts, inScript(OF_WORK, isLatin), text)),
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
  matchesAt(startsOf(text), inScript(LEAVES, isInLatin(text)), text) || LEAVES_UNSPACED.some((pattern) => pattern.test(text));

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

/** Homes, illnesses and ages of the person; those of patients, users and places of work are left. */
function ofSelfIn({ text, from }: Sentence, { isWork, codes }: Prose): Range[] {
  const starts = startsOf(text);
  const isLatin = isInLatin(text);
  const isOfSelf = matchesAt(starts, ofLanguages(SELF, codes), text);
  const homes = isOfSelf || !isWork ? rangesAt(starts, inScript(LIVES, isLatin), text).flatMap((range) => namesAfter(text, range)) : [];
  const conditions = rangesAt(starts, inScript(CONDITIONS, isLatin), text);
  const ofSelf = isOfSelf || !isWork ? rangesAt(starts, ofLanguages(OF_SELF, codes), text) : [];
  const alone = isOfSelf || !isWork ? rangesAt(starts, ofLanguages(ALONE, codes), text) : [];
  const found = [...homes, ...alone, ...commutesIn(text, starts, codes)];
  if (conditions.length + ofSelf.length > 0) {
    const isOfOthers = matchesAt(starts, inScript(OTHERS, isLatin), text);
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
