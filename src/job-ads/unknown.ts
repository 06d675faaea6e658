/** Skills outside the taxonomy: what follows an ad's words of request, such as "experience with queen rearing". */

import { anyOf, phrasesOfAll, WORD_START } from "#language/phrases.ts";
import { isStopWord, STEMMED_LANGUAGES, type StemmedLanguage } from "#language/stems.ts";
import { type Token, tokensOf } from "#language/tokens.ts";
import { findSkills } from "#skills/find-skills.ts";
import { namesPerson } from "./likelihood.ts";
import type { AdStatement } from "./statements.ts";

const LEAD = new RegExp(`${WORD_START}${anyOf("job_ads", "asks_for")}\\s+`, "giu");
/** Like `likelihoodOf`, measured on annotated ads: lower than for a known skill that is explicitly asked for. */
export const unknownLikelihood = ({ part }: AdStatement): number => (part === "requirements" || part === "wishes" ? 0.7 : 0.55);

/** Words of a name. */
const WORDS_MAX = 4;
/** Characters read after a word of request. */
const READ_CHARS = 90;

/** The phrases of a statement, verbatim, in its order; none with a known skill or a placeholder, and none of general words only. */
export function unknownSkillsIn({ text }: AdStatement, languages: readonly StemmedLanguage[]): string[] {
  const found: string[] = [];
  for (const lead of text.matchAll(LEAD)) {
    const start = lead.index + lead[0].length;
    const phrase = phraseAt(text.slice(start, start + READ_CHARS));
    if (phrase !== null && findSkills(phrase, languages).length === 0 && !namesPerson(phrase)) found.push(phrase);
  }
  return found;
}

/** Words that are never part of a skill's name: they end it, or precede it. */
const GENERAL = new Set(phrasesOfAll("job_ads", "general_words"));

function phraseAt(text: string): string | null {
  if (/^\s*</.test(text)) return null;
  const tokens = tokensOf(text);
  let from = 0;
  while (from < tokens.length && from < 3 && isOutside(tokens[from]) && (from === 0 || tokens[from]?.joined)) from += 1;
  let to = from;
  while (to < tokens.length && to - from < WORDS_MAX && (to === from || tokens[to]?.joined) && !isOutside(tokens[to])) to += 1;
  const first = tokens[from];
  const last = tokens[to - 1];
  if (!first || !last || to <= from) return null;
  const cut = to < tokens.length && to - from === WORDS_MAX && tokens[to]?.joined && !isOutside(tokens[to]);
  const phrase = text.slice(first.from, last.to).replace(/\s+/g, " ");
  // A single lower-case word is as often an adjective.
  if (to - from === 1 && !/^\p{Lu}/u.test(phrase)) return null;
  return cut || phrase.length < 4 || /[<>\d]/.test(phrase) ? null : phrase;
}

const isOutside = (token: Token | undefined): boolean =>
  token === undefined || GENERAL.has(token.fold) || STEMMED_LANGUAGES.some((language) => isStopWord(token.fold, language));
