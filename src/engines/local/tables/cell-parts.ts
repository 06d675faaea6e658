/** What of a table's cell is the value of a text, where it is not the whole cell. */
import type { Word } from "#documents/document.ts";
import { type Cell, withWords } from "#structure/sheet.ts";
import { describingWords, linesOf } from "./item-names.ts";

/** Parts of a cell that a list may ask for, as reviewed documents say: those that a sign or the end of a line tells. */
export const CELL_PARTS = [
  "first line",
  "below the first line",
  "last line",
  "before the colon",
  "after the colon",
  "before the comma",
  "before the bracket",
  "in brackets",
] as const;
export type CellPart = (typeof CELL_PARTS)[number];

/** Signs that set a part off and belong to none. */
const SEPARATORS = /(?<![:,;])[:,;]+$/u;
const OPENING = /^[([]/u;
const CLOSING = /[)\]][.,;:]?$/u;

/** The words of the cell as a description is read, or the part of it; the whole cell where it has no such part. */
export function textIn(cell: Cell, concept: string | null, part: CellPart | null): Cell {
  if (part === null) return concept === "description" ? describingWords(cell) : cell;
  return partOf(cell, part) ?? cell;
}

/** Null where the cell has no such part, or is no more than it. */
export function partOf(cell: Cell, part: CellPart): Cell | null {
  const words = wordsOf(cell, part);
  if (words.length === 0 || words.length === cell.words.length) return null;
  const told = words.map((word, i) => {
    const begun = i === 0 && part === "in brackets" ? word.text.slice(1) : word.text;
    return { ...word, text: i < words.length - 1 ? begun : begun.replace(part === "in brackets" ? CLOSING : SEPARATORS, "") };
  });
  return withWords(
    cell,
    told.filter(({ text }) => text !== ""),
  );
}

function wordsOf(cell: Cell, part: CellPart): readonly Word[] {
  const { words } = cell;
  switch (part) {
    case "first line":
      return linesOf(cell)[0] ?? [];
    case "below the first line":
      return linesOf(cell).slice(1).flat();
    case "last line":
      return linesOf(cell).at(-1) ?? [];
    case "before the colon":
      return upTo(words, ({ text }) => text.endsWith(":"));
    case "after the colon":
      return words.slice(upTo(words, ({ text }) => text.endsWith(":")).length);
    case "before the comma":
      return upTo(words, ({ text }) => text.endsWith(","));
    case "before the bracket":
      return words.slice(0, bracketIn(words));
    case "in brackets":
      return upTo(words.slice(bracketIn(words)), ({ text }) => CLOSING.test(text));
  }
}

/** Up to the first word that ends it; none where no word does. */
function upTo(words: readonly Word[], ends: (word: Word) => boolean): readonly Word[] {
  return words.slice(0, words.findIndex(ends) + 1);
}

/** Index of the first word that opens a bracket behind others; the number of words where none does. */
function bracketIn(words: readonly Word[]): number {
  const at = words.findIndex(({ text }, i) => i > 0 && OPENING.test(text));
  return at < 0 ? words.length : at;
}
