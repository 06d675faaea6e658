/**
 * Sentences that state a value: governing law, dates of agreements, terms. The words of a sentence are phrases of the languages; in them
 * `<date>`, `<place>` and so on stand for the value. Each pattern has the value in its group `value`.
 */
import { anyOf, phrasesOfAll } from "#language/phrases.ts";
import { LANGUAGES } from "#language/words.ts";
import { PLACE_NAMES } from "./places.ts";

export type Clause = {
  pattern: RegExp;
  /** 0..1: how reliably the sentence means the concept. */
  weight: number;
  /** Words before or after it that make it more reliable, or show another topic. */
  supports?: RegExp;
  opposes?: RegExp;
  /** Only within this many characters from the start of the document. */
  within?: number;
};

/** `January 5th, 2009` and other orders that a language has besides day, month, year. */
const DATES_IN_WORDS = LANGUAGES.flatMap(({ months = [], phrases }) => {
  const month = `(?:${months.flatMap(([name = ""]) => name).join("|")})`;
  return (phrases?.engines?.dates_in_words ?? []).map((shape) => shape.replaceAll("<month>", month));
});
const DATE = `(?:${DATES_IN_WORDS.join("|")}|\\d{1,2}(?:${anyOf("engines", "ordinals_in_sentences")}|\\.)? \\p{L}{3,10},? \\d{4}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4})`;
const COUNT = `(?:${anyOf("engines", "counts")}|\\d{1,3})`;
/** A number of days from one month on: shorter ones are notices and deadlines. */
const DAYS = `(?:${anyOf("engines", "counts_of_days")}|[3-9]\\d|\\d{3})`;
const IN_FIGURES = "(?:[- ]?\\(\\w{1,12}\\))?[- ]?";
const VALUES: Readonly<Record<string, string>> = {
  date: DATE,
  span: `(?:${COUNT}${IN_FIGURES}${anyOf("engines", "years_and_months")}|${DAYS}${IN_FIGURES}${anyOf("engines", "days")})(?:\\(s\\))?`,
  place: PLACE_NAMES.join("|"),
  name: "\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?",
  adjective: "\\p{L}+",
};

type Sentences = Omit<Clause, "pattern"> & { concept: string; phrases: readonly string[]; flags?: string };

const IN_ANY_CASE = "giu";
const AS_WRITTEN = "gu";
const PERIOD = `${DATE} ${anyOf("engines", "until")} (?:${anyOf("engines", "before_ends")} )?<date>`;

const SENTENCES: readonly Sentences[] = [
  {
    concept: "jurisdiction",
    phrases: phrasesOfAll("engines", "laws_of_places"),
    weight: 0.95,
    supports: new RegExp(anyOf("engines", "about_governing"), "i"),
    opposes: new RegExp(anyOf("engines", "about_founding"), "i"),
  },
  { concept: "jurisdiction", phrases: phrasesOfAll("engines", "laws_that_govern"), weight: 1 },
  { concept: "jurisdiction", phrases: phrasesOfAll("engines", "laws_by_names"), flags: AS_WRITTEN, weight: 0.95 },
  { concept: "jurisdiction", phrases: phrasesOfAll("engines", "laws_by_adjectives"), weight: 0.95 },
  {
    concept: "effective_date",
    phrases: phrasesOfAll("engines", "dates_of_agreements"),
    weight: 0.75,
    supports: new RegExp(anyOf("engines", "about_effect"), "i"),
    opposes: new RegExp(anyOf("engines", "about_other_agreements"), "i"),
    within: 3000,
  },
  { concept: "effective_date", phrases: phrasesOfAll("engines", "effective_dates_by_name"), weight: 1 },
  { concept: "effective_date", phrases: phrasesOfAll("engines", "effective_dates"), weight: 0.8 },
  { concept: "effective_date", phrases: ["^.{0,260}?\\b<date>"], weight: 0.75, within: 300 },
  {
    concept: "effective_date",
    phrases: phrasesOfAll("engines", "dates_as_of"),
    weight: 0.85,
    opposes: new RegExp(anyOf("engines", "about_balances"), "i"),
  },
  { concept: "period_start", phrases: phrasesOfAll("engines", "period_starts"), weight: 0.8 },
  { concept: "period_end", phrases: phrasesOfAll("engines", "period_ends"), weight: 0.8 },
  { concept: "period_end", phrases: [PERIOD], weight: 0.8 },
  {
    concept: "term",
    phrases: phrasesOfAll("engines", "terms"),
    weight: 0.5,
    supports: new RegExp(anyOf("engines", "about_confidence"), "i"),
    opposes: new RegExp(anyOf("engines", "about_competition"), "i"),
  },
  {
    concept: "term",
    phrases: phrasesOfAll("engines", "terms_in_force"),
    weight: 0.7,
    supports: new RegExp(anyOf("engines", "about_agreements"), "i"),
    opposes: new RegExp(anyOf("engines", "about_hiring"), "i"),
  },
];

const withValue = (phrase: string): string =>
  phrase.replace(/<(date|span|place|name|adjective)>/, (_, value: string) => `(?<value>${VALUES[value]})`);

const found: Record<string, Clause[]> = {};
for (const { concept, phrases, flags = IN_ANY_CASE, ...clause } of SENTENCES) {
  found[concept] ??= [];
  for (const phrase of phrases) found[concept].push({ pattern: new RegExp(withValue(phrase), flags), ...clause });
}

/** By concept. */
export const CLAUSES: Readonly<Record<string, readonly Clause[]>> = found;
