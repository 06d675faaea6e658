/**
 * Phrases of all languages as groups of patterns. A phrase is a fragment of a pattern; `{list}` in it stands for another list of the same
 * language. A module composes its pattern when it loads, so that scripts/patterns.ts proves it.
 */
import { DOCUMENTS_LISTS } from "./lists/documents.ts";
import { ENGINES_LISTS } from "./lists/engines.ts";
import { JOB_ADS_LISTS } from "./lists/job-ads.ts";
import { RESULTS_LISTS } from "./lists/results.ts";
import { RESUMES_LISTS } from "./lists/resumes.ts";
import { SCORING_LISTS } from "./lists/scoring.ts";
import { SKILLS_LISTS } from "./lists/skills.ts";
import { LANGUAGES, type LanguageWords } from "./words.ts";

/** The lists by the room that reads them. */
export const PHRASE_LISTS = {
  documents: DOCUMENTS_LISTS,
  engines: ENGINES_LISTS,
  job_ads: JOB_ADS_LISTS,
  results: RESULTS_LISTS,
  resumes: RESUMES_LISTS,
  scoring: SCORING_LISTS,
  skills: SKILLS_LISTS,
} as const;
type Room = keyof typeof PHRASE_LISTS;
type ListOf<R extends Room> = (typeof PHRASE_LISTS)[R][number];

/** The phrases of all languages in their order, each once. */
export function phrasesOfAll<R extends Room>(room: R, list: ListOf<R>): string[] {
  return [...new Set(LANGUAGES.flatMap((language) => phrasesOf(language, room, list)))];
}

/** A group that matches any of the phrases. */
export const anyOf = <R extends Room>(room: R, list: ListOf<R>): string => `(?:${phrasesOfAll(room, list).join("|")})`;

/** One group for each language that has phrases: lists so long that their one pattern could not be proved. */
export const anyOfEach = <R extends Room>(room: R, list: ListOf<R>): string[] =>
  LANGUAGES.map((language) => phrasesOf(language, room, list))
    .filter((phrases) => phrases.length > 0)
    .map((phrases) => `(?:${phrases.join("|")})`);
/** Longer patterns take minutes to prove. */
const GROUP_CHARACTERS_MAX = 400;

/** For long lists: several groups, each of phrases of one language. */
export function groupsOf<R extends Room>(room: R, list: ListOf<R>): { code: string; group: string }[] {
  return LANGUAGES.flatMap((language) => {
    const groups: string[][] = [];
    for (const phrase of phrasesOf(language, room, list)) {
      const last = groups.at(-1);
      if (last && last.join("|").length + phrase.length < GROUP_CHARACTERS_MAX) last.push(phrase);
      else groups.push([phrase]);
    }
    return groups.map((phrases) => ({ code: language.code, group: `(?:${phrases.join("|")})` }));
  });
}

/** No letter or digit of any script stands there; `\b` knows those of ASCII only. Patterns with these need the flag `u`. */
export const WORD_START = "(?<![\\p{L}\\p{N}])";
export const WORD_END = "(?![\\p{L}\\p{N}])";
export const asWord = (group: string): string => `${WORD_START}${group}${WORD_END}`;

const NAMED_LIST = /\{([a-z_]+)\}/g;

const phrasesOf = (language: LanguageWords, room: Room, list: string): string[] =>
  (language.phrases?.[room]?.[list] ?? []).map((phrase) =>
    phrase.replace(NAMED_LIST, (_, named: string) => `(?:${language.phrases?.[room]?.[named]?.join("|")})`),
  );
