/** Fields with options: finds the options' words in the document. */
import type { Leaf } from "#engines/local/leaves.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import type { RunningText } from "#engines/local/prose/running-text.ts";
import type { Features } from "#engines/local/weights.ts";
import { OPTION_CHARACTERS_MAX } from "#engines/values/options.ts";
import { WORD_END, WORD_START } from "#language/phrases.ts";
import { wordsPattern } from "#language/words-pattern.ts";

export type Mention = { value: Value; features: Features; answer?: string };

/** This many mentions of an option give the full weight. */
const MENTIONS_FULL = 3;

const WHOLE_WORDS = { before: WORD_START, after: WORD_END, between: "[\\s_-]{1,3}" };

/** For `classify` the most frequent option is the answer; else an option counts where it is printed beside a label. */
export function optionMentions(leaf: Leaf, running: RunningText): Mention[] {
  const classify = leaf.field.method === "classify";
  if (!classify && leaf.kind !== "text") return [];
  const options = (leaf.field.enum ?? []).filter((option) => option.length <= OPTION_CHARACTERS_MAX);
  return options.flatMap((option): Mention[] => {
    const named = wordsPattern(option.trim().split(/[\s_-]+/), WHOLE_WORDS, "giu");
    const hits = [...running.text.matchAll(named)];
    const [first] = hits;
    if (!first || option.trim().length < 2) return [];
    const value = running.valueAt(first.index, first.index + first[0].length);
    if (!value) return [];
    const features = { mention: Math.min(1, hits.length / MENTIONS_FULL), mentioned: 1, early: 1 - first.index / running.text.length };
    return [classify ? { value, features, answer: option } : { value, features }];
  });
}
