/** What the first pages of a document say, as its class is looked for in them. */
import { memo } from "#contract/memo.ts";
import { meaningsOf } from "#language/thesaurus.ts";
import { nearness } from "#language/vectors.ts";
import { type KindScore, kindScores } from "#packets/kinds/kinds.ts";
import type { PageFacts } from "#packets/pages/page-facts.ts";

export type Text = {
  titles: readonly string[];
  title: Words;
  heads: string;
  foots: string;
  forms: ReadonlySet<string>;
  head: Words;
  words: Words;
  labels: readonly Words[];
  kinds: ReadonlyMap<string, KindScore>;
};

export function textOf(pages: readonly PageFacts[]): Text {
  const [first] = pages;
  const titles = first?.titles ?? [];
  const foots = pages.map(({ footText }) => footText).join("");
  const kinds = kindScores({
    titles: titles.map((title) => ` ${title} `),
    head: first?.headText ?? "",
    foot: foots,
    traits: first?.traits ?? new Set(),
    all: pages.map(({ text }) => text).join(" "),
  });
  return {
    kinds,
    titles,
    title: wordsOf(titles.flatMap((each) => each.split(" "))),
    heads: first?.headText ?? "",
    foots,
    forms: first?.forms ?? new Set(),
    head: wordsOf((first?.headText ?? "").split(" ")),
    words: wordsOf(pages.flatMap(({ words, headText, text }) => [...words.keys(), ...headText.split(" "), ...text.split(" ")])),
    labels: pages.flatMap(({ labels }) => [...labels.keys()].map((label) => wordsOf(label.split(" ")))),
  };
}

/** `meanings`: of all words. `nearest`: how near the meaning of a word comes to one of them, 0..1. */
export type Words = { all: ReadonlySet<string>; meanings: ReadonlySet<string>; nearest(word: string): number };

function wordsOf(texts: readonly string[]): Words {
  const all = new Set(texts);
  const nearest = (word: string) => {
    let best = 0;
    for (const other of all) best = Math.max(best, nearness(word, other) ?? 0);
    return best;
  };
  return { all, meanings: new Set([...all].flatMap(meaningsOf)), nearest: memo((word) => (all.has(word) ? 1 : nearest(word))) };
}

/** Whether it has the word, or another one of the same meaning. */
export function has({ all, meanings }: Words, word: string): boolean {
  if (all.has(word) || all.has(`${word}s`) || (word.endsWith("s") && all.has(word.slice(0, -1)))) return true;
  return meaningsOf(word).some((id) => meanings.has(id));
}

/** Share of the words of a field's name that a label has, of those that either has. */
export function likeLabel(words: readonly string[], { all, meanings }: Words): number {
  let shared = 0;
  for (const word of words) if (all.has(word) || meaningsOf(word).some((id) => meanings.has(id))) shared += 1;
  return shared / Math.max(1, words.length + all.size - shared);
}
