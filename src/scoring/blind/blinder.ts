/** Replaces the words of a résumé that identify the person by "…", before any score or model sees them. */
import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import { groupsOf } from "#language/phrases.ts";
import type { Outline } from "#resumes/outline.ts";
import { contactsIn } from "./contacts.ts";
import { factsIn } from "./kinds.ts";
import { beforeSmallWords, isSmall, languagesIn } from "./languages-in.ts";
import { namedIn, namedRanges } from "./named.ts";
import { GONE, type Range, type Redacted, rangesOf, rangesOfPart, without } from "./ranges.ts";

/**
 * `isWork`: the text describes work, so illness and faith in it may be those of other people. `tellingIn`: the ranges that `blind` replaces,
 * in any order, some of them overlapping or empty.
 */
export type Blinder = { blind(text: string, isWork: boolean): Redacted; tellingIn(text: string, isWork: boolean): Range[] };

export function openBlinder(resume: JsonResume, outline: Outline): Blinder {
  const words = wordsOf(outline);
  const named = namedIn(resume, words);
  const contacts = literalsOf(resume);
  const codes = languagesIn(words);
  const tellingIn = (text: string, isWork: boolean): Range[] => {
    const low = text.toLowerCase();
    return [
      ...contactsIn(text),
      ...contacts.flatMap((each) => rangesOfPart(low, each)),
      ...namedRanges(named, text),
      ...LABELLED.flatMap((pattern) => rangesOf(pattern, text)),
      ...factsIn({ text, codes: new Set(["en", ...codes, ...languagesIn(text)]), isWork }),
    ];
  };
  return { tellingIn, blind: (text, isWork) => without(text, tellingIn(text, isWork), (from) => beforeSmallWords(text, from)) };
}

/** Whether the text has a word besides articles and prepositions; text without removed words needs only a letter or digit. */
export function isSaid(text: string): boolean {
  if (!text.includes(GONE)) return /[\p{L}\p{N}]/u.test(text);
  return [...text.matchAll(/[\p{L}\p{M}]+/gu)].some(([word]) => !isSmall(word));
}

/** "Nationality: …" between other parts of a line. */
const LABELLED: RegExp[] = [];
for (const { group } of groupsOf("scoring", "personal_labels"))
  LABELLED.push(new RegExp(`(?<=^|[|•·;,(]\\s?)${group}\\s?[:：]\\s?[^|•·;,，；\\n]{0,60}`, "giu"));

const LITERAL_MIN = 5;

/** Contacts as the reading found them. */
function literalsOf({ basics }: JsonResume): string[] {
  const { location } = basics ?? {};
  const all = [
    ...[basics?.email, basics?.phone, basics?.url, location?.address, location?.postalCode],
    ...(basics?.profiles ?? []).flatMap(({ url, username }) => [url, username]),
  ];
  return all.flatMap((text) => (text !== undefined && text.length >= LITERAL_MIN ? [text.toLowerCase()] : []));
}

const WORDS_MAX = 20_000;

/** The beginning of the résumé's text. */
function wordsOf({ sections }: Outline): string {
  const statements = sections.flatMap((section) => [...section.statements, ...section.entries.flatMap(({ body }) => body)]);
  return statements
    .map(({ text }) => text)
    .join("\n")
    .slice(0, WORDS_MAX);
}
