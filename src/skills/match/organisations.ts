/** Whether words are part of the name of a company, a school or another body: having been there is not a skill. */
import { LEGAL_FORM_WORDS } from "#language/legal-forms.ts";
import { phrasesOfAll } from "#language/phrases.ts";
import type { Token } from "#language/tokens.ts";

const words = (list: Parameters<typeof phrasesOfAll<"skills">>[1]): ReadonlySet<string> => new Set(phrasesOfAll("skills", list));

/** Nouns for such bodies, folded. */
const BODIES = words("bodies");
/** Small words inside names, folded. */
const WITHIN = words("small_words_in_names");
/** A role names a person; the words beside it describe that person. Folded. */
const ROLES = words("roles");
const NAME_WORDS_MAX = 6;

/**
 * Tests the tokens `first`…`last`. `proper`: they are a proper name themselves, such as Python; then only a legal form makes them part of a
 * company's name.
 */
export function isInOrganisation(tokens: readonly Token[], first: number, last: number, proper: boolean): boolean {
  const token = tokens[first];
  if (!token || !isCapital(token)) return false;
  const start = edge(tokens, first, -1);
  const end = edge(tokens, last, 1);
  const isBody = (at: number) => LEGAL_FORM_WORDS.has(spelled(tokens, at)) || (!proper && BODIES.has(tokens[at]?.fold ?? ""));
  for (let at = start; at <= end; at++)
    if ((at < first || at > last) && isBody(at)) return !tokens.slice(start, last + 1).some(({ fold }) => ROLES.has(fold));
  return false;
}

/** How far words with capitals continue from a token. */
function edge(tokens: readonly Token[], at: number, step: 1 | -1): number {
  let reached = at;
  for (let count = 1; count <= NAME_WORDS_MAX; count++) {
    const next = at + count * step;
    const token = tokens[next];
    const gap = (step > 0 ? token : tokens[next + 1])?.gap ?? "";
    if (!token || !/^(?:\s|\s*&\s*|[-.'’]|\. )$/.test(gap)) break;
    if (isCapital(token) || LEGAL_FORM_WORDS.has(token.fold)) reached = next;
    else if (!WITHIN.has(token.fold) || ROLES.has(tokens[next - 1]?.fold ?? "")) break;
  }
  return reached;
}

/** The word at a token; "S.L." and the like count as one word. */
function spelled(tokens: readonly Token[], at: number): string {
  let word = tokens[at]?.fold ?? "";
  for (let next = at + 1; word.length < 4 && tokens[next]?.gap === "." && tokens[next]?.fold.length === 1; next++)
    word += tokens[next]?.fold;
  return word;
}

const isCapital = ({ raw }: Token): boolean => /^[\p{Lu}]/u.test(raw);
