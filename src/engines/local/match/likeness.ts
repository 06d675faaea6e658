/** How well a printed text names a schema's field. */

import { memo, memoByNumber } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { unitsOf } from "#language/thesaurus.ts";
import { aliasesIn } from "./aliases.ts";
import { ownClauses } from "./own-clauses.ts";
import { isFormWord, type LikeWord, type NumberedWord, weightOf, wordsOfPhrase } from "./words.ts";

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
  /** Of those of the name's words that say more than what its values look like. */
  core: number;
  /** Of the description's, or of a label's that it quotes. */
  description: number;
  /** Of the text's words that name, description or parents have. */
  text: number;
  /** The strongest word of the text that means the opposite of one of the field's; 0 when there is none. */
  opposite: number;
  /** How well the text names the field: its words and the text's own must agree. */
  strength: number;
  /** For each word of the name, which come first, how alike the likeliest word of the text is. */
  words: readonly number[];
};
export const UNLIKE: Likeness = { name: 0, core: 0, description: 0, text: 0, opposite: 0, strength: 0, words: [] };

/** Compares a field with texts. What a word of a text says of the field is computed once for all texts. */
export function likenessTo(called: Called, like: LikeWord): (text: readonly NumberedWord[]) => Likeness {
  const { name, core, description, aliases, above } = called;
  const always = { from: 0, to: name.length + description.length + above.length };
  const quotes = aliases.map((alias, i) => {
    const from = aliases.slice(0, i).reduce((sum, { length }) => sum + length, always.to);
    return { from, to: from + alias.length, weights: weightsOf(alias) };
  });
  const [ofName, ofDescription] = [weightsOf(name), weightsOf(description)];
  const ofCore = ofName.map((weight, i) => (core[i] ? weight : 0));
  const { saidBy, metBy, bestOf } = comparing([...name, ...description, ...above, ...aliases.flat()], like);
  /** `quoted`: the alias among the field's words; -1 for none. */
  const wayOf = (said: Said, quoted: number): Best => {
    const kept = said.ways[quoted + 1];
    if (kept) return kept;
    const quote = quotes[quoted];
    const way = bestOf(said, quote ? [always, quote] : [always]);
    said.ways[quoted + 1] = way;
    return way;
  };
  return (text) => {
    if (!text.some(saidBy)) return UNLIKE;
    const met = metBy(text);
    let quoted = -1;
    let quote = -1;
    for (let i = 0; i < quotes.length; i++) {
      const alias = quotes[i];
      const own = alias ? share(alias.weights, met, alias.from) : 0;
      if (own > quote) {
        quoted = i;
        quote = own;
      }
    }
    let all = 0;
    let explained = 0;
    let opposite = 0;
    for (const [i, word] of text.entries()) {
      all += word.weight;
      const said = saidBy(word);
      if (!said) continue;
      const way = wayOf(said, quoted);
      explained += word.weight * way.best;
      if (way.opposite && !isFormOf(word, text[i + 1])) opposite = Math.max(opposite, Math.min(1, word.weight));
    }
    const ofText = all === 0 ? 0 : explained / all;
    const own = share(ofName, met);
    const described = Math.max(share(ofDescription, met, name.length), quote);
    return {
      name: own,
      core: share(ofCore, met),
      description: described,
      text: ofText,
      opposite,
      strength: Math.sqrt(Math.max(own, 0.85 * described) * ofText) * (1 - 0.8 * opposite),
      words: met,
    };
  };
}

/** "Amount of tax" is the tax, though "amount" beside it is something else. */
const isFormOf = ({ word }: NumberedWord, next: NumberedWord | undefined): boolean =>
  next !== undefined && OF.has(next.word) && isFormWord(word);
const OF: ReadonlySet<string> = new Set(["of", "de", "du", "des", "der", "di", "do", "da", "van"]);

/**
 * What a word, or a phrase with `parts`, says of units. `likes`: how alike it is to each and then to the words of those that are phrases;
 * `meets`: whether it meets any; `ways`: the most alike of the units, by choice of units.
 */
