/** Names of organisations within longer lines: "Member FDIC" behind "Ally Bank", "Write: Example Bank, N.A. (163)". */
import { memo } from "#contract/memo.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { hasLegalForm, isLegalForm } from "#engines/local/page/legal-form.ts";
import { fold } from "#language/fold.ts";
import { meaningsOf } from "#language/thesaurus.ts";
import { type Cell, textOf } from "#structure/sheet.ts";
import { ISSUERS } from "./issuers.ts";
import type { Span } from "./span.ts";

const NAME_WORDS_MAX = 6;
const CAPITAL = /^[\p{Lu}\p{N}][\p{L}\p{N}&'’.®-]*,?$/u;
/** Between capitalised words of a name. */
const INNER = /^(?:of|and|the|for|de|del|della|du|des|la|le|für|der|die|und|y|e|et|&|van|den|na|w|i)$/u;
/** "N.A." ends no sentence. */
const INITIALS = /^(?:\p{Lu}\.){1,6}$/u;
const STOPS = /[.;:!?)]$/u;

/** Whether a word of a name, folded, says what kind of organisation it is: "bank". */
export type IsNoun = (word: string) => boolean;

/** Runs of capitalised words that end in a legal form or have one of the nouns, and those that begin with it: "Pharmacie du Port". */
export function properNamesIn(cell: Cell, isNoun: IsNoun): Span[] {
  const found: Span[] = [];
  for (const { from, to } of runsOf(cell)) {
    const first = cell.words.findIndex(({ text }, i) => i > from && i < to && isNoun(wordOf(text)));
    for (const start of first < 0 ? [from] : [from, first]) {
      const ends = endsOf(cell, start, Math.min(to, start + NAME_WORDS_MAX), isNoun);
      for (const end of ends) if (end - start > 1) found.push(spanOf(cell, start, end));
    }
  }
  return found;
}

const wordOf = (text: string): string => fold(text).replace(/[^\p{L}]/gu, "");

/** Where a name that begins at `from` ends: at the end of its run, and behind the noun or legal form within it. */
function endsOf({ words }: Cell, from: number, to: number, isNoun: IsNoun): number[] {
  const nounAt = Array.from({ length: to - from }, (_, i) => from + i).filter((at) => isNoun(wordOf(words[at]?.text ?? "")));
  const form = Array.from({ length: to - from }, (_, i) => from + i + 1).findLast((end) => hasLegalForm(textOf(words.slice(from, end))));
  return [...new Set([...(nounAt.length > 0 ? [to] : []), ...nounAt.map((at) => at + 1), ...(form === undefined ? [] : [form])])];
}

const isForm = (word: string): boolean => isLegalForm(word) || INITIALS.test(word.replace(/,$/, ""));

/** Capitalised words beside each other, with small words of names between them, up to a sign that ends them. */
export const runsOf = memo(({ words }: Cell): readonly { from: number; to: number }[] => {
  const runs: { from: number; to: number }[] = [];
  let from = -1;
  words.forEach(({ text }, i) => {
    const inside =
      (from >= 0 ? CAPITAL.test(text) : /^\p{Lu}/u.test(text) && CAPITAL.test(text)) ||
      (from >= 0 && INNER.test(text) && CAPITAL.test(words[i + 1]?.text ?? ""));
    if (inside && from < 0) from = i;
    const stops = (STOPS.test(text) && !INITIALS.test(text)) || (text.endsWith(",") && !isForm(words[i + 1]?.text ?? ""));
    const ends = !inside || stops || i === words.length - 1;
    if (from >= 0 && ends) {
      runs.push({ from, to: inside ? i + 1 : i });
      from = -1;
    }
  });
  return runs;
}, new WeakMap());

function spanOf(cell: Cell, from: number, to: number): Span {
  const words = cell.words.slice(from, to);
  return { cell, from, to, raw: textOf(words).replace(/,$/, ""), box: boxAround(words), fit: 1, shape: "words", lines: 1 };
}

/** Meanings of words that organisations have in their names, in all languages of the thesaurus. */
const KINDS = new Set("bank store school university hospital clinic laboratory pharmacy hotel airline court municipality".split(" "));

/** Whether a field asks for an organisation of one of these kinds. */
export const asksKind = (words: readonly string[]): boolean => words.some((word) => meaningsOf(word).some((id) => KINDS.has(id)));

/** The words that say what kind of organisation a field asks for. `words`: of the field, folded. */
export function nounsOf(words: readonly string[]): IsNoun {
  const nouns = new Set(words.filter((word) => ISSUERS.has(word)));
  const kinds = new Set(words.flatMap(meaningsOf).filter((id) => KINDS.has(id)));
  return (word) => nouns.has(word) || (kinds.size > 0 && meaningsOf(word).some((id) => kinds.has(id)));
}
