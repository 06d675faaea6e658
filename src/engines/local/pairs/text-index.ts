/** Finds the cells of a document whose label may name a field, by the words that both have, so that many fields on many pages stay fast. */
import { memo } from "#contract/memo.ts";
import { type LikeWord, type NumberedWord, weightOf } from "#engines/local/match/words.ts";
import type { PlacesOn } from "#structure/labels/surroundings.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Asker } from "./asker.ts";
import { mostOf } from "./sights.ts";
import type { Text, Texts } from "./texts.ts";

/** `most`: about the most that the score of a span of the cell can be (`quickScore`). */
export type Promising = { cell: Cell; most: number };
export type TextIndex = {
  /** Cells with a text inside, left or above that has words of the field, the most promising first. */
  cellsFor(asker: Pick<Asker, "called" | "like">): Promising[];
  /** How alike the likeliest word of the document is to this one, 0..1. */
  nearest(word: string): number;
};

/** Words less alike do not lead to a cell. */
const LIKENESS_MIN = 0.45;
/** Words that count less, such as "of", do not lead to a cell by themselves. */
const WEIGHT_MIN = 0.1;
const DESCRIPTION_WEIGHT = 0.7;
const TEXTS_MAX = 250;
const CELLS_MAX = 500;

/** `inside`: the cell's own words; `near`: the texts that lead to it, with their parts. */
type Led = { cell: Cell; inside: Text; near: readonly Text[] };
/** `scale`: of the weights of its words. */
type Indexed = { scale: number; cells: Led[] };

export function textIndexOf(pages: readonly PlacesOn[], like: LikeWord, textOf: Texts): TextIndex {
  const texts: Indexed[] = [];
  /** Of each word the numbers of the texts that have it. */
  const byWord = new Map<NumberedWord, number[]>();
  const add = ({ number, words }: Text, cell: Led) => {
    const known = texts[number];
    if (known) {
      if (known.cells.at(-1) !== cell) known.cells.push(cell);
      return;
    }
    let weight = 0;
    for (const word of new Set(words)) {
      if (word.weight < WEIGHT_MIN) continue;
      weight += word.weight;
      const list = byWord.get(word);
      if (list) list.push(number);
      else byWord.set(word, [number]);
    }
    texts[number] = { scale: Math.sqrt(0.5 + weight), cells: [cell] };
  };
  for (const page of pages) {
    for (const cell of page.sheet.cells) {
      const printed = page.textsAt(cell);
      const inside = textOf(printed[0]);
      const near: Text[] = [];
      for (let i = 1; i < printed.length; i++) near.push(textOf(printed[i] ?? printed[0]));
      const around = near.length;
      for (const { parts = [] } of printed) for (const part of parts) near.push(textOf(part));
      const led = { cell, inside, near };
      add(inside, led);
      for (let i = 0; i < around; i++) add(near[i] ?? inside, led);
    }
  }
  const vocabulary = [...byWord].map(([word, within]) => ({ word, within }));
  /** The words of the document that are like this one, with how alike they are, and how alike the likeliest is. */
  const near = memo((own: string) => {
    const likeTo = like.to(own);
    const alike: { within: readonly number[]; likeness: number }[] = [];
    let nearest = 0;
    for (const { word, within } of vocabulary) {
      const likeness = likeTo(word);
      if (likeness > nearest) nearest = likeness;
      if (likeness >= LIKENESS_MIN) alike.push({ within, likeness });
    }
    return { alike, nearest };
  });
  return {
    nearest: (word) => near(word).nearest,
    cellsFor(asker) {
      const { called } = asker;
      const scores = new Float64Array(texts.length);
      const found: number[] = [];
      const count = (words: readonly string[], share: number) => {
        for (const own of new Set(words)) {
          const weight = share * weightOf(own);
          if (weightOf(own) < WEIGHT_MIN) continue;
          for (const { within, likeness } of near(own).alike) {
            for (const text of within) {
              const score = scores[text] ?? 0;
              if (score === 0) found.push(text);
              scores[text] = score + weight * likeness;
            }
          }
        }
      };
      count(called.name, 1);
      count(called.description, DESCRIPTION_WEIGHT);
      for (const alias of called.aliases) count(alias, 1);
      for (const text of found) scores[text] = (scores[text] ?? 0) / (texts[text]?.scale ?? 1);
      found.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
      const cells = new Set<Led>();
      for (const text of found.slice(0, TEXTS_MAX))
        for (const cell of texts[text]?.cells ?? []) if (cells.size < CELLS_MAX) cells.add(cell);
      return [...cells].map(({ cell, inside, near }) => ({ cell, most: mostOf(asker, inside, near) })).sort((a, b) => b.most - a.most);
    },
  };
}
