/** How alike a field of a row and the head of a printed column are: by letters and known labels, and by what their words mean. */
import { BoundedMap, memo } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import { columnConceptOf } from "#engines/concepts/concept-of.ts";
import { labelTokens } from "#engines/local/lexicon/labels.ts";
import { columnPhrases } from "#engines/local/lexicon/lexicon.ts";
import { calledOf, likenessTo } from "#engines/local/match/likeness.ts";
import { isDerived, ownClauses } from "#engines/local/match/own-clauses.ts";
import { type LikeWord, weightOf } from "#engines/local/match/words.ts";
import { fold, nameTokens, similarity, tokensOf } from "#language/fold.ts";
import { stemOf } from "#language/stems.ts";
import { meaningsOf, unitsOf } from "#language/thesaurus.ts";

/** Heads longer than this are sentences; only their first characters are compared. */
const HEAD_CHARACTERS_MAX = 120;
const REMEMBERED_MAX = 20_000;

/** What each kind of agreement is worth; more than one may hold, the best counts. */
const WORTH = {
  /** Head and name, or the whole description, are the same words. */
  same: 1,
  /** The description quotes the head: "from the PACK QTY column". */
  quoted: 0.95,
  /** The description has the one word of the head, among others. */
  mentioned: 0.7,
  /** Head and field are known words for one concept. */
  concept: 0.92,
  /** The same, where the field's concept follows from its description alone. */
  described: 0.6,
  /** All words of the one are in the other, in any form. */
  covered: 0.9,
  /** The head is the initials of the name: "UOM" for `unit_of_measure`. */
  initials: 0.75,
  /** The words differ, but most of their letters agree. */
  letters: 0.7,
  /** The words mean the same, in any language; and those of the description, which also says other things. */
  meaning: 0.9,
  descriptionMeaning: 0.75,
  /** The head is what the rows are; and one of its languages. */
  noun: 0.65,
  part: 0.95,
} as const;

/** What the words of heads mean to a field; of one document, as likenesses of words are kept. */
export type Meaning = (head: string) => { like: number; opposite: number };

const NAMES = new Set(["name", "title", "designation"]);
const NAME_PARTS = ["first_name", "last_name"];

/** What the rows of a list are called. */
export type ListNames = Pick<Field, "name" | "description">;

/** A head may repeat the list's words: "Insurers affording coverage" is over the names of insurers. */
export function meaningOf(field: Field, list: ListNames, like: LikeWord): Meaning {
  const called = calledOf(field, [list.name, list.description ?? ""]);
  const likeTo = likenessTo(called, like);
  const rowsLike = likenessTo({ ...called, name: calledOf({ ...field, name: list.name }, []).name }, like);
  const isName = called.name.length === 1 && NAMES.has(called.name[0] ?? "");
  return memo((head) => {
    const words = headUnits(head).map(like.wordOf);
    const { name, description, text, opposite } = likeTo(words);
    const said = Math.max(WORTH.meaning * name, WORTH.descriptionMeaning * description);
    const noun = isName ? WORTH.noun * text * rowsLike(words).name : 0;
    return { like: Math.max(noun, (said + WORTH.meaning * text) / 2), opposite };
  });
}

const headUnits = memo((head: string) => withWholeName(unitsOf(tokensOf(head))), new BoundedMap<string, readonly string[]>(REMEMBERED_MAX));

/** "Family name, given names": a whole name. */
function withWholeName(units: readonly string[]): readonly string[] {
  const parts = units.filter((unit) => meaningsOf(unit).some((id) => NAME_PARTS.includes(id)));
  const both = NAME_PARTS.every((id) => parts.some((unit) => meaningsOf(unit).includes(id)));
  return both ? ["name", ...units.filter((unit) => !parts.includes(unit))] : units;
}

/** "Method / 方法": the same in two languages. */
const BETWEEN_LANGUAGES = " / ";
const LANGUAGES_MAX = 4;
/** "(see reverse for detail)": several words in brackets say nothing of the column. */
const ASIDE = /(?<=\S) \(\p{L}{1,20}(?: [^() ]{1,20}){2,8}\):?/gu;

