/** From words to lines: rows of one baseline, cut into segments at wide gaps and rulings. */
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
 * Visible words of a page, in any order, to lines from top to bottom as their reader holds the page. Writing of
 * different turns never shares a line; the turn with the most words comes first.
 */
export function linesOf(words: readonly PlacedWord[], rulings: readonly Ruling[]): Line[] {
  const byTurn = Map.groupBy(words.flatMap(partedWord), (placed) => placed.turn);
  const turns = [...byTurn].sort(([, a], [, b]) => b.length - a.length);
  return turns.flatMap(([turn, ofTurn]) => linesOfTurn(ofTurn, rulings, turn));
}

/** The turn of most words; 0 for a page without any. */
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
 * Rows of words that are level, or were levelled: how far a page lies askew is measured on its lines, and on few and short ones it is
 * measured wrongly. Then words that are level part into more rows.
 */
function levelRows(words: readonly PlacedWord[]): PlacedWord[][] {
  const level = rowsOf(withoutDoubles(words.map(levelled)));
  if (words.every(({ slope }) => !slope)) return level;
  const asSeen = rowsOf(withoutDoubles(words.map(({ slope: _, ...placed }) => placed)));
  return asSeen.length < level.length ? asSeen : level;
}
