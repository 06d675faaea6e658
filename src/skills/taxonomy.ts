/** The known skills: one data file, whose test checks all of it. Other skills are matched by their words. */
import { readFileSync } from "node:fs";
import type { SkillKind } from "#contract/recruiting/skill.ts";

/** Restricts a name that is also an everyday word. `forms` are the names concerned; `near` are words that support it. */
export type Guard =
  /** No inflected forms of a name of one word. */
  | { kind: "exact" }
  /** In this spelling, and not as the first word of a sentence; or among other technical skills. */
  | { kind: "case"; forms: readonly string[] }
  /** In this spelling, with one of `near` or another technical skill close by, or alone in a list. */
  | { kind: "context"; forms: readonly string[]; near: readonly string[] };

export type KnownSkill = {
  /** Proper names have capitals and match case-sensitively; others are lower case and match inflected. */
  name: string;
  kind: SkillKind;
  aliases: readonly string[];
  /** Matched in this case only. */
  acronyms: readonly string[];
  /** What this is a kind of: evidence for this skill is evidence for them. */
  parents: readonly string[];
  /** Related skills: near misses, not evidence. */
  related: readonly string[];
  de: readonly string[];
  fr: readonly string[];
  es: readonly string[];
  guard?: Guard;
  /** Further names, too short or too ambiguous to search for in general: they count only when this skill is asked for. */
  asked: readonly string[];
  /** Phrases that contain a name of the skill and mean something else, such as "sales tax". */
  not: readonly string[];
  /** Skills that evidence of this one also shows, at half the score: leadership implies communication. */
  implies: readonly string[];
  /**
   * What people with the skill do: "lead|manage @people", "sell", "look+after child|baby"; with "~" before it, what only implies it. Parsed by
   * `match/deeds.ts`.
   */
  deeds: Partial<Record<WordLanguage, readonly string[]>>;
};

export type WordLanguage = "en" | "de" | "fr" | "es";
export type Taxonomy = {
  version: string;
  /** Words of one root that no stemmer joins: forms of the verb, "|", its nouns. */
  families: Record<WordLanguage, readonly string[]>;
  /** Lists that deeds refer to with "@". */
  objects: Readonly<Record<string, Partial<Record<WordLanguage, readonly string[]>>>>;
  skills: readonly KnownSkill[];
};

const NO_NAMES: readonly string[] = [];
const EMPTY = {
  aliases: NO_NAMES,
  acronyms: NO_NAMES,
  parents: NO_NAMES,
  related: NO_NAMES,
  implies: NO_NAMES,
  de: NO_NAMES,
  fr: NO_NAMES,
  es: NO_NAMES,
  asked: NO_NAMES,
  not: NO_NAMES,
  deeds: {},
};

/** Lists missing in the file are empty. */
export function readTaxonomy(): Taxonomy {
  const taxonomy: Taxonomy = JSON.parse(readFileSync(new URL("taxonomy.json", import.meta.url), "utf8"));
  return { ...taxonomy, skills: taxonomy.skills.map((skill) => ({ ...EMPTY, ...skill })) };
}
