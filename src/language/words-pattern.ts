/** Builds a pattern from words of a user: the only pattern that is not a constant of the source. */

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

type Around = { before?: string; after?: string; between?: string };

/**
 * Matches these words literally, in any case. `between`, `before` and `after` are patterns of the source; `between` (white space by
 * default) is the pattern between two words. Every part but the bounded `between` is literal, so that matching takes linear time.
 */
export function wordsPattern(words: readonly string[], { before = "", after = "", between = "\\s{1,2}" }: Around, flags = "iu"): RegExp {
  return new RegExp(`${before}${words.map((word) => word.replace(SPECIAL, "\\$&")).join(between)}${after}`, flags);
}
