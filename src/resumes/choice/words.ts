/** What the words of a candidate say by themselves. */
import { fold } from "#language/fold.ts";
import { mayName } from "#resumes/entries/title-and-organisation.ts";
import { JOB_ENDINGS, JOB_NOUNS, RANKS } from "#resumes/lexicon/job-titles.ts";
import { degreeScore, organisationScore, placeScore, schoolScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import { endsWithLegalForm, isNounAlone } from "#resumes/lexicon/organisations.ts";
import { remember } from "#resumes/lexicon/remember.ts";
import { isCaps } from "#resumes/page/row.ts";
import { skillNamed } from "#skills/skill-matcher.ts";

export const WORD_FEATURES = [
  ...["words", "characters", "capitals", "lowers", "allCaps", "startsLow", "digits", "endsStop", "commas", "and", "of"],
  ...["title", "organisation", "school", "place", "legal", "degree", "mayName", "nounAlone", "jobNouns", "firstNoun", "lastNoun", "rank"],
  "skill",
] as const;

const isJobNoun = (word: string | undefined): boolean => word !== undefined && (JOB_NOUNS.has(word) || JOB_ENDINGS.test(word));
const count = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;

/** In the order of WORD_FEATURES; remembered while one résumé is read. */
export const wordFeatures = remember((text): readonly number[] => {
  const words = text.split(" ").length;
  const folded = fold(text).split(" ");
  const is = [
    isCaps(text),
    /^\P{L}*\p{Ll}/u.test(text),
    /[.!?:;]$/.test(text),
    /\s(?:and|&)\s/i.test(text),
    /\sof\s/i.test(text),
    endsWithLegalForm(text),
    mayName(text),
    isNounAlone(text),
    isJobNoun(folded[0]),
    isJobNoun(folded.at(-1)),
    folded.some((word) => RANKS.has(word)),
    skillNamed(text) !== null,
  ].map(Number);
  const [allCaps = 0, startsLow = 0, endsStop = 0, and = 0, of = 0, legal = 0, named = 0, nounAlone = 0, first = 0, last = 0, rank = 0, skill = 0] = is;
  const capitals = count(text, /(?<!\p{L})\p{Lu}/gu) / words;
  const lowers = count(text, /(?<![\p{L}\p{N}’'-])\p{Ll}{4,}/gu);
  return [
    ...[words, text.length, capitals, lowers, allCaps, startsLow, count(text, /\d/g), endsStop, count(text, /,/g), and, of],
    ...[titleScore(text), organisationScore(text), schoolScore(text), placeScore(text), legal, degreeScore(text)],
    ...[named, nounAlone, folded.filter(isJobNoun).length, first, last, rank, skill],
  ];
});
