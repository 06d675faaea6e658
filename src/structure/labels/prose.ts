/** Running text: the lines in which a paragraph goes on, and the sentences in them. */
import { memo, once } from "#contract/memo.ts";
import type { Word } from "#documents/document.ts";
import { largest } from "#documents/long-lists.ts";
import { endsSentence } from "#language/sentences.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { lineBelow } from "./going-on.ts";
import { type LabelText, textOfWords } from "./label-texts.ts";

export type Prose = {
  /** The line in which a line of running text goes on; null at the end of a paragraph, and outside of running text. */
  next(cell: Cell): Cell | null;
  /** The last words of the line above that are of the same sentence as the first word of a line; none outside of running text. */
  lead(cell: Cell): readonly Word[];
  /** The sentence that the word at `at` is in, with the clause between signs as its part; null outside of running text. */
  sentenceAt(cell: Cell, at: number): LabelText | null;
  /** The words of the clause between signs that the word at `at` is in; none outside of running text. */
  clauseAt(cell: Cell, at: number): readonly Word[];
  /** Lines of running text. */
  lines(): readonly Cell[];
};

const LINE_WORDS_MIN = 5;
const PARAGRAPH_WORDS_MIN = 8;
const CAPITALS_WORDS_MIN = 14;
const LOWER_SHARE_MIN = 0.3;
/** Longer sentences are read in pieces of so many words at most. */
const SENTENCE_WORDS_MAX = 48;
/** So many words of a line lead to the next one. */
const LEAD_WORDS_MAX = 8;
/** Lines of a paragraph have one size of type. */
const HEIGHT_SHARE = 0.15;

/** `sentences`, `clauses`: for each word of a paragraph where its sentence and its clause begin. */
type Paragraph = {
  words: readonly Word[];
  lines: readonly Cell[];
  sentences: readonly number[];
  clauses: readonly number[];
};
/** A line of a paragraph, with where it begins among the words. */
type Line = { paragraph: Paragraph; index: number; start: number };

export function proseOn(sheet: Sheet): Prose {
  const lines = once(() => {
    const found = new Map<Cell, Line>();
    for (const cells of paragraphsOf(sheet)) {
      const words = cells.flatMap((cell) => cell.words);
      if (!isRunning(words)) continue;
      const paragraph = { words, lines: cells, ...sentencesOf(words) };
      let start = 0;
      for (const [index, cell] of cells.entries()) {
        found.set(cell, { paragraph, index, start });
        start += cell.words.length;
      }
    }
    return found;
  });
  const textOf = memo(({ words, sentences, clauses }: Paragraph) => {
    const sentenceFrom = memo((from: number) => textOfWords(words.slice(from, endOf(sentences, from))));
    return memo((clause: number): LabelText => {
      const { id, units } = textOfWords(words.slice(clause, endOf(clauses, clause)));
      return { ...sentenceFrom(sentences[clause] ?? 0), colon: false, parts: [{ id, units }], bilingual: false };
    });
  });
  const lead = memo((cell: Cell): readonly Word[] => {
    const line = lines().get(cell);
    if (!line) return [];
    const { paragraph, index, start } = line;
    const above = Math.min(LEAD_WORDS_MAX, paragraph.lines[index - 1]?.words.length ?? 0);
    return paragraph.words.slice(Math.max(start - above, paragraph.sentences[start] ?? start), start);
  });
  return {
    lines: once(() => [...lines().keys()]),
    lead,
    next(cell) {
      const line = lines().get(cell);
      return line?.paragraph.lines[line.index + 1] ?? null;
    },
    sentenceAt(cell, at) {
      const line = lines().get(cell);
      return line ? textOf(line.paragraph)(line.paragraph.clauses[line.start + at] ?? 0) : null;
    },
    clauseAt(cell, at) {
      const line = lines().get(cell);
      if (!line) return [];
      const from = line.paragraph.clauses[line.start + at] ?? 0;
      return line.paragraph.words.slice(from, endOf(line.paragraph.clauses, from));
    },
  };
}

/** Behind the last word whose stretch begins at `from`. */
function endOf(begins: readonly number[], from: number): number {
  let end = from;
  while (begins[end] === from) end += 1;
  return end;
}

/** Lines below each other at one edge, as long as each is too full for the first word of the next one. */
function paragraphsOf(sheet: Sheet): Cell[][] {
  const found: Cell[][] = [];
  const known = new Set<Cell>();
  for (const first of sheet.cells) {
    if (known.has(first)) continue;
    const lines = [first];
    for (let last = first; last.words.length >= LINE_WORDS_MIN; ) {
      const next = lineBelow(last, first.box, sheet);
      if (!next || known.has(next) || !isAlike(next, first)) break;
      lines.push(next);
      last = next;
    }
    for (const part of partedAtShort(lines)) {
      for (const line of part) known.add(line);
      found.push(part);
    }
  }
  return found;
}

const isAlike = (a: Cell, b: Cell): boolean => Math.abs(heightOf(a.box) - heightOf(b.box)) < HEIGHT_SHARE * heightOf(b.box);

/** A line that had room for the first word of the next one ends its paragraph. */
function partedAtShort(lines: readonly Cell[]): Cell[][] {
  const right = largest(lines.map(({ box }) => box.right));
  const parts: Cell[][] = [[]];
  lines.forEach((line, i) => {
    parts.at(-1)?.push(line);
    const first = lines[i + 1]?.words[0];
    if (first && right - line.box.right > first.box.right - first.box.left + heightOf(line.box)) parts.push([]);
  });
  return parts;
}

/** Whether words are a text rather than a label or a row of values. */
function isRunning(words: readonly Word[]): boolean {
  if (words.length < PARAGRAPH_WORDS_MIN) return false;
  const lower = words.filter(({ text }) => /^\p{Ll}{2}/u.test(text)).length;
  if (lower >= LOWER_SHARE_MIN * words.length) return true;
  return (
    words.length >= CAPITALS_WORDS_MIN && lower === 0 && words.filter(({ text }) => /^\p{Lu}{2}/u.test(text)).length > words.length / 2
  );
}

function sentencesOf(words: readonly Word[]): Pick<Paragraph, "sentences" | "clauses"> {
  const sentences: number[] = [];
  const clauses: number[] = [];
  let [sentence, clause] = [0, 0];
  words.forEach((word, i) => {
    sentences.push(sentence);
    clauses.push(clause);
    const length = i + 1 - sentence;
    const ends = endsClause(word);
    if (endsSentence(words, i) || (ends && length >= SENTENCE_WORDS_MAX / 2) || length >= SENTENCE_WORDS_MAX) sentence = clause = i + 1;
    else if (ends) clause = i + 1;
  });
  return { sentences, clauses };
}

export const endsClause = ({ text }: Word): boolean => /[,;:)–—]$/u.test(text);
