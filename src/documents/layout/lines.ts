/** Builds lines from words: rows on one baseline, split into segments at wide gaps and rulings. */
import type { Line, Ruling } from "#documents/document.ts";
import { lineFrom } from "./assemble.ts";
import { withMrzWords } from "./mrz-words.ts";
import { partedWord } from "./parted.ts";
import type { PlacedWord, Turn } from "./placed-word.ts";
import { repaired, withoutDoubles } from "./repair.ts";
import { rowsOf } from "./rows.ts";
import { isUpright, segmentsOf } from "./segments.ts";
import { levelled, slanted } from "./slanted.ts";
import { pageLine, readerRuling, readerWord } from "./turned.ts";

/**
 * Visible words of a page, in any order, to lines from top to bottom as the reader holds the page. Words of different turns never share a
 * line; the turn with the most words comes first.
 */
export function linesOf(words: readonly PlacedWord[], rulings: readonly Ruling[]): Line[] {
  const byTurn = Map.groupBy(words.flatMap(partedWord), (placed) => placed.turn);
  const turns = [...byTurn].sort(([, a], [, b]) => b.length - a.length);
  return turns.flatMap(([turn, ofTurn]) => linesOfTurn(ofTurn, rulings, turn));
}

/** The turn that most words have; 0 for a page without words. */
export function mainTurn(words: readonly PlacedWord[]): Turn {
  const byTurn = Map.groupBy(words, (placed) => placed.turn);
  return [...byTurn].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 0;
}

function linesOfTurn(words: readonly PlacedWord[], rulings: readonly Ruling[], turn: Turn): Line[] {
  const uprights = rulings.map((ruling) => readerRuling(ruling, turn)).filter(isUpright);
  return levelRows(words.map(readerWord)).map((row) => {
    const line = withMrzWords(lineFrom(segmentsOf(repaired(row, uprights), uprights)));
    return pageLine(slanted(line, row[0]?.slope ?? 0), turn);
  });
}

/**
 * Groups words into rows after removing the slant, or without removing it when that gives fewer rows: the slant is measured on the page's
 * lines, and few or short lines give a wrong one, which splits straight rows.
 */
function levelRows(words: readonly PlacedWord[]): PlacedWord[][] {
  const level = rowsOf(withoutDoubles(words.map(levelled)));
  if (words.every(({ slope }) => !slope)) return level;
  const asSeen = rowsOf(withoutDoubles(words.map(({ slope: _, ...placed }) => placed)));
  return asSeen.length < level.length ? asSeen : level;
}
