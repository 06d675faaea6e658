/** Finds which option some words mean. */
import { editDistance, fold } from "#language/fold.ts";

/** `confidence` 0..1: 1 when the words equal the option. */
export type Option = { option: string; confidence: number };

/** Longer texts are not compared by similarity: they must be equal or contained. */
export const OPTION_CHARACTERS_MAX = 300;

/** Below this similarity of letters an option is another word. */
const OPTION_LIKENESS_MIN = 0.75;

/**
 * The option that the words mean: equal, contained as whole words, its first letter, or similar; null when none matches or several match
 * equally.
 */
export function optionFor(printed: string, options: readonly string[]): Option | null {
  const words = fold(printed);
  if (words === "") return null;
  const same = options.find((option) => fold(option) === words);
  if (same !== undefined) return { option: same, confidence: 1 };
  const contained = options.filter((option) => fold(option) !== "" && ` ${words} `.includes(` ${fold(option)} `));
  const [only] = contained;
  if (contained.length === 1 && only !== undefined) return { option: only, confidence: 0.9 };
  const initial = options.filter((option) => words.length === 1 && fold(option).startsWith(words));
  if (initial.length === 1 && initial[0] !== undefined) return { option: initial[0], confidence: 0.8 };
  const [best, next] = options.map((option) => ({ option, like: likeness(words, fold(option)) })).sort((a, b) => b.like - a.like);
  if (!best || best.like < OPTION_LIKENESS_MIN || next?.like === best.like) return null;
  return { option: best.option, confidence: best.like };
}

/** Similarity by edit distance, 0..1. */
function likeness(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (longest > OPTION_CHARACTERS_MAX) return 0;
  const limit = Math.floor(longest * (1 - OPTION_LIKENESS_MIN));
  return longest === 0 ? 0 : 1 - editDistance(a, b, limit) / longest;
}
