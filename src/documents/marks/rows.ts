/** Rows of check boxes with the words beside them. */
import type { Box, Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { anyOf } from "#language/phrases.ts";
import { endsSentence } from "#language/sentences.ts";
import { yesOrNo } from "#language/yes-no.ts";
import type { KnownMark } from "./all-marks.ts";

/** A stretch of words without a wide gap. */
export type Chunk = { box: Box; words: readonly Word[] };
/** Boxes and stretches of words beside each other, left to right. */
export type Row = { items: readonly (KnownMark | Chunk)[]; marks: readonly KnownMark[]; height: number };

/** Words closer than this, in heights of a word, go on. */
const GAP_MAX = 1.6;
/** Words are beside a box when their middle is at most this share of a word's height above or below it. */
const SLACK = 0.25;

export function rowsOf(marks: readonly KnownMark[], words: readonly Word[]): Row[] {
  const rows: KnownMark[][] = [];
  for (const mark of marks) {
    const middle = (mark.box.top + mark.box.bottom) / 2;
    const row = rows.findLast(([first]) => first !== undefined && middle > first.box.top && middle < first.box.bottom);
    if (row) row.push(mark);
    else rows.push([mark]);
  }
  return rows.map((row) =>
    rowOf(
      row.sort((a, b) => a.box.left - b.box.left),
      words,
    ),
  );
}

function rowOf(marks: readonly KnownMark[], words: readonly Word[]): Row {
  const { top, bottom } = boxAround(marks);
  const beside = words.filter(({ box }) => {
    const [middle, slack] = [(box.top + box.bottom) / 2, SLACK * (box.bottom - box.top)];
    return middle > top - slack && middle < bottom + slack;
  });
  const height = heightOf(beside) || bottom - top;
  const items = [...chunksOf(beside, marks, height), ...marks].sort((a, b) => a.box.left - b.box.left);
  return {
    items: items.flatMap((item, i) => {
      if (!isChunk(item) || i === 0 || isChunk(items[i - 1])) return [item];
      const next = items[i + 1];
      return behindMark(item, next !== undefined && !isChunk(next), height);
    }),
    marks,
    height,
  };
}

/** "☐ No Worked here before? ☐ Yes": behind the words of a box another question may begin, which the next boxes answer. */
function behindMark(chunk: Chunk, isBeforeMark: boolean, height: number): Chunk[] {
  const { words } = chunk;
  const isSaid = yesOrNo(words[0]?.text ?? "") !== null && BEGINS.test(words[1]?.text ?? "");
  const start = isSaid ? 1 : isBeforeMark && ASKS.test(words.at(-1)?.text ?? "") ? questionStart(words, height) : 0;
  return start > 0 ? [words.slice(0, start), words.slice(start)].map((part) => ({ words: part, box: boxAround(part) })) : [chunk];
}

const BEGINS = /^[\p{Lu}¿]/u;
const ASKS = /[?:]$/;
/** Words of one phrase are closer than this, in heights of a word. */
export const WORD_GAP = 0.7;
const OPENER = new RegExp(`^¿?${anyOf("documents", "question_openers")}$`, "iu");

/** Where the question at the end begins: behind the last sentence, at a wide gap, or at a word that opens questions; 0 where nothing tells. */
function questionStart(words: readonly Word[], height: number): number {
  const starts = words.map((word, i) => i > 0 && BEGINS.test(word.text));
  const behind = (is: (i: number) => boolean): number => words.findLastIndex((_, i) => starts[i] === true && is(i));
  const sentence = behind((i) => endsSentence(words, i - 1));
  if (sentence > 0) return sentence;
  const gap = behind((i) => (words[i]?.box.left ?? 0) - (words[i - 1]?.box.right ?? 0) > WORD_GAP * height);
  if (gap > 0) return gap;
  return words.at(-1)?.text.endsWith("?")
    ? Math.max(
        0,
        words.findIndex(({ text }, i) => starts[i] === true && OPENER.test(text)),
      )
    : 0;
}

function heightOf(words: readonly Word[]): number {
  const heights = words.map(({ box }) => box.bottom - box.top).sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}

/** A sign of its own between options of two questions: "☐ 10 years | Pages ☐ 34". */
const PARTS = /^[|·•]$/;

/** Words of one stretch may stand in two lines beside a box. */
function chunksOf(words: readonly Word[], marks: readonly KnownMark[], height: number): Chunk[] {
  const chunks: Word[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const word of words.toSorted((a, b) => a.box.left - b.box.left)) {
    if (PARTS.test(word.text)) {
      end = Number.NEGATIVE_INFINITY;
      continue;
    }
    const isParted = marks.some(({ box }) => (box.left + box.right) / 2 < word.box.left + 1 && (box.left + box.right) / 2 > end - 1);
    const last = chunks.at(-1);
    if (last && !isParted && word.box.left - end <= GAP_MAX * height) last.push(word);
    else chunks.push([word]);
    end = Math.max(last && !isParted ? end : Number.NEGATIVE_INFINITY, word.box.right);
  }
  return chunks.map((chunk) => ({ words: inReadingOrder(chunk), box: boxAround(chunk) }));
}

const inReadingOrder = (words: readonly Word[]): Word[] =>
  words.toSorted((a, b) => {
    const overlap = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    return overlap > 0.4 * Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top) ? a.box.left - b.box.left : a.box.top - b.box.top;
  });

export const isChunk = (item: KnownMark | Chunk | undefined): item is Chunk => item !== undefined && "words" in item;
export const isWorded = (chunk: Chunk): boolean => chunk.words.some(({ text }) => /\p{L}/u.test(text));
