/**
 * Words and phrases that stand for the same thing on documents and in schemas, in several languages: `thesaurus/*.json`, groups by
 * meaning, written from general knowledge of such papers.
 */
import { readdirSync, readFileSync } from "node:fs";
import { BoundedMap, memo, once } from "#contract/memo.ts";
import { tokensOf } from "./fold.ts";
import { withoutDigraphs } from "./umlauts.ts";

type Group = { id: string; near?: string[]; parts?: string[] } & Record<string, string | string[] | undefined>;
type Thesaurus = {
  /** Meanings of single words, folded. */
  words: ReadonlyMap<string, readonly string[]>;
  /** First word of a phrase → phrases, longest first, with their meanings in order. */
  phrases: ReadonlyMap<string, readonly { tokens: readonly string[]; units: readonly string[] }[]>;
  /** All words of both. */
  known: ReadonlySet<string>;
  near: ReadonlyMap<string, ReadonlySet<string>>;
  contrasts: ReadonlyMap<string, ReadonlySet<string>>;
};

const LANGUAGES_AND_MORE = new Set(["id", "near", "parts", "about"]);
const FOLDER = new URL("thesaurus/", import.meta.url);

const load = once((): Thesaurus => {
  const words = new Map<string, string[]>();
  const phrases = new Map<string, { tokens: readonly string[]; units: readonly string[] }[]>();
  const known = new Set<string>();
  const near = new Map<string, Set<string>>();
  const contrasts = new Map<string, Set<string>>();
  for (const file of readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .sort()) {
    const list: unknown[] = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"));
    for (const entry of list) {
      if (Array.isArray(entry)) for (const one of entry) for (const other of entry) if (one !== other) tie(contrasts, one, other);
      if (isGroup(entry)) addGroup(entry, { words, phrases, known, near });
    }
  }
  for (const same of phrases.values()) same.sort((a, b) => b.tokens.length - a.tokens.length);
  return { words, phrases, known, near, contrasts };
});

const isGroup = (entry: unknown): entry is Group => typeof entry === "object" && entry !== null && "id" in entry;

function addGroup(
  group: Group,
  {
    words,
    phrases,
    known,
    near,
  }: {
    words: Map<string, string[]>;
    phrases: Map<string, { tokens: readonly string[]; units: readonly string[] }[]>;
    known: Set<string>;
    near: Map<string, Set<string>>;
  },
): void {
  for (const other of group.near ?? []) {
    tie(near, group.id, other);
    tie(near, other, group.id);
  }
  const parts = group.parts?.map((id) => `@${id}`);
  for (const [key, list] of Object.entries(group)) {
    if (LANGUAGES_AND_MORE.has(key) || !Array.isArray(list)) continue;
    for (const tokens of list.map((text) => tokensOf(text))) {
      const [first] = tokens;
      if (first === undefined) continue;
      for (const token of tokens) known.add(token);
      if (tokens.length === 1 && group.parts === undefined) {
        const known = words.get(first) ?? [];
        if (!known.includes(group.id)) words.set(first, [...known, group.id]);
      } else phrases.set(first, [...(phrases.get(first) ?? []), { tokens, units: parts ?? [`@${group.id} ${tokens.join(" ")}`] }]);
    }
  }
}

function tie(ties: Map<string, Set<string>>, one: string, other: string): void {
  ties.set(one, (ties.get(one) ?? new Set()).add(other));
}

/**
 * The tokens, with each known phrase replaced by units of meaning and compounds of two known words split. A unit of a phrase is `@id` and
 * the phrase's words, `@birth_date date of birth`; one of an abbreviation that stands for several words is `@id` alone.
 */
export function unitsOf(written: readonly string[]): string[] {
  const tokens = written.map(asKnown);
  const first = tokens.findIndex((token, at) => phraseAt(tokens, at) !== undefined || partsOf(token).length > 1);
  if (first < 0) return tokens.slice();
  const units = tokens.slice(0, first);
  for (let at = first; at < tokens.length; ) {
    const phrase = phraseAt(tokens, at);
    for (const unit of phrase?.units ?? partsOf(tokens[at] ?? "")) units.push(unit);
    at += phrase?.tokens.length ?? 1;
  }
  return units;
}

/** The word as the groups have it: `kaeufer` is the "kaufer" of "Käufer". */
const asKnown = (word: string): string => (HAS_DIGRAPH.test(word) && !load().known.has(word) ? withoutDigraphs(word) : word);
const HAS_DIGRAPH = /[aou]e/;

/** The longest known phrase that begins with the token. */
const phraseAt = (tokens: readonly string[], at: number) =>
  load()
    .phrases.get(tokens[at] ?? "")
    ?.find((each) => each.tokens.every((word, k) => tokens[at + k] === word));

const partsOf = (word: string): readonly string[] => (word.length < COMPOUND_MIN ? [word] : parted(word));

const COMPOUND_MIN = 8;
const PART_MIN = 3;

/** Words of documents that are remembered. */
const WORDS_KEPT_MAX = 20_000;

/** A closed compound such as `rechnungsnummer` as its two known words; any other word as itself. Words below COMPOUND_MIN letters are none. */
const parted = memo((word: string): readonly string[] => {
  const { words } = load();
  if (words.has(word) || !/^\p{L}+$/u.test(word)) return [word];
  for (let at = word.length - PART_MIN; at >= PART_MIN; at--) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (words.has(tail) && (words.has(head) || (head.endsWith("s") && words.has(head.slice(0, -1))))) {
      return [words.has(head) ? head : head.slice(0, -1), tail];
    }
  }
  return [word];
}, new BoundedMap(WORDS_KEPT_MAX));

/** "And" and "the" are written onto the word in Hebrew and Arabic. */
const PREFIXED = /^[וה](?=\p{Script=Hebrew}{3})|^(?:وال|ال|و)(?=\p{Script=Arabic}{3})/u;

/** The ids of the groups that a word, or a unit of `unitsOf`, belongs to; none for an unknown word. */
export const meaningsOf = memo((word: string): readonly string[] => {
  if (word.startsWith("@")) return [word.slice(1).split(" ", 1)[0] ?? ""];
  const { words } = load();
  const known = words.get(word) ?? words.get(word.endsWith("s") ? word.slice(0, -1) : word.replace(PREFIXED, ""));
  return known ?? (HAS_DIGRAPH.test(word) ? words.get(withoutDigraphs(word)) : undefined) ?? [];
}, new BoundedMap(WORDS_KEPT_MAX));

/** Whether two lists of meanings share one, or have two that are near; null when neither. */
export function sharedMeaning(a: readonly string[], b: readonly string[]): "same" | "near" | null {
  if (a.length === 0 || b.length === 0) return null;
  for (const id of a) if (b.includes(id)) return "same";
  return areTied(load().near, a, b) ? "near" : null;
}

/** Whether they mean things that stand in like places and are never the same, such as buyer and seller. */
export function contrast(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  return areTied(load().contrasts, a, b);
}

/** Whether one of `a` is tied to one of `b`. */
function areTied(ties: ReadonlyMap<string, ReadonlySet<string>>, a: readonly string[], b: readonly string[]): boolean {
  for (const id of a) {
    const tied = ties.get(id);
    if (tied) for (const other of b) if (tied.has(other)) return true;
  }
  return false;
}
