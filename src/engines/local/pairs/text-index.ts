/** Finds the cells of a document whose label may name a field, by the words that both have, so that many fields on many pages stay fast. */
import { memo } from "#contract/memo.ts";
import type { Called } from "#engines/local/match/likeness.ts";
import { type LikeWord, weightOf } from "#engines/local/match/words.ts";
import type { PlacesOn } from "#structure/labels/surroundings.ts";
import type { Cell } from "#structure/sheet.ts";

export type TextIndex = {
  /** Cells with a text inside, left or above that has words of the field, most alike first. */
  cellsFor(called: Called): Cell[];
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

type Text = { weight: number; cells: Cell[] };

export function textIndexOf(pages: readonly PlacesOn[], like: LikeWord): TextIndex {
  const texts = new Map<string, Text>();
  const byWord = new Map<string, Text[]>();
  const add = (id: string, units: readonly string[], cell: Cell) => {
    const known = texts.get(id);
    if (known) {
      if (known.cells.at(-1) !== cell) known.cells.push(cell);
      return;
    }
    const words = [...new Set(units)].filter((word) => weightOf(word) >= WEIGHT_MIN);
    const text = { weight: words.reduce((sum, word) => sum + weightOf(word), 0), cells: [cell] };
    texts.set(id, text);
    for (const word of words) {
      const list = byWord.get(word);
      if (list) list.push(text);
      else byWord.set(word, [text]);
    }
  };
  for (const page of pages) for (const cell of page.sheet.cells) for (const { id, units } of page.textsAt(cell)) add(id, units, cell);
  const vocabulary = [...byWord.keys()].map(like.wordOf);
  /** The words of the document that are like this one, and how alike the likeliest is. */
  const near = memo((own: string) => {
    const likeTo = like.to(own);
    const alike: { word: string; likeness: number }[] = [];
    let nearest = 0;
    for (const other of vocabulary) {
      const likeness = likeTo(other);
      if (likeness > nearest) nearest = likeness;
      if (likeness >= LIKENESS_MIN) alike.push({ word: other.word, likeness });
    }
    return { alike, nearest };
  });
  return {
    nearest: (word) => near(word).nearest,
    cellsFor(called) {
      const scores = new Map<Text, number>();
      const count = (words: readonly string[], share: number) => {
        for (const own of new Set(words)) {
          const weight = share * weightOf(own);
          if (weightOf(own) < WEIGHT_MIN) continue;
          for (const { word, likeness } of near(own).alike) {
            for (const text of byWord.get(word) ?? []) scores.set(text, (scores.get(text) ?? 0) + weight * likeness);
          }
        }
      };
      count(called.name, 1);
      count(called.description, DESCRIPTION_WEIGHT);
      for (const alias of called.aliases) count(alias, 1);
      const order = [...scores]
        .map(([text, score]) => ({ text, score: score / Math.sqrt(0.5 + text.weight) }))
        .sort((a, b) => b.score - a.score);
      const cells = new Set<Cell>();
      for (const { text } of order.slice(0, TEXTS_MAX)) for (const cell of text.cells) if (cells.size < CELLS_MAX) cells.add(cell);
      return [...cells];
    },
  };
}
