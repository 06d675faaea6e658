/** Word families: the verb, its participles, the person and the result, where a stemmer alone does not join them. */

import { memo, once } from "#contract/memo.ts";
import { memoByLanguage, type StemmedLanguage, stemOf } from "#language/stems.ts";
import { foldWord } from "#language/tokens.ts";
import { openSkills } from "#skills/skill-index.ts";
import { germanRoot } from "./german-root.ts";

type Families = {
  /** Folded word → root of its family. */
  byWord: ReadonlyMap<string, string>;
  byStem: ReadonlyMap<string, string>;
  /** Irregular forms of a verb: "led", "taught". */
  irregular: ReadonlySet<string>;
};

/** The root of the word's family, else its stem. */
export const rootOf = memoByLanguage((word, language) => {
  const { byWord, byStem } = familiesOf(language);
  const fold = foldWord(word);
  const stem = plainRoot(word, fold, language);
  return byWord.get(fold) ?? byStem.get(stem) ?? stem;
});

export const isIrregular = (fold: string): boolean => familiesOf("en").irregular.has(fold);

const bareVerbs = once((): ReadonlySet<string> => new Set(lemmas().flatMap(withS)));

/** Whether it is a verb of the skills file in its base form, or with an s ("manages"). */
export const isBareVerb = (fold: string): boolean => bareVerbs().has(fold);

function lemmas(): string[] {
  const { families, skills } = openSkills().taxonomy;
  const ofDeeds = skills.flatMap(({ deeds }) => (deeds.en ?? []).flatMap((line) => (line.split(" ")[0] ?? "").split("|")));
  return [...ofDeeds.map((verb) => verb.split("+")[0] ?? ""), ...families.en.map((line) => line.split(/[ |]/)[0] ?? "")]
    .filter((verb) => verb !== "")
    .map(foldWord);
}

/** An English word and its form with s. */
export function withS(fold: string): string[] {
  if (/[^aeiou]y$/.test(fold)) return [fold, `${fold.slice(0, -1)}ies`];
  return [fold, /(?:s|x|z|ch|sh|o)$/.test(fold) ? `${fold}es` : `${fold}s`];
}

/** Nouns of a deed: "management", "resolution", "analysis", "care". */
const DEED_NOUN = /(?:ing|[ts]ion|ment|ance|ence|ysis|ery|al|ure|ice|iture)s?$/;
/** Whether an English word of a name is a noun of action, so that a verb can replace it. */
export const isDeedNoun = (fold: string): boolean => DEED_NOUN.test(fold) || familiesOf("en").byWord.has(fold);

function plainRoot(raw: string, fold: string, language: StemmedLanguage): string {
  if (language === "de") return germanRoot(fold);
  if (language !== "en") return stemOf(raw, language);
  let plain = fold;
  for (const [pattern, spelling] of ENGLISH) plain = plain.replace(pattern, spelling);
  const stem = stemOf(plain, language);
  return VERBS.has(plain) ? (stem.split("~")[0] ?? stem) : stem;
}

/** English endings that the stemmer cuts too short or too long, mapped to those it joins with their verb. */
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  // "Filled" is of "fill", not of "file".
  [/^((?:re|in|up)?[^aeiou]*[aeiou]ll)(?:ing|ed)$/, "$1"],
  [/(able|ible|al|ist|ive|ity)s$/, "$1"],
  [/([cp]t)ions?$/, "$1"],
  [/(ut|et|eat|mot)ions?$/, "$1e"],
];
/** Verbs with endings of nouns and adjectives, which `stemOf` separates from their other forms. */
const VERBS = new Set(
  "assist list enlist resist consist persist insist deal heal seal steal reveal appeal signal balance enhance finance advance reference influence experience evidence drive arrive receive give archive strive dive serve enable".split(
    " ",
  ),
);

const familiesOf = memo(readFamilies);

/** A line is "verb forms | nouns", of which one side may be empty; its first word identifies the family. */
function readFamilies(language: StemmedLanguage): Families {
  const byWord = new Map<string, string>();
  const byStem = new Map<string, string>();
  const irregular = new Set<string>();
  for (const line of openSkills().taxonomy.families[language]) {
    const [verbs = [], nouns = []] = line.split("|").map((half) => half.split(" ").filter((word) => word !== ""));
    const [first = ""] = [...verbs, ...nouns];
    const root = plainRoot(first, foldWord(first), language);
    for (const [at, word] of [...verbs, ...nouns].entries()) {
      const fold = foldWord(word);
      byWord.set(fold, root);
      byWord.set(`${fold}s`, root);
      const isVerb = at < verbs.length;
      if (language === "de" ? at === 0 : isVerb || language !== "en") byStem.set(plainRoot(word, fold, language), root);
    }
    for (const word of verbs.slice(1)) irregular.add(foldWord(word));
  }
  return { byWord, byStem, irregular };
}
