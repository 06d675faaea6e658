/**
 * What Winnow knows of each language: one file of words per language in `words/`, named by its ISO 639-1 code. A new file is a new
 * language; every list may be omitted. Lists are written as documents print them, or without accents; code that compares them folds them.
 */
import { readdirSync, readFileSync } from "node:fs";

type List = readonly string[];
/** By what the words name: a concept of the engine, or a kind of section. */
type Lists = Readonly<Record<string, List>>;

/** Interview questions. `{skill}`, `{sentence}` (of the ad) and `{title}` are filled in; forms of one list take turns. */
export type QuestionTexts = {
  /** Instead of a skill when none may be named. */
  work: string;
  quoted: List;
  language: string;
  soft_skill: string;
  certification: string;
  craft: List;
  scenario: string;
  scenario_without_title: string;
  behaviour: string;
};

/** Questions to one applicant, by what the résumé says of the skill. */
export type ApplicantQuestionTexts = { missing: string; listed: string; implied: string; told: string };

export type LanguageWords = {
  /** ISO 639-1, the name of the file. */
  code: string;
  name: string;
  /** Languages are tried in this order, lowest first. */
  order: number;
  /** Small words and words of business documents by which a document's language is recognised; without accents. */
  frequent_words?: List;
  /** Grammar words: they show the language of a text, and have no meaning of their own. */
  stop_words?: List;
  /** How the words of a clause belong together; only where a stemmer reads the language (stems.ts). */
  clauses?: {
    /** What follows one of them is not the object of the verb before: "managed accounts for a team". */
    barriers: List;
    /** They join a noun of action to its object: "management of projects". */
    links: List;
    /** They may stand between a verb and its object. */
    transparent: List;
  };
  /** Twelve lists of names and abbreviations, January first. From CLDR, common abbreviations added. */
  months?: readonly List[];
  /** Four lists: winter, spring, summer, autumn. */
  seasons?: readonly List[];
  yes?: List;
  no?: List;
  /** What documents print beside a value, by concept; and above a column. */
  labels?: Lists;
  columns?: Lists;
  /** Labels of totals are also put together: a word for the sum, and behind or before it one for the taxes in or not in it. */
  composed_totals?: { sums: List; net: List; gross: List; net_before?: List; gross_before?: List };
  /** What the terms of invoices are called in schemas, by the English word that they mean; several words for one are written with spaces. */
  invoice_words?: Lists;
  /** What documents call themselves, by the concept of the number that is their own. */
  document_titles?: Lists;
  /** Names of countries in this language, by ISO 3166 code: fragments of patterns. They show where a document comes from. */
  countries?: Lists;
  resume?: {
    /** By kind of section, whole; `heading_nouns` end (or begin) a heading of that kind, `heading_modifiers` change nothing about it. */
    headings?: Lists;
    heading_nouns?: Lists;
    heading_modifiers?: List;
    /** Labels of lists of skills: "Tools:". */
    skill_labels?: List;
    /** Labels of a job's facts, by what follows: employer, title, period, place, or a detail that is none of them: "Client:". */
    job_labels?: Lists;
    /** Words of periods: "until today", "to", "since". */
    present?: List;
    to?: List;
    since?: List;
    /** Nouns for professions, the heads of job titles. */
    job_nouns?: List;
    organisation_nouns?: List;
    school_nouns?: List;
    /** Where it stands, countries are known by the names that Intl gives in this language, and by these, by ISO 3166 code. */
    countries?: Lists;
  };
  ocr?: {
    /** Letters and signs beyond ASCII that its texts have, foreign names aside. */
    marks?: string;
    /** Words by which the language of a picture is recognised before it is read well. */
    frequent_words: List;
    /** Of English, German and French, which are read with one set of data: frequent words that the other two do not have. */
    distinctive_words?: List;
  };
  /** Fragments of patterns, by the room that reads them and what they say; language/lists names them. */
  phrases?: Readonly<Record<string, Lists>>;
  interview_questions?: QuestionTexts;
  applicant_questions?: ApplicantQuestionTexts;
};

const FOLDER = new URL("words/", import.meta.url);

/** All languages, in their order. */
export const LANGUAGES: readonly LanguageWords[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .map((file): LanguageWords => ({ code: file.slice(0, -".json".length), ...JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) }))
  .sort((a, b) => a.order - b.order);

/** The lists of all languages as one. */
export function wordsOfAll(pick: (language: LanguageWords) => List | undefined): string[] {
  return LANGUAGES.flatMap((language) => pick(language) ?? []);
}

/** The lists of all languages by what they name. */
export function listsOfAll(pick: (language: LanguageWords) => Lists | undefined): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const language of LANGUAGES)
    for (const [key, words] of Object.entries(pick(language) ?? {})) all[key] = [...(all[key] ?? []), ...words];
  return all;
}

/** The words of the language with this code. Throws for one without a file. */
export function languageOf(code: string): LanguageWords {
  const found = LANGUAGES.find((language) => language.code === code);
  if (!found) throw new Error(`no words of the language ${code}`);
  return found;
}