/** 0..1; 0 for a head without words. A head with a word that means the opposite of one of the field's is less alike. */
export function likeness(field: Field, head: string, meaning: Meaning): number {
  const text = head.slice(0, HEAD_CHARACTERS_MAX).replace(ASIDE, "");
  const whole = partLikeness(field, text, meaning);
  const parts = text.split(BETWEEN_LANGUAGES, LANGUAGES_MAX);
  if (parts.length < 2 || meaning(text).opposite > 0) return whole;
  return parts.reduce((most, part) => Math.max(most, WORTH.part * partLikeness(field, part, meaning)), whole);
}

function partLikeness(field: Field, text: string, meaning: Meaning): number {
  const words = headWords(text);
  if (words.length === 0 && text.includes("%")) return isShare(field) ? WORTH.concept : 0;
  if (words.length === 0) return 0;
  const letters = compare(wordsOfField(field), words);
  // Printed only where a column has its name.
  if (isDerived(field)) return letters >= WORTH.covered ? letters : 0;
  if (letters >= WORTH.quoted) return letters;
  const { like, opposite } = meaning(text);
  return Math.max(letters, like) * (1 - opposite);
}

const SHARES = new Set(["percent", "percentage", "pct", "rate", "share"]);
const isShare = ({ name, type }: Field): boolean => type === "percentage" || nameTokens(name).some((word) => SHARES.has(word));

type FieldWords = {
  name: string[];
  described: string[];
  description: string;
  marked: Set<string>;
  squashed: string;
  nameText: string;
  allText: string;
  concept: string | null;
  isNamed: boolean;
};

const NUMERIC: ReadonlySet<Field["type"]> = new Set(["number", "integer", "currency"]);

/** The concept of one word of a number's name: `quantity_returned` is a quantity. */
function partConcept({ name, type }: Field): string | null {
  if (!NUMERIC.has(type)) return null;
  return nameTokens(name).reduce((found: string | null, word) => found ?? columnConceptOf({ name: word, type }), null);
}

