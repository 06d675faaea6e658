/** Words that say how the others of a clause belong together, folded, per language. */
import type { Language } from "#language/stems.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** What stands behind one of them is no object of the verb before: "managed accounts for a team". */
export const BARRIERS: Record<Language, ReadonlySet<string>> = {
  en: words(
    "in at to for with from by on during under through throughout across between against within without among amongst via per about over after before until till into onto upon towards toward as than like because while when where which who that alongside outside inside near beside following regarding concerning using but",
  ),
  de: words("in im bei beim mit fur auf an am aus nach vor zu zum zur durch unter uber wahrend gegen ohne um als wegen seit bis aber"),
  fr: words("dans en avec pour par sur sous chez au aux entre pendant lors sans vers depuis comme mais selon contre"),
  es: words("en con para por sobre bajo entre durante sin hacia al desde hasta como pero segun contra"),
};

/** They turn what they are about into its opposite; nothing is matched across one. */
export const NEGATIONS = words(
  "no not never without neither nor none kein keine keinen keiner keinem nicht nie ohne sans aucun aucune pas jamais sin nunca ningun ninguna",
);

/** They join a deed to what it is done to, as in "management of projects"; "d" and "l" are what an apostrophe leaves. */
export const LINKS: Record<Language, ReadonlySet<string>> = {
  en: words("of for"),
  de: words("von der des vom fur"),
  fr: words("de du des d"),
  es: words("de del"),
};

/** Neither deed nor thing: what may stand between a verb and its object without taking its place. */
const TRANSPARENT: Record<Language, ReadonlySet<string>> = {
  en: words(
    "a an the of and or all any both each every my our their his her its your this that these those up out off own several many few some various multiple more most other new own one two three four five six seven eight nine ten twelve twenty thirty hundred",
  ),
  de: words(
    "der die das den dem des ein eine einen einem einer eines und oder von vom alle allen mehrere viele unsere unserer meine zwei drei vier funf sechs sieben acht neun zehn zwolf zwanzig",
  ),
  fr: words(
    "le la les l un une des du de d et ou mes nos ses leur leurs tous toutes plusieurs a deux trois quatre cinq six sept huit neuf dix douze quinze vingt",
  ),
  es: words(
    "el la los las un una unos unas de del y o e a mis nuestros sus todos todas varios varias dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte",
  ),
};

export const isTransparent = (fold: string, language: Language): boolean => TRANSPARENT[language].has(fold) || /^\d/.test(fold);

export const AND = words("and or und oder et ou y o e sowie");

/** Before a finite verb or a participle of somebody's own doing. */
export const BEFORE_VERB = words(
  "and or to i we he she have has had having also then where successfully personally regularly daily can could will independently by for of in with while when including through experience experienced responsible duties tasks role team",
);
/** Before a bare "manage" or "manages". */
export const BEFORE_BARE_VERB = words("to i we and or can could will also then he she");

/** "The company was sold": not what the writer did. */
export const PASSIVE = words("was were been being be is are got");

/** Adverbs of time and way that stand behind an object. */
export const AFTER_OBJECT = words(
  "daily weekly monthly yearly annually nightly abroad nationwide worldwide overseas remotely alone together there here each every plus incl including etc",
);
/** What a group is said to have: "team members" are the team. */
export const MEMBERS = words("member members leader leaders mate mates staff people");
