/** Indexes every name of every skill by its first word. */
import { memo, once } from "#contract/memo.ts";
import { type StemmedLanguage, soloStemOf, stemOf } from "#language/stems.ts";
import { foldWord, tokensOf } from "#language/tokens.ts";
import { type KnownSkill, readTaxonomy, type Taxonomy } from "./taxonomy.ts";

export type FormKind = "name" | "alias" | "acronym";
/** One name of a skill as the keys of its words, all normalised in the same way. */
export type Form = {
  skill: KnownSkill;
  kind: FormKind;
  keys: readonly string[];
  guarded: boolean;
  written: string;
  language: StemmedLanguage;
};
/** A form at a token; `at` is the index of its first token. */
export type Hit = { form: Form; at: number; inflected: boolean };
export type FormIndex = ReadonlyMap<string, readonly Form[]>;

export type Skills = {
  version: string;
  taxonomy: Taxonomy;
  all: readonly KnownSkill[];
  /** By folded words, in any language. */
  exact: FormIndex;
  /** By words as written. */
  acronyms: FormIndex;
  /** By stems, a single word by its solo stem: common nouns and verbs, no proper names. Built with the first text in that language. */
  inflected(language: StemmedLanguage): FormIndex;
  byName: ReadonlyMap<string, KnownSkill>;
  /** Skills whose parents name this one. */
  children: ReadonlyMap<string, readonly KnownSkill[]>;
  /** Skills that imply the one of this name. */
  implying: ReadonlyMap<string, readonly KnownSkill[]>;
};

/** Loaded and indexed once per process. */
export const openSkills = once(() => indexOf(readTaxonomy()));

function indexOf(taxonomy: Taxonomy): Skills {
  const exact = new Map<string, Form[]>();
  const acronyms = new Map<string, Form[]>();
  const children = new Map<string, KnownSkill[]>();
  const implying = new Map<string, KnownSkill[]>();
  for (const skill of taxonomy.skills) {
    for (const parent of skill.parents) push(children, parent, skill);
    for (const implied of skill.implies) push(implying, implied, skill);
    for (const acronym of skill.acronyms)
      add(
        acronyms,
        formOf(skill, "acronym", acronym, "en", (word) => word),
      );
    for (const [at, written] of [skill.name, ...skill.aliases].entries())
      add(exact, formOf(skill, at === 0 ? "name" : "alias", written, "en", foldWord));
    for (const language of ["de", "fr", "es"] as const)
      for (const written of skill[language]) add(exact, formOf(skill, "alias", written, language, foldWord));
  }
  return {
    version: taxonomy.version,
    taxonomy,
    all: taxonomy.skills,
    exact,
    acronyms,
    inflected: memo((language) => inflectedIndex(taxonomy, language)),
    byName: new Map(taxonomy.skills.map((skill) => [skill.name, skill])),
    children,
    implying,
  };
}

function inflectedIndex(taxonomy: Taxonomy, language: StemmedLanguage): FormIndex {
  const index = new Map<string, Form[]>();
  for (const skill of taxonomy.skills)
    for (const written of language === "en" ? [skill.name, ...skill.aliases] : skill[language]) {
      if (!inflects(skill, written, language)) continue;
      const keyOf = /[^\p{L}]/u.test(written) ? stemOf : soloStemOf;
      add(
        index,
        formOf(skill, "alias", written, language, (word) => keyOf(word, language)),
      );
    }
  return index;
}

/** Shorter single words are not compared by stem: their stems are too ambiguous. */
const INFLECTED_CHARS_MIN = 5;

function inflects(skill: KnownSkill, written: string, language: StemmedLanguage): boolean {
  if (skill.guard?.kind === "exact" && !written.includes(" ")) return false;
  if (/[0-9+#./]/.test(written) || (!written.includes(" ") && written.length < INFLECTED_CHARS_MIN)) return false;
  return language === "de" || written === written.toLowerCase();
}

const PLAIN = /^[a-z ]+$/;

function formOf(skill: KnownSkill, kind: FormKind, written: string, language: StemmedLanguage, keyOf: (word: string) => string): Form {
  const words = PLAIN.test(written) ? written.split(" ") : tokensOf(written).map(({ raw }) => raw);
  const guard = skill.guard;
  const guarded = guard !== undefined && guard.kind !== "exact" && guard.forms.includes(written);
  return { skill, kind, keys: words.map(keyOf), guarded, written, language };
}

const add = (index: Map<string, Form[]>, form: Form): void => push(index, form.keys[0] ?? "", form);

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
