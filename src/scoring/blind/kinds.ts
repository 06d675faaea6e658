/**
 * Facts about the person in prose, by the words of each language: titles, pronouns, birth, age, origin, belief, health, family, leave and
 * schools.
 */
import { anyOf, asWord, WORD_END, WORD_START } from "#language/phrases.ts";
import { LANGUAGES } from "#language/words.ts";
import { namesAfter } from "./names-after.ts";
import { type Range, rangesOf } from "./ranges.ts";

/** `codes`: the languages that the text may be in. `isWork`: it tells of work, so illness and faith in it may be those of other people. */
export type Prose = { text: string; codes: ReadonlySet<string>; isWork: boolean };

const phrase = (list: Parameters<typeof anyOf<"scoring">>[1]) => asWord(anyOf("scoring", list));
const ANYWHERE = [
  new RegExp(phrase("blind_ages"), "giu"),
  new RegExp(phrase("blind_beliefs"), "giu"),
  new RegExp(phrase("blind_leaves"), "giu"),
  // These tell names and nationalities by their capitals.
  new RegExp(phrase("blind_titles"), "gu"),
  new RegExp(phrase("blind_origins"), "gu"),
  new RegExp(phrase("blind_schools"), "gu"),
  new RegExp(anyOf("scoring", "blind_leaves_unspaced"), "gu"),
  // Scripts without spaces, or with particles attached to words.
  new RegExp(anyOf("scoring", "blind_words_unspaced"), "giu"),
  new RegExp(anyOf("scoring", "blind_schools_unspaced"), "giu"),
  new RegExp(`${anyOf("scoring", "blind_clauses_unspaced")}[:：]?[^,.;:!?，。；：、！？|·()（）\\n]{0,24}`, "giu"),
];
const LEAVES = new RegExp(`${phrase("blind_leaves")}|${anyOf("scoring", "blind_leaves_unspaced")}`, "iu");
const BORN = new RegExp(phrase("blind_births"), "giu");
const LIVES = new RegExp(phrase("blind_homes"), "giu");
const CONDITIONS = new RegExp(phrase("blind_conditions"), "giu");
const OTHERS = new RegExp(phrase("blind_others"), "iu");

/** Words that mean something else in another language. */
type OwnWords = { pronouns: RegExp | null; family: RegExp | null; ofSelf: RegExp | null; causes: RegExp | null; self: RegExp | null };
const OWN = new Map<string, OwnWords>();
for (const { code, phrases } of LANGUAGES) {
  const own = (list: string, flags: string, after = ""): RegExp | null => {
    const words = phrases?.scoring?.[list];
    return words ? new RegExp(`${WORD_START}(?:${words.join("|")})${after}${WORD_END}`, flags) : null;
  };
  const ofSelf = phrases?.scoring?.blind_conditions_of_self;
  OWN.set(code, {
    pronouns: own("blind_pronouns", "gu"),
    family: own("blind_family", "giu"),
    ofSelf: own("blind_conditions_of_self", "giu"),
    causes: ofSelf ? own("blind_causes", "giu", `(?: \\p{L}{1,12}){0,2} (?:${ofSelf.join("|")})`) : null,
    self: own("blind_self", "iu"),
  });
}

export function factsIn(prose: Prose): Range[] {
  const { text, codes } = prose;
  const own = [...codes].flatMap((code) => OWN.get(code) ?? []);
  return [
    ...ANYWHERE.flatMap((pattern) => rangesOf(pattern, text)),
    ...rangesOf(BORN, text).flatMap((range) => namesAfter(text, range)),
    ...own.flatMap(({ pronouns, family }) => [pronouns, family].flatMap((pattern) => (pattern ? rangesOf(pattern, text) : []))),
    ...sentencesOf(text).flatMap((sentence) => ofSelfIn(sentence, prose, own)),
  ];
}

/** Whether the text names a leave for the family, or military service. */
export const namesLeave = (text: string): boolean => LEAVES.test(text);

type Sentence = { text: string; from: number };

function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (const { index, 0: end } of text.matchAll(/[.!?;]\s/g)) {
    sentences.push({ text: text.slice(from, index), from });
    from = index + end.length;
  }
  return [...sentences, { text: text.slice(from), from }];
}

/** Homes, illnesses and practices that the sentence says of the person, and not of patients, users or places of work. */
function ofSelfIn({ text, from }: Sentence, { isWork }: Prose, own: readonly OwnWords[]): Range[] {
  const isOfSelf = own.some(({ self }) => self?.test(text));
  const found: Range[] = [];
  if (isOfSelf || !isWork) for (const range of rangesOf(LIVES, text)) found.push(...namesAfter(text, range));
  if (isOfSelf || !OTHERS.test(text)) found.push(...rangesOf(CONDITIONS, text));
  if (!OTHERS.test(text))
    for (const { ofSelf, causes } of own) {
      if (isOfSelf && ofSelf) found.push(...rangesOf(ofSelf, text));
      if (!isWork && causes) found.push(...rangesOf(causes, text));
    }
  return found.map((range) => ({ from: range.from + from, to: range.to + from }));
}
