/** Schools and employers by their own names, whole and shortened. */
import type { JsonResume } from "#contract/recruiting/json-resume.ts";
import { anyOf, phrasesOfAll } from "#language/phrases.ts";
import { foldWord, type Token, tokensOf } from "#language/tokens.ts";
import { JOB_NOUNS } from "#resumes/lexicon/job-titles.ts";
import { ORGANISATION_NOUNS, SCHOOL_NOUNS } from "#resumes/lexicon/organisations.ts";
import { NO_NAME } from "#resumes/lexicon/person-words.ts";
import { COUNTRIES, REGION_NAMES } from "#resumes/lexicon/places.ts";
import { readSkills } from "#skills/find-skills.ts";
import { openSkills } from "#skills/skill-index.ts";
import { isSmall } from "./languages-in.ts";
import type { Range } from "./ranges.ts";

/** Words in their order. `isWord`: only after a word such as "at". `isAcronym`: only in capitals. */
type Form = { folds: readonly string[]; isWord: boolean; isAcronym?: boolean };
export type Organisations = { byFirst: ReadonlyMap<string, readonly Form[]>; byStem: ReadonlyMap<string, readonly Form[]> };

/** `low`: the words of the résumé in lower case, which are everyday words. */
export function organisationsOf(names: readonly string[], low: ReadonlySet<string>): Organisations {
  const forms = names.flatMap((name) => formsOf(name, low));
  const inflected = forms.filter(({ folds: [fold = ""], isWord }) => !isWord && fold.length >= INFLECTED_MIN);
  return {
    byFirst: Map.groupBy(forms, ({ folds }) => folds[0] ?? ""),
    byStem: Map.groupBy(inflected, ({ folds }) => (folds[0] ?? "").slice(0, STEM_MIN)),
  };
}

const INFLECTED_MIN = 5;
const STEM_MIN = 4;
/** Minimum length of a stem from the second word on; the first word has identified the name by then. */
const NEXT_STEM_MIN = 3;
/** Endings of nouns and adjectives in the cases of Slavic, Finnic and other languages, folded. */
const ENDINGS = new Set([
  ..."|a|e|i|o|u|y|s|am|em|im|om|um|ym|us|as|es|os|is|ach|ami|ech|ich|ych|imi|ymi|ego|emu|iej|ej|ie|ia|iu|iem|owi|ovi|ow|ov|ou|oj|og|ima|ama|ih|oho".split(
    "|",
  ),
  ..."а|е|и|о|у|ы|э|ю|я|ь|и|і|ам|ем|им|ом|ум|ым|ах|ях|ям|ами|ями|ого|его|ому|ему|ои|еи|ии|ыи|ая|яя|ое|ее|ие|ые|ых|их|ыми|ими|ою|ею|ов|ев|ію|ія|ії".split(
    "|",
  ),
]);

/** "Jadrotehni" of Jadrotehna, "Ладье" of Ладья, "Odrzańskiej" of Odrzańska: the same letters less an ending on either side. */
function isInflected(word: string, of: string, stemMin: number): boolean {
  if (word === of) return true;
  let same = 0;
  while (same < of.length && word[same] === of[same]) same++;
  for (let stem = same; stem >= stemMin && stem >= of.length - 3; stem--)
    if (ENDINGS.has(word.slice(stem)) && ENDINGS.has(of.slice(stem))) return true;
  return false;
}

const formsAt = ({ byFirst, byStem }: Organisations, { fold }: Token): readonly Form[] => [
  ...(byFirst.get(fold) ?? []),
  ...(byStem.get(fold.slice(0, STEM_MIN)) ?? []).filter(({ folds: [first = ""] }) => first !== fold && isInflected(fold, first, STEM_MIN)),
];

export const isEveryday = (fold: string): boolean =>
  openSkills().exact.has(fold) ||
  JOB_NOUNS.has(fold) ||
  NO_NAME.has(fold) ||
  isSmall(fold) ||
  readSkills(fold).mentions.length > 0 ||
  EVERYDAY.has(fold);
/** Given names and surnames that begin sentences as verbs, or name months. */
const EVERYDAY = new Set(
  "will mark may april june august bill pat rob sue drew grant chase hope faith joy rose dean long short young best price".split(" "),
);

const FORM_WORDS_MAX = 8;
const ALONE_MIN = 4;
const ACRONYM_MIN = 3;