type Said = { parts: readonly string[]; likes: readonly number[]; meets: boolean; ways: Best[] };
type Comparing = {
  /** Null for a word that is like none of the units, nor the opposite of one, as the words of a phrase are. */
  saidBy(word: NumberedWord): Said | null;
  /** How much the likeliest word meets of each. */
  metBy(text: readonly NumberedWord[]): readonly number[];
  /** The most alike of the units in `ranges`; a phrase that none of them means is as alike as its words are on average. */
  bestOf(said: Said, ranges: readonly Range[]): Best;
};

function comparing(units: readonly string[], like: LikeWord): Comparing {
  const phrases = units.map(wordsOfPhrase);
  const likesTo = [...units, ...phrases.flat()].map(like.to);
  const nothing = likesTo.map(() => 0);
  /** A word that is no more alike to a unit does not meet it. */
  const least = likesTo.map((_, i) => (phrases[i]?.length ? PART : 0));
  let end = units.length;
  const parted = phrases.flatMap((parts, i) => {
    const at = end;
    end += parts.length;
    return parts.length > 0 ? [{ i, weights: weightsOf(parts), at }] : [];
  });
  const saidBy = memoByNumber((word: NumberedWord): Said | null => {
    const { parts } = word;
    let likes = nothing;
    let meets = false;
    for (let i = 0; i < likesTo.length; i++) {
      const each = likesTo[i]?.(word) ?? 0;
      if (each === 0) continue;
      if (likes === nothing) likes = nothing.slice();
      likes[i] = each;
      meets ||= each > (least[i] ?? 0);
    }
    if (likes === nothing && !parts.some((part) => saidBy(like.wordOf(part)))) return null;
    return { parts, likes, meets, ways: [] };
  });
  function bestOf({ parts, likes }: Said, ranges: readonly Range[]): Best {
    const moreThan = parts.length > 0 ? PART : 0;
    let best = 0;
    let opposite = false;
    for (const range of ranges) {
      for (let i = range.from; i < range.to; i++) {
        const each = likes[i] ?? 0;
        if (each < 0) opposite = true;
        else if (each > best && each > moreThan) best = each;
      }
    }
    if (parts.length > 0 && best === 0) {
      const said = parts.map((part) => saidBy(like.wordOf(part)));
      best = share(
        weightsOf(parts),
        said.map((each) => (each ? bestOf(each, ranges).best : 0)),
      );
    }
    return { best, opposite: opposite && best < EXPLAINED_FROM };
  }
  return {
    saidBy,
    bestOf,
    metBy(text) {
      let met: number[] | null = null;
      for (const word of text) {
        const said = saidBy(word);
        if (!said?.meets) continue;
        met ??= nothing.slice();
        for (let i = 0; i < said.likes.length; i++) {
          const each = said.likes[i] ?? 0;
          if (each > (least[i] ?? 0) && each > (met[i] ?? 0)) met[i] = each;
        }
      }
      if (!met) return nothing;
      for (const { i, weights, at } of parted) if (met[i] === 0) met[i] = share(weights, met, at);
      return met;
    },
  };
}

/** The share of the name's words, or of those that say more than a form, that the texts together have. */
export function covered({ name, core }: Called, texts: readonly Likeness[], only: "all" | "core"): number {
  const weights = weightsOf(name);
  let [all, met] = [0, 0];
  for (let i = 0; i < name.length; i++) {
    if (only === "core" && !core[i]) continue;
    let best = 0;
    for (const { words } of texts) best = Math.max(best, words[i] ?? 0);
    const weight = weights[i] ?? 0;
    all += weight;
    met += weight * best;
  }
  return all === 0 ? 0 : met / all;
}

/** From this likeness on a word is explained by another of the field's, although it means the opposite of a third. */
const EXPLAINED_FROM = 0.9;

type Best = { best: number; opposite: boolean };

type Range = { from: number; to: number };

/** A phrase is not met by a single word that it has. */
const PART = 0.9;

/** The share of the words that is met, by their weights. `met`: how much of each is, the first one's at `from`. */
function share(weights: readonly number[], met: readonly number[], from = 0): number {
  let all = 0;
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] ?? 0;
    all += weight;
    sum += weight * (met[from + i] ?? 0);
  }
  return all === 0 ? 0 : sum / all;
}

/** The same lists of words are compared with many others. */
const weightsOf = memo((words: readonly string[]) => words.map(weightOf), new WeakMap());
