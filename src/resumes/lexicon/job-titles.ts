/** Nouns for professions, the heads of job titles. */
import { fold } from "#language/fold.ts";
import { anyOf, phrasesOfAll } from "#language/phrases.ts";
import { LANGUAGES, wordsOfAll } from "#language/words.ts";

export const JOB_NOUNS: ReadonlySet<string> = new Set(
  wordsOfAll(({ resume }) => resume?.job_nouns).flatMap((word) => fold(word).split(" ").slice(-1)),
);

/** Languages in which the head of a title comes first. */
const HEAD_FIRST = new Set(["fr", "es", "it", "pt", "ro"]);
const nounsOf = (headFirst: boolean) =>
  LANGUAGES.filter(({ code }) => HEAD_FIRST.has(code) === headFirst).flatMap(({ resume }) => (resume?.job_nouns ?? []).map(fold));

/** Nouns of these languages alone: `assistant` is English too, where the head comes last. */
const HEAD_LAST_NOUNS = new Set(nounsOf(false));
export const HEAD_FIRST_NOUNS: ReadonlySet<string> = new Set(nounsOf(true).filter((noun) => !HEAD_LAST_NOUNS.has(noun)));

/** Endings of job titles in scripts without spaces, and in compounding languages. */
export const JOB_ENDINGS = new RegExp(`${anyOf("resumes", "job_endings")}$`, "iu");

/** Ranks before the head of a title; alone they are not a title. */
export const RANKS: ReadonlySet<string> = new Set(phrasesOfAll("resumes", "ranks"));
