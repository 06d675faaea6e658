/** What the words of a candidate say by themselves. */
import { fold } from "#language/fold.ts";
import { mayName } from "#resumes/entries/title-and-organisation.ts";
import { JOB_ENDINGS, JOB_NOUNS, RANKS } from "#resumes/lexicon/job-titles.ts";
import { organisationScore, schoolScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import { endsWithLegalForm } from "#resumes/lexicon/organisations.ts";
import { remember } from "#resumes/lexicon/remember.ts";

export const WORD_FEATURES = [
  ...["words", "characters", "capitals", "lowers", "startsLow", "commas", "title", "organisation", "school", "legal", "mayName"],
  ...["jobNouns", "firstNoun", "lastNoun", "rank"],
] as const;

const isJobNoun = (word: string | undefined): boolean => word !== undefined && (JOB_NOUNS.has(word) || JOB_ENDINGS.test(word));
const count = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;

/** In the order of WORD_FEATURES; remembered while one résumé is read. */
export const wordFeatures = remember((text): readonly number[] => {
  const words = text.split(" ").length;
  const folded = fold(text).split(" ");
  const nouns = folded.filter(isJobNoun).length;
  const lowers = count(text, /(?<![\p{L}\p{N}’'-])\p{Ll}{4,}/gu);
  return [
    ...[words, text.length, count(text, /(?<!\p{L})\p{Lu}/gu) / words, lowers, Number(/^\P{L}*\p{Ll}/u.test(text)), count(text, /,/g)],
    ...[titleScore(text), organisationScore(text), schoolScore(text), Number(endsWithLegalForm(text)), Number(mayName(text))],
    ...[nouns, Number(nouns > 0 && isJobNoun(folded[0])), Number(nouns > 0 && isJobNoun(folded.at(-1)))],
    Number(folded.some((word) => RANKS.has(word))),
  ];
});
