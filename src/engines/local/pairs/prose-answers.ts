/** Yes and no told in sentences: "The deposit is not refundable" denies what a field `deposit_refundable` asks. */
import type { Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { fold } from "#language/fold.ts";
import { phrasesOfAll } from "#language/phrases.ts";
import { endsClause, type Prose } from "#structure/labels/prose.ts";
import { type Cell, textOf } from "#structure/sheet.ts";
import type { Span } from "./span.ts";

const NEGATIONS: ReadonlySet<string> = new Set(phrasesOfAll("engines", "negations_in_sentences").map(fold));
const CONTRACTED = /\p{L}n['’]t(?!\p{L})/u;
/** Fewer words state nothing. */
const WORDS_MIN = 3;

/** The clauses of a line, with whether each states something or denies it: whether its words say no an odd number of times. */
export function answersIn(cell: Cell, prose: Prose): Span[] {
  const { words } = cell;
  const starts = [0, ...words.flatMap((word, i) => (endsClause(word) || /[.?!]$/.test(word.text) ? [i + 1] : []))];
  return starts.flatMap((from, i) => {
    const to = starts[i + 1] ?? words.length;
    if (to - from < WORDS_MIN) return [];
    const own = words.slice(from, to);
    const said = prose.clauseAt(cell, from).filter(denies).length;
    return [
      {
        cell,
        from,
        to,
        raw: textOf(own),
        box: boxAround(own),
        fit: 1,
        shape: "words",
        lines: 1,
        within: true,
        answer: said % 2 === 0,
      } satisfies Span,
    ];
  });
}

function denies({ text }: Word): boolean {
  return NEGATIONS.has(fold(text)) || CONTRACTED.test(text);
}
