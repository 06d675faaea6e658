/** Finds the labels printed on a page; of overlapping phrases the longest wins, so that "Due Date" is never read as "Date". */

import type { Box } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { LabelPhrase, PhraseIndex } from "#engines/local/lexicon/lexicon.ts";
import { anyOf } from "#language/phrases.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { labelTokensOf } from "./label-tokens.ts";

export type LabelHit = {
  concepts: ReadonlySet<string>;
  cell: Cell;
  /** Words of the cell that are the label; `to` is exclusive. */
  from: number;
  to: number;
  box: Box;
  tokens: readonly string[];
  /** A colon ends the label. */
  colon: boolean;
};

/** Labels of each cell; a value is never looked for beyond the next label. */
export type LabelsByCell = ReadonlyMap<Cell, readonly LabelHit[]>;

export function labelsOn(sheet: Sheet, phrases: PhraseIndex): LabelHit[] {
  return sheet.cells.flatMap((cell) => labelsIn(cell, phrases));
}

export function labelsIn(cell: Cell, phrases: PhraseIndex): LabelHit[] {
  const hits: LabelHit[] = [];
  const tokens = labelTokensOf(cell);
  for (let i = 0; i < tokens.length; ) {
    const known = phrases.get(tokens[i]?.token ?? "");
    if (!known) {
      i++;
      continue;
    }
    const phrase = known.find((each) => each.tokens.every((token, k) => tokens[i + k]?.token === token));
    const startsWord = i === 0 || tokens[i - 1]?.word !== tokens[i]?.word;
    const last = i + (phrase?.tokens.length ?? 0) - 1;
    const endsWord = tokens[last + 1]?.word !== tokens[last]?.word;
    if (!phrase || !startsWord || !endsWord) {
      i++;
      continue;
    }
    hits.push(hitOf(cell, i, phrase));
    i += phrase.tokens.length;
  }
  return hits;
}

/** Text directly after a label that belongs to it: the number of a form's box, units, notes in brackets and words such as "details". */
const BELONGS = new RegExp(
  `^(?::|\\.|-|#:?|\\(.{1,12}\\):?|${anyOf("engines", "before_units")}|EUR:|€:|%:?|/|${anyOf("engines", "ends_of_labels")}:?)$`,
  "iu",
);

function hitOf(cell: Cell, fromToken: number, { tokens, concepts }: LabelPhrase): LabelHit {
  const toToken = fromToken + tokens.length;
  const own = labelTokensOf(cell);
  const from = own[fromToken]?.word ?? 0;
  let to = (own[toToken - 1]?.word ?? from) + 1;
  while (to < cell.words.length && BELONGS.test(cell.words[to]?.text ?? "")) to++;
  const words = cell.words.slice(from, to);
  return {
    concepts,
    cell,
    from,
    to,
    box: boxAround(words),
    tokens,
    colon: /[:：]$/.test(words.at(-1)?.text ?? ""),
  };
}
