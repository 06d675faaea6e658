/** The kind of section that a heading names. */
import { fold } from "#language/fold.ts";
import { anyOf } from "#language/phrases.ts";
import { type LanguageWords, listsOfAll, wordsOfAll } from "#language/words.ts";
import { SECTION_KINDS, type SectionKind } from "#resumes/outline.ts";
import { remember } from "./remember.ts";

/** `sure`: the whole text is a known heading; else a part of it is. */
export type HeadingKind = { kind: SectionKind; sure: boolean };

const WORDS_MAX = 7;
const CHARACTERS_MAX = 60;
/** Maximum words of a heading of which only one is known. */
const NOUN_WORDS_MAX = 5;

type Headings = NonNullable<LanguageWords["resume"]>["headings"];

/** Folded heading → kind of section; the last kind with a word wins. */
function kindsBy(pick: (language: LanguageWords) => Headings): ReadonlyMap<string, SectionKind> {
  const lists = listsOfAll(pick);
  return new Map(SECTION_KINDS.flatMap((kind) => (lists[kind] ?? []).map((name) => [fold(name), kind] as const)));
}

const WHOLE = kindsBy(({ resume }) => resume?.headings);
/** A heading of few words that ends (in Romance languages begins) with one of these is of that kind. */
const NOUNS = kindsBy(({ resume }) => resume?.heading_nouns);
/** Words that do not change the kind of a heading. */
const SPARE = new Set(wordsOfAll(({ resume }) => resume?.heading_modifiers).map(fold));
const AND = new RegExp(`\\s{0,2}(?:[&/+,|]|\\s${anyOf("resumes", "heading_conjunctions")}\\s)\\s{0,2}`, "iu");

/** Null when the text names no section. */
export const sectionHeadingOf = remember((text) => (text.length > CHARACTERS_MAX ? null : read(text)));

function read(text: string): HeadingKind | null {
  const bare = closedUp(text.replace(/^\W*(?:\d{1,2}|[IVX]{1,4})[.)]\s+/u, "").trim());
  if (/[.,;?!]$|@|\d{3}/.test(bare)) return null;
  const folded = fold(bare);
  if (folded === "" || folded.split(" ").length > WORDS_MAX) return null;
  const whole = WHOLE.get(folded);
  if (whole) return { kind: whole, sure: true };
  const parts = bare
    .split(AND)
    .map(fold)
    .filter((part) => part !== "");
  const each = parts.map((part) => WHOLE.get(part) ?? WHOLE.get(withoutSpare(part)));
  // `Academic and professional experience`: what is no more than an adjective says nothing beside a noun.
  const nouns = each.filter((_, i) => withoutSpare(parts[i] ?? "") !== "");
  if (each.length > 1 && nouns.length === 1 && nouns[0]) return { kind: nouns[0], sure: true };
  const first = each.find((kind) => kind !== undefined);
  if (first) return { kind: first, sure: each.every((kind) => kind !== undefined) };
  const noun = NOUNS.get(folded.split(" ").at(-1) ?? "") ?? NOUNS.get(folded.split(" ")[0] ?? "");
  return noun && folded.split(" ").length <= NOUN_WORDS_MAX ? { kind: noun, sure: false } : null;
}

function withoutSpare(folded: string): string {
  return folded
    .split(" ")
    .filter((word) => !SPARE.has(word))
    .join(" ");
}

/** Joins `S K I L L S` to one word. */
function closedUp(text: string): string {
  return /^(?:\p{L}\s){3,}\p{L}[^\p{L}\p{N}]*$/u.test(text) ? text.replace(/\s+/g, "") : text;
}
