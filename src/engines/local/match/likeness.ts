/** How well a printed text names a schema's field. */

import type { Field } from "#contract/schema/field.ts";
import { largest } from "#documents/long-lists.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { unitsOf } from "#language/thesaurus.ts";
import { type LikeWord, weightOf, wordsOfPhrase } from "./words.ts";

/** What a field is called: units of its name, of its description, and of the names of the objects around it. */
export type Called = { name: readonly string[]; description: readonly string[]; above: readonly string[] };

/** Words of a description beyond these say how, not what. */
const DESCRIPTION_WORDS_MAX = 24;
/** What stands in brackets or after these words is an example, a form or an exclusion. */
const ASIDE = /\(.*|[,;:] (?:e\.g\.|for example|such as|not |without |one of|as printed|in the form|if ).*|\b(?:one of|e\.g\.)\b.*/iu;

export function calledOf(field: Field, parents: readonly string[]): Called {
  const description = (field.description ?? "").replace(ASIDE, "");
  return {
    name: unitsOf(nameTokens(field.name)),
    description: unitsOf(tokensOf(description).slice(0, DESCRIPTION_WORDS_MAX)),
    above: unitsOf(parents.flatMap(nameTokens)),
  };
}

/** Shares from 0 to 1, by weight of words. */
export type Likeness = {
  /** Of the name's words that the text has. */
  name: number;
  /** Of the description's. */
  description: number;
  /** Of the text's words that name, description or parents have. */
  text: number;
  /** The strongest word of the text that means the opposite of one of the field's; 0 when there is none. */
  opposite: number;
};
export const UNLIKE: Likeness = { name: 0, description: 0, text: 0, opposite: 0 };

export function likenessOf(called: Called, text: readonly string[], like: LikeWord): Likeness {
  if (text.length === 0) return UNLIKE;
  const own = [...called.name, ...called.description, ...called.above];
  const ways = text.map((word) => bestOf(word, own, (unit, other) => like(other, unit)));
  const bestIn = (word: string) => bestOf(word, text, like).best;
  return {
    name: share(called.name, bestIn),
    description: share(called.description, bestIn),
    text: share(text, (_, i) => ways[i]?.best ?? 0),
    opposite: Math.max(0, largest(text.map((word, i) => (ways[i]?.opposite ? Math.min(1, weightOf(word)) : 0)))),
  };
}

/** From this likeness on a word is explained by another of the field's, although it means the opposite of a third. */
const EXPLAINED_FROM = 0.9;

type Best = { best: number; opposite: boolean };

/** The most alike of the others; a phrase that none of them means is as alike as its words are on average. */
function bestOf(unit: string, others: readonly string[], like: LikeWord): Best {
  let best = 0;
  let opposite = false;
  const parts = wordsOfPhrase(unit);
  for (const other of others) {
    const each = like(unit, other);
    if (each < 0) opposite = true;
    else if (each > best && (parts.length === 0 || each > PART)) best = each;
  }
  if (parts.length > 0 && best === 0) best = share(parts, (part) => bestOf(part, others, like).best);
  return { best, opposite: opposite && best < EXPLAINED_FROM };
}

/** A phrase is not met by a single word that it has. */
const PART = 0.9;

function share(words: readonly string[], likeOf: (word: string, i: number) => number): number {
  let all = 0;
  let met = 0;
  words.forEach((word, i) => {
    const weight = weightOf(word);
    all += weight;
    met += weight * likeOf(word, i);
  });
  return all === 0 ? 0 : met / all;
}
