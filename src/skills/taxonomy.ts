/** The skills we know by name: one data file. Skills it does not know are matched by their words. Its test checks the whole file. */
import { readFileSync } from "node:fs";
import type { SkillKind } from "#contract/recruiting/skill.ts";

/** What keeps a name that is also an everyday word from matching there. `forms` are the names concerned; `near` helps them. */
export type Guard =
  /** No other inflection of a name of one word. */
  | { kind: "exact" }
  /** Written as given, and not as the first word of a sentence; or among other technical skills. */
  | { kind: "case"; forms: readonly string[] }
  /** Written as given, and one of `near` or another technical skill close by, or alone in a list. */
  | { kind: "context"; forms: readonly string[]; near: readonly string[] };

export type Skill = {
  /** Proper names are written with capitals and match as written; others are lower case and match inflected. */
  name: string;
  kind: SkillKind;
  aliases: readonly string[];
  /** Match in this case only. */
  acronyms: readonly string[];
  /** What this is a kind of: evidence for this skill is evidence for them. */
  parents: readonly string[];
  /** What stands beside it: near, but no evidence. */
  related: readonly string[];
  de: readonly string[];
  fr: readonly string[];
  es: readonly string[];
  guard?: Guard;
  /** Further names, too short or too wide for whole texts: they count only for somebody who asks for this skill. */
  asked: readonly string[];
  /** Phrases that hold a name of the skill and mean something else, such as "sales tax". */
  not: readonly string[];
  /** What somebody does who has it: "lead|manage @people", "sell", "look+after child|baby". Read by `match/deeds.ts`. */
  deeds: Partial<Record<WordLanguage, readonly string[]>>;
};

export type WordLanguage = "en" | "de" | "fr" | "es";
export type Taxonomy = {
  version: string;
  /** Words of one root that no stemmer joins: forms of the verb, "|", its nouns. */
  families: Record<WordLanguage, readonly string[]>;
  /** Lists that deeds name by "@". */
  objects: Readonly<Record<string, Partial<Record<WordLanguage, readonly string[]>>>>;
  skills: readonly Skill[];
};

const NO_NAMES: readonly string[] = [];
const EMPTY = {
  aliases: NO_NAMES,
  acronyms: NO_NAMES,
  parents: NO_NAMES,
  related: NO_NAMES,
  de: NO_NAMES,
  fr: NO_NAMES,
  es: NO_NAMES,
  asked: NO_NAMES,
  not: NO_NAMES,
  deeds: {},
};

/** Lists the file leaves out are empty. */
export function readTaxonomy(): Taxonomy {
  const taxonomy: Taxonomy = JSON.parse(readFileSync(new URL("taxonomy.json", import.meta.url), "utf8"));
  return { ...taxonomy, skills: taxonomy.skills.map((skill) => ({ ...EMPTY, ...skill })) };
}
