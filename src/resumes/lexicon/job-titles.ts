/** Nouns for professions, the heads of job titles. */
import { fold } from "#language/fold.ts";
import { anyOf, phrasesOfAll } from "#language/phrases.ts";
import { wordsOfAll } from "#language/words.ts";

export const JOB_NOUNS: ReadonlySet<string> = new Set(
  wordsOfAll(({ resume }) => resume?.job_nouns).flatMap((word) => fold(word).split(" ").slice(-1)),
);

/** Endings of job titles in scripts without spaces, and in compounding languages. */
export const JOB_ENDINGS = new RegExp(`${anyOf("resumes", "job_endings")}$`, "iu");

/** Ranks before the head of a title; alone they are not a title. */
export const RANKS: ReadonlySet<string> = new Set(phrasesOfAll("resumes", "ranks"));
