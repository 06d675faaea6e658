/** Checks that a name is the base form of words of the ad, as languages inflect them: "programowanie w Pythonie" of "programowania w Pythonie". */

import { foldWord, type Token, tokensOf } from "#language/tokens.ts";
import { openSkills } from "#skills/skill-index.ts";

/** A shorter beginning is shared by chance. */
const SHARED_MIN = 3;
/** Share of the longer word that both begin with. */
const SHARED_PART_MIN = 0.5;
/** Letters of an ending. */
const ENDING_MAX = 5;

/**
 * The name in the ad's case when each of its words is a form of one of `words`, or is the initials of all of them; null when it has any other
 * word, as an invented one has.
 */
export function baseFormOf(name: string, words: string): string | null {
  const printed = tokensOf(words);
  if (/^\p{Lu}{2,6}$/u.test(name) && name.toLowerCase() === initialsOf(printed)) return name;
  let whole = "";
  let end = 0;
  for (const token of tokensOf(name)) {
    const form = printed.find((each) => isForm(token, each));
    if (!form) return null;
    whole += name.slice(end, token.from) + inCaseOf(token.raw, form.raw);
    end = token.to;
  }
  return end === 0 ? null : whole + name.slice(end);
}

const initialsOf = (tokens: readonly Token[]): string => tokens.map(({ fold }) => fold.charAt(0)).join("");

function isForm(name: Token, printed: Token): boolean {
  if (name.fold === printed.fold) return true;
  // Another skill, such as SQLite for SQL; and a common word for a proper name, such as "excellent" for Excel.
  if (isKnown(printed.fold) || (isProper(name) && /^\p{Ll}/u.test(printed.raw))) return false;
  const shared = sharedStart(name.fold, printed.fold);
  const [shorter, longer] = [name.fold.length, printed.fold.length].sort((a, b) => a - b);
  const isLong = shared >= Math.min(SHARED_MIN, shorter ?? 0) && shared >= (longer ?? 0) * SHARED_PART_MIN;
  return isLong && (longer ?? 0) - shared <= ENDING_MAX;
}

const isKnown = (fold: string): boolean =>
  openSkills()
    .exact.get(fold)
    ?.some(({ keys, skill }) => keys.length === 1 && isName(skill.name)) ?? false;
const isName = (name: string): boolean => name !== name.toLowerCase();
const isProper = ({ fold }: Token): boolean => isKnown(fold);

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** "python" as "Python" where the ad prints "Pythonie". */
function inCaseOf(word: string, printed: string): string {
  const shared = sharedStart(foldWord(word), foldWord(printed));
  return shared === 0 || printed.length < shared || word.length < shared ? word : printed.slice(0, shared) + word.slice(shared);
}
