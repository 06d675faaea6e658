/**
 * Common kinds of documents, by what people call them and by words that such documents print (`kinds.json`), in several languages. They
 * tell that a slip with "cash" and "change" is a receipt though it nowhere says so, and that a template called "Rechnung" is of invoices.
 */
import { once } from "#contract/memo.ts";
import { fold } from "#language/fold.ts";
import kinds from "./kinds.json" with { type: "json" };

type Kind = { id: string; names: readonly string[]; words: readonly string[] };

const load = once(() => {
  const list = Object.entries(kinds).map(([id, { names, words }]): Kind => ({ id, names: folded(names), words: folded(words) }));
  const counts = new Map<string, number>();
  for (const { words } of list) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { list, weight: (word: string) => Math.log((list.length + 1) / (counts.get(word) ?? 1)) };
});

const folded = (texts: readonly string[]): string[] => [...new Set(texts.map(fold))];

/**
 * How likely texts are of a kind, by its words: from 0 on, comparable between kinds. `headings`: by words that stand alone in large type or
 * capitals. `named`: a title, or a line at the head, says it.
 */
export type KindScore = { words: number; headings: number; named: number };

/** Scores of all kinds. `texts` are folded, each with a space at both ends: titles, the head, the whole first pages. */
export function kindScores(texts: { titles: readonly string[]; head: string; all: string }): Map<string, KindScore> {
  const { list, weight } = load();
  const titles = new Set(texts.titles.map((title) => title.trim()));
  return new Map(
    list.map(({ id, names, words }) => {
      const sum = words.reduce((total, word) => total + (texts.all.includes(` ${word} `) ? weight(word) : 0), 0);
      const headings = words.reduce((total, word) => total + (titles.has(word) ? weight(word) : 0), 0);
      return [id, { words: sum / Math.sqrt(words.length), headings, named: namedBy(names, texts) }];
    }),
  );
}

/** How plainly a name is said: as a title by itself, in a title, at the head; longer names count more. */
function namedBy(names: readonly string[], { titles, head }: { titles: readonly string[]; head: string }): number {
  let best = 0;
  for (const name of names) {
    const words = Math.min(3, name.split(" ").length);
    const inTitle = titles.some((title) => title.trim() === name) ? 1 : titles.some((title) => title.includes(` ${name} `)) ? 0.7 : 0;
    best = Math.max(best, inTitle * (0.7 + 0.1 * words), head.includes(` ${name} `) ? 0.3 + 0.1 * words : 0);
  }
  return best;
}

/** The kinds that a name given by people means, the longest name first: "Purchase order" is one of `purchase_order`. */
export function kindsNamed(text: string): string[] {
  const given = ` ${fold(text)} `;
  const found = load().list.flatMap(({ id, names }) => {
    const longest = names.filter((name) => given.includes(` ${name} `)).sort((a, b) => b.length - a.length)[0];
    return longest === undefined ? [] : [{ id, length: longest.length }];
  });
  const [first] = found.sort((a, b) => b.length - a.length);
  return found.filter(({ length }) => length === first?.length).map(({ id }) => id);
}
