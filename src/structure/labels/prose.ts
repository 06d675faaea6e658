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
  /** The words of the line above that are of the same sentence as the first word of a line; none outside of running text. */
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
/** Lines of a paragraph have one size of type. */
const HEIGHT_SHARE = 0.15;

/** `starts`: where the lines of a paragraph begin among its words; `sentences`: where its sentences begin, and where the last one ends. */
type Paragraph = { lines: readonly Cell[]; words: readonly Word[]; starts: readonly number[]; sentences: readonly number[] };

export function proseOn(sheet: Sheet): Prose {
  const paragraphs = once(() => {
    const found = new Map<Cell, Paragraph>();
    for (const lines of paragraphsOf(sheet)) {
      const words = lines.flatMap((line) => line.words);
      if (!isRunning(words)) continue;
      const starts = lines.map((_, i) => lines.slice(0, i).reduce((sum, line) => sum + line.words.length, 0));
      const paragraph = { lines, words, starts, sentences: sentencesOf(words) };
      for (const line of lines) found.set(line, paragraph);
    }
    return found;
  });
  const sentenceOf = memo((paragraph: Paragraph) =>
    memo((i: number) => {
      const [from = 0, to = 0] = paragraph.sentences.slice(i, i + 2);
      const whole = textOfWords(paragraph.words.slice(from, to));
      return memo((clause: number): LabelText => {
        const { id, units } = textOfWords(paragraph.words.slice(clause, clauseEnd(paragraph.words, clause, to)));
        return { ...whole, colon: false, parts: [{ id, units }], bilingual: false };
      });
    }),
  );
  return {
    lines: once(() => [...paragraphs().keys()]),
    next(cell) {
      const lines = paragraphs().get(cell)?.lines;
      return lines?.[lines.indexOf(cell) + 1] ?? null;
    },
    lead(cell) {
      const paragraph = paragraphs().get(cell);
      if (!paragraph) return [];
      const at = paragraph.lines.indexOf(cell);
      const start = paragraph.starts[at] ?? 0;
      const from = Math.max(paragraph.starts[at - 1] ?? start, paragraph.sentences.findLast((each) => each <= start) ?? 0);
      return paragraph.words.slice(from, start);
    },
    sentenceAt(cell, at) {
      const paragraph = paragraphs().get(cell);
      if (!paragraph) return null;
      const { sentence, clause } = placeIn(paragraph, cell, at);
      return sentenceOf(paragraph)(sentence)(clause);
    },
    clauseAt(cell, at) {
      const paragraph = paragraphs().get(cell);
      if (!paragraph) return [];
      const { sentence, clause } = placeIn(paragraph, cell, at);
      return paragraph.words.slice(clause, clauseEnd(paragraph.words, clause, paragraph.sentences[sentence + 1] ?? clause));
    },
  };
}

/** The number of the sentence that a word of a line is in, and where its clause begins. */
function placeIn({ lines, starts, sentences, words }: Paragraph, cell: Cell, at: number): { sentence: number; clause: number } {
  const word = (starts[lines.indexOf(cell)] ?? 0) + at;
  const sentence = sentences.findLastIndex((each) => each <= word);
  const from = sentences[sentence] ?? 0;
  return { sentence, clause: from + words.slice(from, word).findLastIndex(endsClause) + 1 };
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

function sentencesOf(words: readonly Word[]): number[] {
  const starts = [0];
  words.forEach((_, i) => {
    const start = starts.at(-1) ?? 0;
    const isLong = i + 1 - start >= SENTENCE_WORDS_MAX / 2 && endsClause(words[i]);
    if (endsSentence(words, i) || isLong || i + 1 - start >= SENTENCE_WORDS_MAX) starts.push(i + 1);
  });
  return starts.at(-1) === words.length ? starts : [...starts, words.length];
}

export const endsClause = (word: Word | undefined): boolean => /[,;:)–—]$/u.test(word?.text ?? "");

function clauseEnd(words: readonly Word[], from: number, to: number): number {
  const last = words.slice(from, to).findIndex(endsClause);
  return last < 0 ? to : from + last + 1;
}
