/** How well a printed text names a schema's field. */

import { memo } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import { largest } from "#documents/long-lists.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { unitsOf } from "#language/thesaurus.ts";
import { aliasesIn } from "./aliases.ts";
import { ownClauses } from "./own-clauses.ts";
import { isFormWord, type LikeWord, weightOf, wordsOfPhrase } from "./words.ts";

/**
 * What a field is called: units of its name, of its description, of the labels that the description quotes, and of the names of the objects
 * around it. `core`: which units of the name say more than what its values look like, as "order" of `order_number`; all where none does.
 */
export type Called = {
  name: readonly string[];
  core: readonly boolean[];
  description: readonly string[];
  aliases: readonly (readonly string[])[];
  above: readonly string[];
};

/** Words of a description beyond these say how, not what. */
const DESCRIPTION_WORDS_MAX = 24;
/** "Number of the order" is an identifier; "number of orders" counts. */
const NUMBER_OF_ONE = /\bnumber of (?=the|this|an?\b)/giu;
/** What stands in brackets or after these words is an example, a form or an exclusion. */
const ASIDE = /\(.*|[,;:] (?:e\.g\.|for example|such as|not |without |one of|as printed|in the form|if ).*|\b(?:one of|e\.g\.)\b.*/iu;

export function calledOf(field: Field, parents: readonly string[]): Called {
  const description = ownClauses(field.description ?? "")
    .replace(ASIDE, "")
    .replace(NUMBER_OF_ONE, "number ");
  const name = unitsOf(nameTokens(field.name));
  const core = name.map((unit) => !isFormWord(unit));
  return {
    name,
    core: core.includes(true) ? core : core.map(() => true),
    description: unitsOf(tokensOf(description).slice(0, DESCRIPTION_WORDS_MAX)),
    aliases: aliasesIn(field.description ?? "").map((alias) => unitsOf(tokensOf(alias))),
    above: unitsOf(parents.flatMap(nameTokens)),
  };
}

/** Shares from 0 to 1, by weight of words. */
export type Likeness = {
  /** Of the name's words that the text has. */
  name: number;
  /** Of the description's, or of a label's that it quotes. */
  description: number;
  /** Of the text's words that name, description or parents have. */
  text: number;
  /** The strongest word of the text that means the opposite of one of the field's; 0 when there is none. */
  opposite: number;
  /** For each word of the name how alike the likeliest word of the text is. */
  words: readonly number[];
};
export const UNLIKE: Likeness = { name: 0, description: 0, text: 0, opposite: 0, words: [] };

export function likenessOf(called: Called, text: readonly string[], like: LikeWord): Likeness {
  if (text.length === 0) return UNLIKE;
  const words = called.name.map((word) => bestOf(word, text, like).best);
  const described = called.description.map((word) => bestOf(word, text, like).best);
  const aliases = called.aliases.map((alias) => share(alias, (word) => bestOf(word, text, like).best));
  const quoted = aliases.indexOf(Math.max(0, largest(aliases)));
  const own = [...called.name, ...called.description, ...called.above, ...(called.aliases[quoted] ?? [])];
  const ways = text.map((word) => bestOf(word, own, (unit, other) => like(other, unit)));
  return {
    name: share(called.name, (_, i) => words[i] ?? 0),
    description: Math.max(
      share(called.description, (_, i) => described[i] ?? 0),
      aliases[quoted] ?? 0,
    ),
    text: share(text, (_, i) => ways[i]?.best ?? 0),
    opposite: Math.max(0, largest(text.map((word, i) => (ways[i]?.opposite ? Math.min(1, weightOf(word)) : 0)))),
    words,
  };
}

/** The share of the name's words, or of those that say more than a form, that the texts together have. */
export function covered({ name, core }: Called, texts: readonly Likeness[], only: "all" | "core"): number {
  let [all, met] = [0, 0];
  name.forEach((word, i) => {
    if (only === "core" && !core[i]) return;
    all += weightOf(word);
    met += weightOf(word) * Math.max(0, largest(texts.map(({ words }) => words[i] ?? 0)));
  });
  return all === 0 ? 0 : met / all;
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
  const weights = weightsOf(words);
  let all = 0;
  let met = 0;
  for (let i = 0; i < words.length; i++) {
    const weight = weights[i] ?? 0;
    all += weight;
    met += weight * likeOf(words[i] ?? "", i);
  }
  return all === 0 ? 0 : met / all;
}

/** The same lists of words are compared with many others. */
const weightsOf = memo((words: readonly string[]) => Float64Array.from(words, weightOf), new WeakMap());
