import { expect, test } from "vitest";
import { CONCEPTS } from "#engines/concepts/concept-of.ts";
import { readDate } from "#engines/values/date.ts";
import { JOB_LABEL_KINDS } from "#resumes/lexicon/job-labels.ts";
import { SECTION_KINDS } from "#resumes/outline.ts";
import { fold } from "./fold.ts";
import { monthOf } from "./months.ts";
import { anyOf, PHRASE_LISTS } from "./phrases.ts";
import { LANGUAGES, type LanguageWords } from "./words.ts";

/** The keys that a file may have; a list under another key is never used. */
const KEYS: readonly (keyof LanguageWords)[] = [
  ...(["code", "name", "order", "frequent_words", "stop_words", "clauses", "months", "seasons", "yes", "no"] as const),
  ...(["labels", "columns", "composed_totals", "invoice_words", "document_titles", "countries", "resume", "ocr"] as const),
  ...(["phrases", "interview_questions", "applicant_questions"] as const),
];
const RESUME_KEYS: readonly (keyof NonNullable<LanguageWords["resume"]>)[] = [
  ...(["headings", "heading_nouns", "heading_modifiers", "skill_labels", "job_labels", "present", "to", "since"] as const),
  ...(["job_nouns", "organisation_nouns", "school_nouns", "countries"] as const),
];
const keysOf = (lists: object | undefined) => Object.keys(lists ?? {});

/** All lists below a value, with their path. */
function listsIn(value: unknown, place: string): [string, string[]][] {
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return [[place, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => listsIn(each, `${place}/${key}`));
}

test.each(LANGUAGES)("the file of $name holds nothing that is not read", (language) => {
  expect(keysOf(language).filter((key) => !(KEYS as readonly string[]).includes(key))).toEqual([]);
  expect(keysOf(language.resume).filter((key) => !(RESUME_KEYS as readonly string[]).includes(key))).toEqual([]);
  expect(keysOf(language.resume?.job_labels).filter((kind) => !(JOB_LABEL_KINDS as readonly string[]).includes(kind))).toEqual([]);
  const kinds = [...keysOf(language.resume?.headings), ...keysOf(language.resume?.heading_nouns)];
  expect(kinds.filter((kind) => !(SECTION_KINDS as readonly string[]).includes(kind))).toEqual([]);
  expect(keysOf(language.document_titles).filter((concept) => !(concept in CONCEPTS))).toEqual([]);
});

test.each(LANGUAGES)("no list of $name is empty, has a word twice or one that is no word", (language) => {
  for (const [place, words] of listsIn(language, language.code)) {
    expect(words, place).not.toEqual([]);
    expect(new Set(words).size, place).toBe(words.length);
    expect(
      words.filter((word) => fold(word) === "" || word !== word.trim()),
      place,
    ).toEqual([]);
  }
});

const ROOMS = Object.entries(PHRASE_LISTS);

test.each(LANGUAGES)(
  "the phrases of $name stand in lists that are read, and each is a pattern without a group of its own",
  ({ phrases = {} }) => {
    expect(keysOf(phrases).filter((room) => !(room in PHRASE_LISTS))).toEqual([]);
    for (const [room, lists] of ROOMS) {
      const own = phrases[room] ?? {};
      expect(keysOf(own).filter((list) => !(lists as readonly string[]).includes(list))).toEqual([]);
      // A group would be counted among those of the pattern that the phrase becomes a part of.
      for (const phrase of Object.values(own).flat()) {
        // No document prints a backslash: one that is matched was escaped twice.
        expect(phrase).not.toContain("\\\\");
        expect(new RegExp(`${phrase.replace(/\{[a-z_]+\}/g, "x")}|`, "u").exec("")).toHaveLength(1);
      }
    }
  },
);

test.each(ROOMS)("every list of phrases of %s has one in some language, and names no list that is not there", (room, lists) => {
  for (const list of lists) {
    const group = anyOf(room as "scoring", list as "must");
    expect(group, list).not.toBe("(?:)");
    expect(group, list).not.toMatch(/undefined|\{[a-z_]+\}/);
  }
});

test("languages have an order of their own", () => {
  expect(new Set(LANGUAGES.map(({ order }) => order)).size).toBe(LANGUAGES.length);
});

test.each(LANGUAGES.filter(({ months }) => months))("months of $name are twelve, and each is read as itself", ({ months = [] }) => {
  expect(months).toHaveLength(12);
  for (const [i, names] of months.entries()) for (const name of names) expect(monthOf(name), name).toBe(i + 1);
});

const LONG_DATES = "bg ca cs da de el en es et fi fr hu id is it nb nl pl pt ro ru sk sl sr sv tr uk".split(" ");

test.each(LONG_DATES)("long dates of %s are read, but for months that another language calls otherwise", (code) => {
  const format = new Intl.DateTimeFormat(code, { dateStyle: "long", calendar: "gregory", numberingSystem: "latn", timeZone: "UTC" });
  for (let month = 1; month <= 12; month++) {
    const printed = format.format(Date.UTC(2026, month - 1, 17));
    if (!printed.includes("listopad")) expect(readDate(printed, null)?.iso, printed).toBe(`2026-${String(month).padStart(2, "0")}-17`);
  }
});

test("no word is a month in two languages with different numbers", () => {
  const places = new Map<string, Set<number>>();
  for (const { months = [] } of LANGUAGES)
    for (const [i, names] of months.entries())
      for (const name of names) places.set(fold(name), (places.get(fold(name)) ?? new Set()).add(i));
  expect([...places].filter(([, at]) => at.size > 1)).toEqual([]);
});
