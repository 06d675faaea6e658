/**
 * Common kinds of documents, by what people call them and by words that such documents print (`kinds.json`), in several languages. They
 * tell that a slip with "cash" and "change" is a receipt though it nowhere says so, and that a template called "Rechnung" is of invoices.
 */
import { once } from "#contract/memo.ts";
import { fold } from "#language/fold.ts";
import kinds from "./kinds.json" with { type: "json" };

/** How a page looks, whatever it says: a narrow slip of a till; lines for machines as passports have them; the size of a card. */
export type Trait = "slip" | "machineReadable" | "card";

type Kind = { id: string; names: readonly string[]; words: readonly string[]; traits: readonly string[] };

const load = once(() => {
  const entries: [string, { names: string[]; words: string[]; traits?: string[] }][] = Object.entries(kinds);
  const list = entries.map(([id, { names, words, traits = [] }]): Kind => ({ id, names: folded(names), words: folded(words), traits }));
  const counts = new Map<string, number>();
  for (const { words } of list) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const byLength = [...new Set(list.flatMap(({ names }) => names))].sort((a, b) => b.length - a.length);
  return { list, byLength, weight: (word: string) => Math.log((list.length + 1) / (counts.get(word) ?? 1)) };
});

const folded = (texts: readonly string[]): string[] => [...new Set(texts.map(fold))];

/**
 * How likely texts are of a kind, by its words: from 0 on, comparable between kinds. `headings`: by words that stand alone in large type or
 * capitals. `named`: a title, or a line at the head or the foot, says it. `traits`: 1 where a page has one that the kind has, -1 where the
 * kind has none.
 */
export type KindScore = { words: number; headings: number; named: number; traits: number };

/** Folded texts, each with a space at both ends: titles, the first lines, the last lines, all of the first pages. */
export type KindTexts = { titles: readonly string[]; head: string; foot: string; all: string; traits: ReadonlySet<string> };

/** Scores of all kinds. */
export function kindScores(texts: KindTexts): Map<string, KindScore> {
  const { list, byLength, weight } = load();
  const titles = new Set(texts.titles.map((title) => title.trim()));
  const says = sayingOf(texts.all);
  const said = namesSaid(texts, byLength);
  return new Map(
    list.map(({ id, names, words, traits }) => {
      const sum = words.reduce((total, word) => total + (says(word) ? weight(word) : 0), 0);
      const headings = words.reduce((total, word) => total + (titles.has(word) ? weight(word) : 0), 0);
      const seen = traits.length === 0 ? -1 : Number(traits.some((trait) => texts.traits.has(trait)));
      return [id, { words: sum / Math.sqrt(words.length), headings, named: namedBy(names, said), traits: seen }];
    }),
  );
}

/** Whether a text has a phrase; its first word is looked up before the text is searched. */
function sayingOf(text: string): (phrase: string) => boolean {
  const words = new Set(text.split(" "));
  return (phrase) => {
    const space = phrase.indexOf(" ");
    if (space < 0) return words.has(phrase);
    return words.has(phrase.slice(0, space)) && text.includes(` ${phrase} `);
  };
}

/** How plainly a name is said: as a title by itself, in a title, at the head, at the foot; longer names count more. */
function namedBy(names: readonly string[], said: SaidNames): number {
  let best = 0;
  for (const name of names) {
    const plain = said.get(name);
    if (plain !== undefined) best = Math.max(best, plain);
  }
  return best;
}

type SaidNames = ReadonlyMap<string, number>;

/** Names of kinds that the texts say. "Passport" in "digital material passport" is part of another name, and not said. */
function namesSaid({ titles, head, foot }: KindTexts, names: readonly string[]): SaidNames {
  const said = new Map<string, number>();
  const note = (text: string, plain: (name: string, words: number) => number) => {
    for (const name of namesIn(text, names)) {
      const words = Math.min(3, name.split(" ").length);
      said.set(name, Math.max(said.get(name) ?? 0, plain(name, words)));
    }
  };
  for (const title of titles) note(title, (name, words) => (title.trim() === name ? 1 : 0.7) * (0.7 + 0.1 * words));
  note(head, (_, words) => 0.3 + 0.1 * words);
  note(foot, (_, words) => 0.2 + 0.1 * words);
  return said;
}

/** Those that stand in a text outside of longer ones; the longest first. */
function namesIn(text: string, names: readonly string[]): string[] {
  const says = sayingOf(text);
  let rest = text;
  return names.filter(says).filter((name) => {
    const found = rest.includes(` ${name} `);
    if (found) rest = rest.replaceAll(` ${name} `, " | ");
    return found;
  });
}

/** Tells whether a text says a name outside of a longer name of a kind. Both are folded, the text with a space at both ends. */
export function sayerOf(name: string): (text: string) => boolean {
  const longer = load().byLength.filter((each) => each.length > name.length && ` ${each} `.includes(` ${name} `));
  return (text) =>
    text.includes(` ${name} `) && longer.reduce((rest, each) => rest.replaceAll(` ${each} `, " | "), text).includes(` ${name} `);
}

/** The kinds that a name given by people means, by their longest names in it: "Purchase order" is one of `purchase_order`. */
export function kindsNamed(text: string): { id: string; name: string }[] {
  const given = ` ${fold(text)} `;
  const found = load().list.flatMap(({ id, names }) => {
    const [name] = names.filter((each) => given.includes(` ${each} `)).sort((a, b) => b.length - a.length);
    return name === undefined ? [] : [{ id, name }];
  });
  const longest = found.reduce((most, { name }) => Math.max(most, name.length), 0);
  return found.filter(({ name }) => name.length === longest);
}

/** A name without all names of the kinds in it: "2026" of "Invoices 2026", nothing of "Curriculum vitae, résumé". */
export function withoutKinds(text: string, kinds: readonly { id: string }[]): string {
  const own = load().list.filter(({ id }) => kinds.some((kind) => kind.id === id));
  const names = own.flatMap(({ names: all }) => all).sort((a, b) => b.length - a.length);
  return names.reduce((rest, name) => rest.replaceAll(` ${name} `, " "), ` ${fold(text)} `).trim();
}
