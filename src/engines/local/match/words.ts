/** Words of fields and labels as units of meaning, and how alike two of them are. */
import { BoundedMap, memo } from "#contract/memo.ts";
import { largest } from "#documents/long-lists.ts";
import { similarity } from "#language/fold.ts";
import { stemOf } from "#language/stems.ts";
import { contrast, meaningsOf, sharedMeaning } from "#language/thesaurus.ts";
import { nearnessAt, placeOf, rarity } from "#language/vectors.ts";

/** Words that say nothing of what is asked. */
const EMPTY: ReadonlySet<string> = new Set(
  "the a an of for in on at is are was were be this that these and or by with its it which who whose from to as any all if each there s e g i de la le du des der die das et und y e el los il lo di da do van het een".split(
    " ",
  ),
);
/** Weight of a word that every field may have, such as "value". */
const DULL: ReadonlySet<string> = new Set(
  "value values field item printed given shown stated document form information details data as text full listed".split(" "),
);
/** Words of a name that say what its values look like, not what they are of; phrases such as "@tax_id" are of something. */
const FORM_WORDS: ReadonlySet<string> = new Set(
  "name number no nr num id identifier date day code amount value address text type total sum reference ref".split(" "),
);
/** Whether every field may have the word in its name, as "value". */
export const isDull = (word: string): boolean => DULL.has(word);
export const isFormWord = (unit: string): boolean => FORM_WORDS.has(unit.replace(/^@/, "")) || EMPTY.has(unit) || DULL.has(unit);

const EMPTY_WEIGHT = 0.03;
const DULL_WEIGHT = 0.12;
const LEAST_WEIGHT = 0.35;

/** A phrase counts no more than so many rare words. */
const PHRASE_WEIGHT_MAX = 1.5;

const NO_WORDS: readonly string[] = [];
const wordsAfterId = memo((phrase: string): readonly string[] => phrase.split(" ").slice(1), new BoundedMap(20_000));

/** The words of a phrase that is one unit of meaning; none for a single word. */
export const wordsOfPhrase = (unit: string): readonly string[] => (unit.startsWith("@") ? wordsAfterId(unit) : NO_WORDS);

/** How much a word counts, 0..1, or a phrase, to 1.5: rare words count most. */
export const weightOf = memo((word: string): number => {
  const phrase = wordsOfPhrase(word);
  if (phrase.length > 0)
    return Math.min(
      PHRASE_WEIGHT_MAX,
      phrase.reduce((sum, each) => sum + weightOf(each), 0),
    );
  if (word.startsWith("@")) return 1;
  if (EMPTY.has(word)) return EMPTY_WEIGHT;
  if (DULL.has(word)) return DULL_WEIGHT;
  if (/^\d/.test(word)) return 0.5;
  return LEAST_WEIGHT + (1 - LEAST_WEIGHT) * rarity(word);
}, new BoundedMap(20_000));

const SAME_STEM = 0.97;
const SAME_MEANING = 0.93;
const NEAR_MEANING = 0.6;
const LETTERS_MIN = 0.7;
const LETTERS_WEIGHT = 0.85;
/** A word that a phrase has among others. */
const PART_OF_PHRASE = 0.9;
const NEARNESS_FROM = 0.4;
const NEARNESS_WEIGHT = 0.7;

/** A word of one document or its fields. `number`: its own, from 0. */
export type NumberedWord = Signs & { number: number };
export type LikeWord = {
  wordOf(text: string): NumberedWord;
  /** How alike a field's word and another are: from -1, opposite meanings, to 1, the same word. */
  to(own: string): (other: NumberedWord) => number;
};

/** Likeness of a field's words with a document's, computed once for each pair. */
export function likeWords(): LikeWord {
  let count = 0;
  const wordOf = memo((text: string): NumberedWord => ({ ...signsOf(text), number: count++ }));
  return {
    wordOf,
    to: memo((own) => {
      const word = wordOf(own);
      let known = new Float64Array(0);
      return (other) => {
        if (other.number >= known.length) known = longer(known, 2 * count);
        const kept = known[other.number] ?? Number.NaN;
        if (!Number.isNaN(kept)) return kept;
        const found = word === other ? 1 : wordLikeness(word, other);
        known[other.number] = found;
        return found;
      };
    }),
  };
}

/** The list with room for more, which is NaN. */
function longer(list: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const more = new Float64Array(length).fill(Number.NaN);
  more.set(list);
  return more;
}

/** What is compared of a word. `place`: among the words with vectors; null where it has none. `parts`: the words of a phrase. */
type Signs = {
  word: string;
  hasDigit: boolean;
  meanings: readonly string[];
  stem: string;
  place: number | null;
  parts: readonly string[];
  weight: number;
};

const signsOf = memo(
  (word: string): Signs => ({
    word,
    hasDigit: /\d/.test(word),
    meanings: meaningsOf(word),
    stem: stemOf(word, "en"),
    place: placeOf(word),
    parts: wordsOfPhrase(word),
    weight: weightOf(word),
  }),
  new BoundedMap<string, Signs>(20_000),
);

/** How alike a word is to the likeliest one of a phrase; 0 for two phrases, or two words. */
function partOfPhrase(word: Signs, { parts }: Signs): number {
  if (parts.length === 0 || word.parts.length > 0) return 0;
  return PART_OF_PHRASE * largest(parts.map((part) => wordLikeness(word, signsOf(part))));
}

function wordLikeness(a: Signs, b: Signs): number {
  if (a.hasDigit || b.hasDigit) return 0;
  const shared = sharedMeaning(a.meanings, b.meanings);
  // Of one stem and opposite all the same: insurer and insured.
  if (shared !== "same" && contrast(a.meanings, b.meanings)) return -1;
  const { word: one } = a;
  const { word: other } = b;
  if (one.length > 2 && other.length > 2 && a.stem === b.stem) return SAME_STEM;
  if (shared === "same") return SAME_MEANING;
  const letters = one.length > 3 && other.length > 3 && one[0] === other[0] ? similarity(one, other) : 0;
  const near = a.place === null || b.place === null ? 0 : nearnessAt(a.place, b.place);
  return Math.max(
    shared === "near" ? NEAR_MEANING : 0,
    letters >= LETTERS_MIN ? LETTERS_WEIGHT * letters : 0,
    NEARNESS_WEIGHT * Math.max(0, (near - NEARNESS_FROM) / (1 - NEARNESS_FROM)),
    partOfPhrase(a, b),
    partOfPhrase(b, a),
    shortens(a, b),
    shortens(b, a),
  );
}

const SHORT = { lettersMin: 3, lettersMax: 6, fewerMin: 2, rarityMin: 0.9 };
const BEGINNING = 0.75;
const CONSONANTS = 0.65;

/** How sure a word that is none in itself is another one shortened: "appr" of "approval", "trn" of "transaction". */
function shortens({ word, meanings }: Signs, { word: whole }: Signs): number {
  const { length } = word;
  if (length < SHORT.lettersMin || length > SHORT.lettersMax || whole.length < length + SHORT.fewerMin || word[0] !== whole[0]) return 0;
  if (meanings.length > 0 || word.startsWith("@") || whole.startsWith("@") || rarity(word) < SHORT.rarityMin) return 0;
  if (whole.startsWith(word)) return BEGINNING;
  return !/[aeiou]/.test(word) && isWithin(word, whole) ? CONSONANTS : 0;
}

/** Whether the letters of a word stand in another one, in their order. */
function isWithin(letters: string, word: string): boolean {
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at++;
  return at === letters.length;
}