/** The parts of an organisation's name between commas: whole, by each word of its own, from the first of these on, and by initials. */
function formsOf(organisation: string, low: ReadonlySet<string>): Form[] {
  return organisation.split(/[,|(–]|\s-\s/).flatMap((piece) => {
    const tokens = tokensOf(piece.replace(LEGAL, " "));
    const folds = tokens.map(({ fold }) => fold);
    const [lead = ""] = folds;
    if (lead === "" || folds.length > FORM_WORDS_MAX || !/\p{L}/u.test(lead) || folds.some((fold) => JOB_NOUNS.has(fold))) return [];
    const isShort = folds.length === 1 && (lead.length < ALONE_MIN || low.has(lead) || isGeneral(lead));
    const whole = { folds, isWord: isShort || isSkill(piece, tokens) };
    return [whole, ...(folds.length > 1 ? shorterOf(tokens, low) : [])];
  });
}

/** Names of one organisation that are no more than a few of its words. */
function shorterOf(tokens: readonly Token[], low: ReadonlySet<string>): Form[] {
  const isOwn = ({ fold, raw }: Token) =>
    fold.length >= ALONE_MIN && /^[\p{Lu}\p{Lo}]/u.test(raw) && !isGeneral(fold) && !isEveryday(fold) && !low.has(fold) && !DEED.test(fold);
  const first = tokens.findIndex(({ fold }) => !isGeneral(fold));
  const from = first > 0 ? first : isSmall(tokens[0]?.fold ?? "") ? 1 : 0;
  const tail = from > 0 && tokens.length - from > 1 ? [{ folds: tokens.slice(from).map(({ fold }) => fold), isWord: false }] : [];
  return [
    ...tokens.filter(isOwn).map(({ fold }) => ({ folds: [fold], isWord: false })),
    ...tail,
    ...placeOf(tokens),
    ...acronymsOf(tokens, low),
  ];
}

/** Endings of action nouns, such as "Traducción" and "Beratung". Descriptions of work use them, so none stands for a name alone. */
const DEED = /(?:ciones|cion|tions?|zion[ei]|cao|coes|sion(?:es|s)?|miento|[a-z]{6}ung(?:en)?)$/u;
/** "Vieux Quai" of Brasserie du Vieux Quai. */
const AT_PLACE = new Set("du au aux del do da dos das della dello degli zum zur vom".split(" "));

function placeOf(tokens: readonly Token[]): Form[] {
  const at = tokens.findIndex(({ fold }) => AT_PLACE.has(fold));
  const folds = tokens.slice(at + 1).map(({ fold }) => fold);
  return at > 0 && folds.length > 1 && tokens.slice(at + 1).every(({ raw }) => /^\p{Lu}/u.test(raw)) ? [{ folds, isWord: false }] : [];
}

/** Initials of the capitalised words, and of all words: "КФУ" of Казанский федеральный университет. */
function acronymsOf(tokens: readonly Token[], low: ReadonlySet<string>): Form[] {
  const capitals = tokens.filter(({ raw }) => /^\p{Lu}/u.test(raw));
  const all = tokens.filter(({ fold }) => !isSmall(fold));
  const found = [capitals, all].map((words) =>
    words
      .map(({ raw }) => raw.slice(0, 1))
      .join("")
      .toLowerCase(),
  );
  return [...new Set(found)]
    .filter((letters) => letters.length >= ACRONYM_MIN && !isEveryday(letters) && !low.has(letters))
    .map((letter) => ({ folds: [letter], isWord: false, isAcronym: true }));
}

const LEGAL =
  /(?<![\p{L}\p{N}])(?:GmbH(?: & Co\.? KG)?|AG|KG|SE|Ltd\.?|Limited|LLC|LLP|Inc\.?|Corp\.?|PLC|plc|SARL|SAS|SA|S\.A\.|SL|S\.L\.|S\.p\.A\.|S\.r\.l\.|B\.V\.|BV|N\.V\.|AB|A\/S|Oy|Sp\. z o\.o\.|Lda\.?|Kft\.?|Pvt\.?|e\.V\.)(?![\p{L}\p{N}])/gu;
const COMMON = new Set(phrasesOfAll("scoring", "blind_organisations").map(foldWord));
const isGeneral = (fold: string): boolean =>
  COMMON.has(fold) ||
  ORGANISATION_NOUNS.has(fold) ||
  SCHOOL_NOUNS.has(fold) ||
  COUNTRIES.has(fold) ||
  REGION_NAMES.has(fold) ||
  isSmall(fold) ||
  NO_NAME.has(fold);

export function isSkill(piece: string, tokens: readonly Token[]): boolean {
  if (tokens.length === 1) return isEveryday(tokens[0]?.fold ?? "");
  const { mentions: covered } = readSkills(piece);
  return tokens.every(({ from, to }) => covered.some((mention) => mention.from <= from && to <= mention.to));
}

const BEFORE_EMPLOYER = new RegExp(`(?<![\\p{L}\\p{N}])${anyOf("scoring", "blind_at_employers")}\\s$`, "iu");
/** What follows the name of an employer that is also a product, where the employer is meant. */
const AFTER_EMPLOYER = /^(?:\s?[.,;:)–|]|$|\s(?:and|as|where|in|since|from|until|und|als|wo|et|y|e)(?![\p{L}\p{N}]))/u;

export function organisationRanges(forms: Organisations, text: string, tokens: readonly Token[]): Range[] {
  return tokens.flatMap((token, at) =>
    formsAt(forms, token).flatMap(({ folds, isWord, isAcronym }) => {
      const last = tokens[at + folds.length - 1];
      if (!last || !/^[\p{Lu}\p{Lo}\d]/u.test(token.raw) || (isAcronym && token.raw !== token.raw.toUpperCase())) return [];
      if (
        !folds.every(
          (fold, step) => step === 0 || (isInflected(tokens[at + step]?.fold ?? "", fold, NEXT_STEM_MIN) && tokens[at + step]?.joined),
        )
      )
        return [];
      const isEmployer = () =>
        BEFORE_EMPLOYER.test(text.slice(Math.max(0, token.from - 20), token.from)) &&
        AFTER_EMPLOYER.test(text.slice(last.to, last.to + 12));
      return isWord && !isEmployer()
        ? []
        : [{ from: token.from, to: last.to + (/^['’]s?(?!\p{L})/u.exec(text.slice(last.to))?.[0].length ?? 0) }];
    }),
  );
}

type Education = NonNullable<JsonResume["education"]>[number];

/** The school; without one, a field of study that names no skill is one: "MS, Waterloo". */
export function schoolOf({ institution, area }: Education): string | undefined {
  const isField =
    area === undefined || !/^\p{Lu}[\p{L}-]{3,20}(?: \p{Lu}[\p{L}-]{1,20})?$/u.test(area) || readSkills(area).mentions.length > 0;
  return institution ?? (isField ? undefined : area);
}