/** Words that a description sets apart as what is printed: in brackets or quotes, or before "column". */
const MARKED = /(\S{1,40})\s(?:column|field)|[("'“‘]([^()"'“”‘’]{1,60})[)"'”’]/giu;

const wordsOfField = memo((field: Field): FieldWords => {
  const name = labelTokens(nameTokens(field.name).join(" "));
  // What a value is worked out of is named by other columns.
  const description = isDerived(field) ? "" : ownClauses(field.description ?? "");
  const words = labelTokens(description);
  return {
    name,
    nameText: name.join(" "),
    allText: ` ${[...name, ...words].join(" ")} `,
    description: words.join(" "),
    described: [...new Set(words)],
    marked: new Set([...description.matchAll(MARKED)].map(([, before, inside]) => labelTokens(before ?? inside ?? "").join(" "))),
    squashed: fold(description).replaceAll(" ", ""),
    concept: columnConceptOf(field) ?? partConcept(field),
    isNamed: columnConceptOf({ ...field, description: undefined }) !== null,
  };
}, new WeakMap<Field, FieldWords>());

const headWords = memo((head: string): string[] => labelTokens(head), new BoundedMap<string, string[]>(REMEMBERED_MAX));

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

function compare(field: FieldWords, head: readonly string[]): number {
  const text = head.join(" ");
  if (field.nameText === text || field.description === text) return WORTH.same;
  const found = [
    isQuoted(field, head)
      ? head.length > 1 || field.marked.has(text)
        ? WORTH.quoted
        : WORTH.mentioned * Math.min(1, 2 * weightOf(text))
      : 0,
    (field.isNamed ? WORTH.concept : WORTH.described) * conceptShare(field.concept, text),
    WORTH.covered * overlap(field, head),
    isInitials(field.name, head) ? WORTH.initials : 0,
    WORTH.letters * similarity(field.nameText, text),
  ];
  return found.reduce((most, each) => Math.max(most, each), 0);
}

/** The description has the head's words in a row; in scripts without spaces, its signs. One short word may stand there by chance. */
function isQuoted({ allText, squashed }: FieldWords, head: readonly string[]): boolean {
  if (head.some((word) => UNSPACED.test(word))) return squashed.includes(head.join(""));
  if (head.length === 1 && (head[0] ?? "").length < 3) return false;
  return allText.includes(` ${head.join(" ")} `);
}

/** 1 when the whole head is a word for the concept, less when it only begins with one. */
function conceptShare(concept: string | null, head: string): number {
  if (concept === null) return 0;
  const tokens = labelTokens(head);
  let most = 0;
  for (const phrase of columnPhrases().get(tokens[0] ?? "") ?? []) {
    if (!phrase.concepts.has(concept) || !phrase.tokens.every((token, i) => tokens[i] === token)) continue;
    const whole = phrase.tokens.length / tokens.length;
    most = Math.max(most, (0.6 + 0.4 * whole) * (phrase.concepts.size > 1 ? 0.9 : 1));
  }
  return most;
}

/** Concepts for which the whole head is a known word. */
export function conceptsOfHead(head: string): ReadonlySet<string> {
  const text = labelTokens(head.slice(0, HEAD_CHARACTERS_MAX)).join(" ");
  const phrase = (columnPhrases().get(text.split(" ")[0] ?? "") ?? []).find(({ tokens }) => tokens.join(" ") === text);
  return phrase?.concepts ?? new Set();
}

/** Mean of the share of the name's words that the head has, and of the head's words that name or description have. */
function overlap({ name, described }: FieldWords, head: readonly string[]): number {
  const inHead = name.reduce((sum, word) => sum + best(word, head), 0) / Math.max(1, name.length);
  const inField = head.reduce((sum, word) => sum + Math.max(best(word, name), 0.75 * best(word, described)), 0) / head.length;
  return (inHead + inField) / 2;
}

function best(word: string, others: readonly string[]): number {
  let most = 0;
  for (const other of others) most = Math.max(most, wordLikeness(word, other));
  return most;
}

const PAIRS_MAX = 50_000;
const wordLikeness = (a: string, b: string): number => (a === b ? 1 : pairLikeness(`${a} ${b}`));

/** Words that heads of tables and names of fields use for the same, in the stems of English. */
const ALIKE = [
  "deposit credit addition",
  "withdrawal debit subtraction",
  "result value actual measured",
  "method norm standard",
  "min minimum lower",
  "max maximum upper",
  "class type kind category",
  "vendor supplier",
  "amount sum value",
  "description detail particular narrative",
].map((group) => new Set(group.split(" ").map((word) => stemOf(word, "en"))));
const pairLikeness = memo((pair: string): number => {
  const [a = "", b = ""] = pair.split(" ");
  if (/\d/.test(a) || /\d/.test(b)) return 0;
  const stems = [stemOf(a, "en"), stemOf(b, "en")];
  if (stems[0] === stems[1]) return 0.95;
  if (ALIKE.some((group) => stems.every((stem) => group.has(stem)))) return 0.8;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (isAbbreviation(short, long)) return 0.85;
  const like = similarity(a, b);
  return like > 0.5 ? like : 0;
}, new BoundedMap<string, number>(PAIRS_MAX));

/** "desc" for description, "qty" for quantity: at least three letters, the first and the last those of the word, all in its order. Shorter ones the thesaurus knows. */
function isAbbreviation(short: string, long: string): boolean {
  if (short[0] !== long[0] || short.length < 3 || long.length < short.length + 2) return false;
  if (long.startsWith(short)) return true;
  if (/[aeiou]/.test(short.slice(1)) || short.length > 5 || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

function isInitials(name: readonly string[], head: readonly string[]): boolean {
  const [only = ""] = head;
  return head.length === 1 && only.length >= 2 && name.length === only.length && name.map(([first]) => first).join("") === only;
}
