/** Degrees and school leaving certificates, as résumés print them. */
import { anyOf, asWord, WORD_END } from "#language/phrases.ts";

/** An abbreviated degree as a word of its own; lower case does not count. */
export const DEGREE_SHORT = new RegExp(`(?<![\\p{L}\\p{N}.])${anyOf("resumes", "degree_abbreviations")}\\.?${WORD_END}`, "iu");

export const DEGREE_WORDS = new RegExp(`(?<!\\p{L})${anyOf("resumes", "degrees")}(?!\\p{L})|${anyOf("resumes", "degrees_unspaced")}`, "iu");

/** Marks and ranks: `GPA 3.8`, `CGPA: 8/10`, `85%`, `1,3`, `First Class`. */
export const GRADE = new RegExp(
  `\\b${anyOf("resumes", "marks")}\\b\\s?[:\\-–]?\\s?(?:${anyOf("resumes", "of_marks")}\\s?)?[\\d.,]{1,8}\\s?(?:/\\s?[\\d.,]{1,8}|%)?` +
    `|\\b\\d{1,2}(?:[.,]\\d{1,4})?\\s?%|\\b\\d[.,]\\d{1,2}\\s?/\\s?\\d{1,2}(?:\\.\\d{1,4})?\\b|${asWord(anyOf("resumes", "honours"))}`,
  "iu",
);
