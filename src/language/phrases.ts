/**
 * Phrases of all languages as groups of patterns. A phrase is a fragment of a pattern; `{list}` in it stands for another list of the same
 * language. A module composes its pattern when it loads, so that scripts/patterns.ts proves it.
 */
import { LANGUAGES, type LanguageWords } from "./words.ts";

/** The lists by the room that reads them. */
export const PHRASE_LISTS = {
  job_ads: [
    ...["heading_qualifiers", "heading_tags", "heading_wishes", "heading_requirements", "heading_duties", "heading_offer"],
    ...["heading_applying", "heading_company", "heading_legal", "heading_facts", "run_in_qualifiers", "run_in_headings"],
    ...["run_in_seconds", "asked_before", "asked_after", "company_speaks", "company_in_a_case", "spoken", "legal", "offers"],
    ...["applying", "company", "abbreviations_within", "abbreviations", "asks_for", "general_words", "asks", "wishes", "tasks"],
    ...["must", "wishes_what_follows", "not", "fillers", "conjunctions", "protected", "job_nouns_with_s_in_plural", "job_nouns"],
    ...["job_nouns_ending_compounds", "endings_of_compound_job_nouns", "other_endings_of_job_nouns", "seeks", "works_as"],
    ...["position", "of_position", "candidate_is", "praise", "words_after_title", "articles", "addressed_before_article"],
    ...["addressed", "rank_abbreviations", "of_one_word", "of_many_words", "wanted", "title_prefixes", "genders", "number_of_ad"],
    ...["number", "contract_kinds", "pay_to", "working_time", "left_at_end", "place", "title_labels", "role_labels"],
    ...["not_a_title", "title_abbreviations", "title_abbreviations_within", "words_of_sentences", "pay_per"],
    ...["other_working_time"],
  ],
  scoring: [
    ...["personal_labels", "years_of_age", "family_status", "schools", "level_native", "level_native_unspaced", "level_c2"],
    ...["level_c1", "level_c1_unspaced", "level_b2", "level_b1", "level_a2", "level_a1", "machines", "readers", "override"],
    ...["instructions", "give", "marks", "out_of", "candidates", "you_are", "articles", "must", "note", "note_to", "all_the"],
  ],
} as const;
type Room = keyof typeof PHRASE_LISTS;
type ListOf<R extends Room> = (typeof PHRASE_LISTS)[R][number];

/** The phrases of all languages in their order, each once. */
export function phrasesOfAll<R extends Room>(room: R, list: ListOf<R>): string[] {
  return [...new Set(LANGUAGES.flatMap((language) => phrasesOf(language, room, list)))];
}

/** A group that matches any of the phrases. */
export const anyOf = <R extends Room>(room: R, list: ListOf<R>): string => `(?:${phrasesOfAll(room, list).join("|")})`;

/** No letter or digit of any script stands before or after it. */
export const asWord = (group: string): string => `(?<![\\p{L}\\p{N}])${group}(?![\\p{L}\\p{N}])`;

const NAMED_LIST = /\{([a-z_]+)\}/g;

const phrasesOf = (language: LanguageWords, room: Room, list: string): string[] =>
  (language.phrases?.[room]?.[list] ?? []).map((phrase) =>
    phrase.replace(NAMED_LIST, (_, named: string) => `(?:${language.phrases?.[room]?.[named]?.join("|")})`),
  );
