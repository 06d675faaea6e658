/** Finds every known skill that a text names, with its position. */

import { languagesOf, type StemmedLanguage, soloStemOf, stemOf } from "#language/stems.ts";
import { type Token, tokensOf } from "#language/tokens.ts";
import { isAsWritten, keepsGuard } from "./guards.ts";
import { type Form, type Hit, openSkills, type Skills } from "./skill-index.ts";
import type { KnownSkill } from "./taxonomy.ts";

export type SkillMention = {
  skill: KnownSkill;
  /** Offsets in the text, in UTF-16 units; `to` is exclusive. */
  from: number;
  to: number;
  /** Verbatim. */
  text: string;
  how: "name" | "alias" | "acronym" | "inflected";
  /** Probability, 0..1, that these words mean the skill. */
  certainty: number;
};

/** A text read once, for many queries. */
export type SkillText = {
  text: string;
  tokens: readonly Token[];
  languages: readonly StemmedLanguage[];
  mentions: readonly SkillMention[];
  /**
   * Names that are also everyday words, in the skill's spelling but without context that decides: evidence only when that skill is asked
   * for.
   */
  doubtful: readonly SkillMention[];
};

/** In the order of the text, longest names first, without overlaps. Linear in the text. `languages` as for `readSkills`. */
export const findSkills = (text: string, languages?: readonly StemmedLanguage[]): readonly SkillMention[] =>
  readSkills(text, languages).mentions;

/** `known`: languages of the document that the text is from; without them they are detected from the text alone. */
export function readSkills(text: string, known?: readonly StemmedLanguage[]): SkillText {
  const skills = openSkills();
  const tokens = tokensOf(text);
  const languages = known ?? languagesOf(tokens);
  const hits: Hit[] = [];
  for (let at = 0; at < tokens.length; ) {
    const hit = longestAt(tokens, at, languages, skills);
    if (hit) hits.push(hit);
    at += hit ? hit.form.keys.length : 1;
  }
  const [sure, unsure] = partition(hits, (hit) => !hit.form.guarded || keepsGuard(hit, hits, tokens));
  const mentions = sure.map((hit) => mentionOf(hit, text, tokens));
  const doubtful = unsure
    .filter((hit) => isAsWritten(hit, tokens))
    .map((hit) => ({ ...mentionOf(hit, text, tokens), certainty: DOUBTFUL_CERTAINTY }));
  return { text, tokens, languages, mentions, doubtful };
}

function partition<T>(items: readonly T[], keeps: (item: T) => boolean): [T[], T[]] {
  const yes: T[] = [];
  const no: T[] = [];
  for (const item of items) (keeps(item) ? yes : no).push(item);
  return [yes, no];
}

function longestAt(tokens: readonly Token[], at: number, languages: readonly StemmedLanguage[], skills: Skills): Hit | null {
  const { raw, fold } = tokens[at] ?? { raw: "", fold: "" };
  const place = { tokens, at, languages };
  let best = longer(null, skills.exact.get(fold), place, false, (token) => token.fold);
  best = longer(best, skills.acronyms.get(raw) ?? pluralOf(raw, skills), place, false, (token) => singular(token.raw));
  for (const language of languages.length === 0 ? (["en"] as const) : languages) {
    const index = skills.inflected(language);
    best = longer(best, index.get(stemOf(raw, language)), place, true, (token) => stemOf(token.raw, language));
    best = longer(best, index.get(soloStemOf(raw, language)), place, true, () => "");
  }
  return best;
}

type Place = { tokens: readonly Token[]; at: number; languages: readonly StemmedLanguage[] };

/** The best hit so far, or one of the forms at this position that has more words. */
function longer(
  best: Hit | null,
  forms: readonly Form[] | undefined,
  place: Place,
  inflected: boolean,
  keyAt: (token: Token) => string,
): Hit | null {
  if (forms === undefined) return best;
  const { tokens, at, languages } = place;
  let longest = best;
  for (const form of forms) {
    if (longest && form.keys.length <= longest.form.keys.length) continue;
    // A foreign name counts in its language, and in a bare list.
    if (form.language !== "en" && languages.length > 0 && !languages.includes(form.language)) continue;
    if (standsAt(form.keys, tokens, at, keyAt)) longest = { form, at, inflected };
  }
  return longest;
}

const singular = (raw: string): string => (raw.endsWith("s") && /^\p{Lu}{2,}s$/u.test(raw) ? raw.slice(0, -1) : raw);
const pluralOf = (raw: string, skills: Skills) => (singular(raw) === raw ? undefined : skills.acronyms.get(singular(raw)));

/** Whether the words follow one another here without anything between them that ends a phrase. */
function standsAt(keys: readonly string[], tokens: readonly Token[], at: number, keyAt: (token: Token) => string): boolean {
  for (let step = 1; step < keys.length; step++) {
    const token = tokens[at + step];
    if (!token?.joined || keyAt(token) !== keys[step]) return false;
  }
  return true;
}

/** Certainty of each kind of name: an acronym may mean something else, an inflected form may be an everyday word. */
const CERTAINTY = { name: 1, alias: 1, acronym: 0.9, inflected: 0.85 } as const;
const GUARDED_CERTAINTY = 0.9;
const DOUBTFUL_CERTAINTY = 0.7;

function mentionOf({ form, at, inflected }: Hit, text: string, tokens: readonly Token[]): SkillMention {
  const from = tokens[at]?.from ?? 0;
  const to = tokens[at + form.keys.length - 1]?.to ?? from;
  const how = inflected ? "inflected" : form.kind;
  return { skill: form.skill, from, to, text: text.slice(from, to), how, certainty: form.guarded ? GUARDED_CERTAINTY : CERTAINTY[how] };
}
