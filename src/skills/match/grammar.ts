/** Words that determine how the words of a clause belong together, folded. */
import { phrasesOfAll } from "#language/phrases.ts";
import type { StemmedLanguage } from "#language/stems.ts";
import { type LanguageWords, languageOf } from "#language/words.ts";

type Clauses = NonNullable<LanguageWords["clauses"]>;
const ofEach = (list: keyof Clauses): Record<StemmedLanguage, ReadonlySet<string>> => {
  const of = (language: StemmedLanguage) => new Set(languageOf(language).clauses?.[list]);
  return { en: of("en"), de: of("de"), fr: of("fr"), es: of("es") };
};

/** What follows one of these is not the object of the verb before: "managed accounts for a team". */
export const BARRIERS = ofEach("barriers");

/** They negate what they refer to; nothing is matched across one. */
export const NEGATIONS: ReadonlySet<string> = new Set(phrasesOfAll("skills", "negations"));

/** They join a noun of action to its object, as in "management of projects"; "d" and "l" are left over before an apostrophe. */
export const LINKS = ofEach("links");

/** Words that may be between a verb and its object without being the object. */
const TRANSPARENT = ofEach("transparent");

export const isTransparent = (fold: string, language: StemmedLanguage): boolean => TRANSPARENT[language].has(fold) || /^\d/.test(fold);

export const AND: ReadonlySet<string> = new Set(phrasesOfAll("skills", "ands"));

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

// The rest is the grammar of English alone, which statement.ts reads.

/** Words before a finite verb or a participle in the active voice. */
export const BEFORE_VERB = words(
  "and or to i we he she have has had having also then where successfully personally regularly daily can could will independently by for of in with while when including through experience experienced responsible duties tasks role team",
);
/** Before a bare "manage" or "manages". */
export const BEFORE_BARE_VERB = words("to i we and or can could will also then he she");

/** "The company was sold": not what the writer did. */
export const PASSIVE = words("was were been being be is are got");

/** Adverbs of time and manner that follow an object. */
export const AFTER_OBJECT = words(
  "daily weekly monthly yearly annually nightly abroad nationwide worldwide overseas remotely alone together there here each every plus incl including etc",
);
/** "Team members" are the team. */
export const MEMBERS = words("member members leader leaders mate mates staff people");
