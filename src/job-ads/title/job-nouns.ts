/** Words that end the name of a job. */
import { anyOf } from "#language/phrases.ts";

const ENDINGS = `(?:s|es)?(?:[/(·]-?${anyOf("job_ads", "other_endings_of_job_nouns")}\\)?)?`;
const COMPOUND = `\\p{L}{0,30}${anyOf("job_ads", "job_nouns_ending_compounds")}${anyOf("job_ads", "endings_of_compound_job_nouns")}?`;
const WORD = `(?:${anyOf("job_ads", "job_nouns")}${ENDINGS}|${COMPOUND})`;

/** Matches a text that contains a job noun. */
export const JOB_NOUN = new RegExp(`(?<![\\p{L}])${WORD}(?![\\p{L}])`, "iu");
/** Matches a single job noun. */
export const IS_JOB_NOUN = new RegExp(`^${WORD}$`, "iu");

const PLURAL = new RegExp(`(?<![\\p{L}])(${anyOf("job_ads", "job_nouns_with_s_in_plural")})(s|es)(?![\\p{L}'’])`, "giu");

/** "Software Engineers" is about one of them. */
export const singularJob = (title: string): string =>
  title
    .replace(/\bsecretaries\b/gi, "secretary")
    .replace(PLURAL, (whole, noun: string) => (whole.toLowerCase() === "sales" ? whole : noun));
