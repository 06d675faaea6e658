/** Parts words that lost the space or line break between them: "communication skillsStrong knowledge", "DevOps/VSTSExperience", "(AWS)Own". */

import { anyOf, WORD_END, WORD_START } from "#language/phrases.ts";
import { foldWord } from "#language/tokens.ts";
import { openSkills } from "#skills/skill-index.ts";

/** A text with breaks where words were glued; without them it is the text as printed. */
export type Unglued = {
  text: string;
  /** The printed words at these offsets of `text`. */
  printed(from: number, to: number): string;
};

/**
 * Two words in one that may also be a name: "approachContribute to", HoloLens, useState. They are split when the text has GLUED_MIN or more of
 * them, or when the first half is four lower-case letters or more.
 */
const BEFORE_SENTENCE = new RegExp(`${WORD_START}(\\p{L}*\\p{Ll}{3})(?=\\p{Lu}\\p{Ll}{2,}\\s[\\p{Ll}“"])`, "gu");
const GLUED_MIN = 3;
const LOWER_WORD = /^\p{Ll}{4,}$/u;
/** Two words in one: each half is looked at. */
const TWO_WORDS = new RegExp(`${WORD_START}(\\p{L}\\p{Ll}{2,})(?=\\p{Lu}\\p{Ll}{2,}${WORD_END})`, "gu");
/** What requirements begin with, behind a letter, a digit or C#: "VSTSExperience with", "C#Strong". */
const BEFORE_OPENER = new RegExp(`(?<=[\\p{L}\\p{N}+#])(?=${anyOf("job_ads", "openers")}(?![\\p{Ll}\\p{M}\\p{N}]))`, "gu");
const BEFORE_YEARS = /(?<=\p{Ll}{4})(?=\d\+ years)/gu;
const BEHIND_BRACKET = /(?<=[\p{L}\p{N}+#][)\]])(?=\p{Lu}\p{L})/gu;
const BEHIND_MARK = /(?<=[\p{L})+#][,;!?])(?=\p{L}{2})|(?<=\p{Ll}{3}\.)(?=\p{Lu}\p{Ll}{2})/gu;
/** Addresses of the web and of mail. */
const ADDRESS = /@|:\/\/|www\./;

/** Linear in the text. Text without glue comes back as it is. */
export function unglued(text: string): Unglued {
  const breaks = new Map<number, string>();
  const put = (at: number, mark: string) => {
    if (!ADDRESS.test(runAround(text, at, END_OF_ADDRESS))) breaks.set(at, mark);
  };
  for (const { index } of text.matchAll(BEHIND_MARK)) put(index, " ");
  for (const at of [...text.matchAll(BEHIND_BRACKET), ...text.matchAll(BEFORE_YEARS)].map(({ index }) => index)) put(at, "\n");
  for (const at of insideWords(text)) put(at, "\n");
  return withBreaks(
    text,
    [...breaks].sort(([a], [b]) => a - b),
  );
}

function insideWords(text: string): number[] {
  const openers = [...text.matchAll(BEFORE_OPENER)].map(({ index }) => index).filter((at) => !isName(wordAround(text, at)));
  const sentences = [...text.matchAll(BEFORE_SENTENCE)].flatMap(({ index, 1: half = "" }) => {
    const at = index + half.length;
    return isName(wordAround(text, at)) ? [] : [{ at, half }];
  });
  const sure = sentences.length >= GLUED_MIN ? sentences : sentences.filter(({ half }) => LOWER_WORD.test(half));
  const names = [...text.matchAll(TWO_WORDS)].flatMap(({ index, 1: half = "" }) => {
    const word = wordAround(text, index + half.length);
    return !isName(word) && isName(half) && isName(word.slice(half.length)) ? [index + half.length] : [];
  });
  return [...openers, ...sure.map(({ at }) => at), ...names];
}

const WORD_CHARACTERS_MAX = 60;
const END_OF_WORD = /[^\p{L}\p{N}]/u;
const END_OF_ADDRESS = /\s/;

/** The run of characters that holds this place, without any that `end` matches. */
function runAround(text: string, at: number, end: RegExp): string {
  const before =
    text
      .slice(Math.max(0, at - WORD_CHARACTERS_MAX), at)
      .split(end)
      .at(-1) ?? "";
  return before + (text.slice(at, at + WORD_CHARACTERS_MAX).split(end, 1)[0] ?? "");
}

const wordAround = (text: string, at: number): string => runAround(text, at, END_OF_WORD);

/** Whether the word is a whole name of a known skill: JavaScript, PowerPoint. */
const isName = (word: string): boolean =>
  openSkills()
    .exact.get(foldWord(word))
    ?.some(({ keys }) => keys.length === 1) ?? false;

function withBreaks(printed: string, breaks: readonly (readonly [number, string])[]): Unglued {
  if (breaks.length === 0) return { text: printed, printed: (from, to) => printed.slice(from, to) };
  let text = "";
  let from = 0;
  const places: number[] = [];
  for (const [at, mark] of breaks) {
    text += printed.slice(from, at);
    places.push(text.length);
    text += mark;
    from = at;
  }
  text += printed.slice(from);
  const inPrinted = (at: number) => at - places.filter((place) => place < at).length;
  return { text, printed: (start, end) => printed.slice(inPrinted(start), inPrinted(end)) };
}
