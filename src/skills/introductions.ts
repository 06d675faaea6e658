/** Words around a skill's name that say how it is required: "3+ years of experience with", "Kenntnisse in", "degree in". */
import { phrasesOfAll } from "#language/phrases.ts";
import { foldWord } from "#language/tokens.ts";

const LEADING = new Set(phrasesOfAll("skills", "introductions").map(foldWord));
const TRAILING = new Set(phrasesOfAll("skills", "endings_of_skills").map(foldWord));

/** The words without introduction and ending; at least one is left. */
export function withoutIntroduction(words: readonly string[]): string[] {
  let from = 0;
  let to = words.length;
  while (from < to - 1 && (LEADING.has(foldWord(words[from] ?? "")) || /^\d+$/.test(words[from] ?? ""))) from += 1;
  while (to > from + 1 && TRAILING.has(foldWord(words[to - 1] ?? ""))) to -= 1;
  return words.slice(from, to);
}
