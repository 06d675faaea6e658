/** Which business term of an e-invoice a field asks for: by the words of its name, its parents and its description, and by its type. */

import type { Field } from "#contract/schema/field.ts";
import { largest } from "#documents/long-lists.ts";
import type { Party, Term, TermKind } from "#einvoices/term.ts";
import { isKnown, meaningsOfDescription, meaningsOfName } from "./words.ts";

/** What a field asks for. */
export type Asking = {
  field: Field;
  /** Of the name, without parties. */
  name: readonly string[];
  /** Of the objects around it, without parties. */
  around: readonly string[];
  description: readonly string[];
  party: Party | null;
  /** `BT-9` where the description names the term itself. */
  named: string | null;
};

/** 0..1; terms below `LEAST` are not what the field asks for. */
export type Match<T> = { term: T; score: number };

const LEAST = 0.76;
/** From here on the field asks for nothing else: where the invoice does not state the term, the field has no value. */
export const SURE = 0.85;

const PARTIES: ReadonlySet<string> = new Set<Party>(["seller", "buyer", "payee", "representative", "receiver"]);
const isParty = (word: string): word is Party => PARTIES.has(word);
const NAMED_TERM = /\bBT-?(\d{1,3})\b/;

/** `parents`: names of the objects around the field, outermost first. */
export function askingOf(field: Field, parents: readonly string[]): Asking {
  const name = meaningsOfName(field.name);
  const around = parents.flatMap(meaningsOfName);
  const described = meaningsOfDescription(field.description ?? "");
  // Words of the name that the description has too, and no term has, are what the field is about: the "check-in date" is no date of the invoice.
  const description = described.filter((word) => isKnown(word) || name.includes(word));
  const party = name.find(isParty) ?? around.findLast(isParty) ?? description.find(isParty) ?? null;
  const withoutParty = (words: readonly string[]) => words.filter((word) => !isParty(word));
  const named = NAMED_TERM.exec(field.description ?? "")?.[1] ?? NAMED_TERM.exec(field.name)?.[1];
  return {
    field,
    name: withoutParty(name),
    around: withoutParty(around),
    description: withoutParty(description),
    party,
    named: named === undefined ? null : `BT-${named}`,
  };
}

/** The best of the terms that the field may ask for; null when none is likely. */
export function matchOf<T extends Pick<Term, "id" | "kind" | "party" | "asks">>(asking: Asking, terms: readonly T[]): Match<T> | null {
  const named = asking.named === null ? undefined : terms.find(({ id }) => id === asking.named);
  if (named) return { term: named, score: 1 };
  let best: Match<T> | null = null;
  for (const term of terms) {
    if (!suits(asking.field, term.kind)) continue;
    const score = scoreOf(asking, term);
    if (score >= LEAST && score > (best?.score ?? 0)) best = { term, score };
  }
  return best;
}

/** How well what is asked fits a list of phrases, whoever the parties are. */
export function likenessOf(
  { name, around, description }: Pick<Asking, "name" | "around" | "description">,
  asks: readonly string[],
): number {
  const wanted = asks.map(wordsOf);
  const byName = largest([0, ...wanted.map((words) => Math.max(dice(name, words), INSIDE * dice([...around, ...name], words)))]);
  if (!description.some(isKnown)) return byName;
  const byDescription = largest([0, ...wanted.map((words) => mention(description, words))]);
  if (!name.some(isKnown)) return byDescription;
  const both = largest([byName, ...wanted.map((words) => (isExplained(name, description, words) ? EXPLAINED : 0))]);
  return Math.max(NAME_SHARE * both + (1 - NAME_SHARE) * byDescription, NAME_ALONE * byName);
}

/** The description says what the name leaves out. */
const isExplained = (name: readonly string[], description: readonly string[], wanted: readonly string[]): boolean =>
  name.every((word) => wanted.includes(word)) && wanted.every((word) => description.includes(word)) && wanted.length > name.length;
const EXPLAINED = 0.95;

/** Names of objects around a field need not mean anything for it. */
const INSIDE = 0.97;
const NAME_SHARE = 0.55;
const NAME_ALONE = 0.9;

function scoreOf(asking: Asking, { party, asks }: Pick<Term, "party" | "asks">): number {
  if (party === undefined) return asking.party === null ? likenessOf(asking, asks) : OTHER_PARTY * likenessOf(asking, asks);
  if (asking.party === party) return likenessOf(asking, asks);
  // An address or a tax number of nobody in particular is the sender's.
  if (asking.party !== null || party !== "seller") return 0;
  return (
    NOBODY *
    likenessOf(
      asking,
      asks.filter((ask) => weightOf(wordsOf(ask)) >= CLEAR_WEIGHT),
    )
  );
}

/** "Customer order number" is an order number. */
const OTHER_PARTY = 0.96;
const NOBODY = 0.9;
const CLEAR_WEIGHT = 1;

/** Words that many terms have say less of which one it is. */
const WEIGHTS: Readonly<Record<string, number>> = {
  number: 0.35,
  code: 0.3,
  amount: 0.3,
  document: 0.3,
  invoice: 0.4,
  company: 0.4,
  text: 0.3,
  name: 0.6,
  total: 0.6,
  type: 0.6,
  reference: 0.5,
  date: 0.8,
  issue: 0.4,
  is: 0.2,
  details: 0.3,
  actual: 0.3,
  full: 0.2,
  person: 0.3,
  purchase: 0.3,
  legal: 0.7,
};

/** A word that no term has speaks against all of them. */
const UNKNOWN_WEIGHT = 1.5;

const weightOf = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + (WEIGHTS[word] ?? (isKnown(word) ? 1 : UNKNOWN_WEIGHT)), 0);

const phrases = new Map<string, readonly string[]>();

/** Phrases of the table, each split once. */
function wordsOf(phrase: string): readonly string[] {
  const found = phrases.get(phrase);
  if (found) return found;
  const words = phrase === "" ? [] : phrase.split(" ");
  phrases.set(phrase, words);
  return words;
}

/** Dice coefficient by weight. */
function dice(words: readonly string[], wanted: readonly string[]): number {
  if (words.length === 0 && wanted.length === 0) return 1;
  const shared = weightOf(wanted.filter((word) => words.includes(word)));
  return (2 * shared) / (weightOf([...new Set(words)]) + weightOf(wanted));
}

/** Whether a description has the words, less so the more else it has. */
function mention(words: readonly string[], wanted: readonly string[]): number {
  if (wanted.length === 0) return 0;
  const shared = weightOf(wanted.filter((word) => words.includes(word)));
  return (shared / weightOf(wanted)) * (0.5 + (0.5 * shared) / weightOf(words));
}

type FieldType = Field["type"];
const TEXTS: readonly FieldType[] = ["string", "enum", "multi_enum"];
const NUMBERS: readonly FieldType[] = ["number", "integer", "currency"];

const TYPES: Readonly<Record<TermKind, readonly FieldType[]>> = {
  id: [...TEXTS, "integer", "number"],
  code: [...TEXTS, "integer", "number", "currency"],
  text: [...TEXTS, "url"],
  name: TEXTS,
  date: ["date", "datetime", "string"],
  amount: [...NUMBERS, "string"],
  percent: ["percentage", "number", "integer", "string"],
  quantity: ["number", "integer", "string"],
  boolean: ["boolean", "string"],
  address: ["address", "string"],
  email: ["email", "string"],
  phone: ["phone", "string"],
};

const suits = ({ type }: Field, kind: TermKind): boolean => TYPES[kind].includes(type);
