/** All stretches of a page's words that could be a value, by shape. */

import { memo } from "#contract/memo.ts";
import type { Box } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { POSTCODE } from "#engines/local/candidates/address-blocks.ts";
import { type Value, valueAt, valuesIn } from "#engines/local/page/values-in.ts";
import { dated, daysIn, type YearSigns } from "#engines/values/yearless.ts";
import { isCountry } from "#language/countries.ts";
import { endsSentence } from "#language/sentences.ts";
import { yesOrNo } from "#language/yes-no.ts";
import { lineBelow } from "#structure/labels/going-on.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import { acrossLines, goneOn } from "./across-lines.ts";
import { placesIn } from "./address-parts.ts";
import type { Shape, Span } from "./span.ts";
import { durationsIn, namesWithin, setApart } from "./within.ts";

const WORDS_MAX = 14;
const CELL_WORDS_MAX = 40;
const LABEL_WORDS_MAX = 6;
const BLOCK_LINES_MAX = 5;

/**
 * `isLabelled`: whether a cell is the value of a label of its own; `years`: what tells the year of days without
 * one, null where any is taken; `next`: the line in which a line of running text goes on, where values that go on in it are looked for.
 */
type On = { sheet: Sheet; isLabelled: (cell: Cell) => boolean; years: YearSigns | null; next?: (cell: Cell) => Cell | null };

export const spansOf = (cell: Cell, shape: Shape, on: On): Span[] => [
  ...spansIn(cell, shape, on),
  ...acrossLines(cell, on.next?.(cell) ?? null, shape, (joined) => spansIn(joined, shape, on)),
];

function spansIn(cell: Cell, shape: Shape, { sheet, isLabelled, years }: On): Span[] {
  if (shape === "words") {
    const whole = wordedIn(cell).map(
      (value): Span => goneOn({ ...value, shape, lines: 1, continues: nextOf(value, sheet) !== null }, sheet),
    );
    return [...whole, ...setApart(cell)];
  }
  if (shape === "name") return namesWithin(cell);
  if (shape === "duration") return durationsIn(cell);
  if (shape === "block") return wordedIn(cell).flatMap((value) => blocks(value, sheet));
  if (shape === "yes-no") return answers(cell, sheet, isLabelled).map((value) => ({ ...value, shape, lines: 1 }));
  if (shape === "place") return placesIn(cell).map(({ value }) => ({ ...value, shape, lines: 1 }));
  const values = valuesIn(cell, shape).map((value): Span => ({ ...value, shape, lines: 1 }));
  if (shape === "id") return values.map((value) => goneOn(value, sheet));
  return shape === "date" ? [...values, ...daysWithoutYear(cell, values, years)] : values;
}

/** How well a day without a year fits a date. */
const YEARLESS_FIT = 0.5;

function daysWithoutYear(cell: Cell, dates: readonly Span[], years: YearSigns | null): Span[] {
  return daysIn(cell.text).flatMap(({ start, end, ...day }) => {
    if (years !== null && dated(day, years) === null) return [];
    const value = valueAt(cell, { start, end, fit: YEARLESS_FIT });
    const isFree = value && !dates.some((date) => date.from < value.to && value.from < date.to);
    return isFree ? [{ ...value, shape: "date" as const, lines: 1 }] : [];
  });
}

/** Whether the words have a postal code and a name. */
const isPlace = (text: string): boolean => POSTCODE.test(text) && /\p{L}{3}/u.test(text);

/**
 * Whether the value is the first lines of an address whose postal code stands further below, or whose country does in the next line. `blocks`:
 * those that begin in its cell.
 */
export function isTornAddress({ raw, from }: Value, blocks: readonly Span[]): boolean {
  const longer = blocks.filter((block) => block.from === from && block.raw.length > raw.length);
  if (!isPlace(raw)) return longer.some((block) => isPlace(block.raw));
  return longer.some((block) => block.raw.startsWith(`${raw} `) && isCountry(block.raw.slice(raw.length + 1)));
}

/** The cell that goes on below a value at its left edge. */
function nextOf({ cell, to, box }: Value, sheet: Sheet): Cell | null {
  if (to !== cell.words.length) return null;
  const next = lineBelow({ box, line: cell.line, column: cell.column }, box, sheet);
  return next?.words.some(isColon) ? null : next;
}

const isColon = ({ text }: { text: string }) => /[:：]$/.test(text);

/** A bare sign between two texts of a cell: `Product ID / Nr.`. */
const SEPARATOR = /^[/|·•–—-]+$/u;

/** Whether a value may begin here: not with a sign between texts, nor with the second wording of a label, which has no figures. */
function mayBegin({ words }: Cell, from: number): boolean {
  if (from < words.length - 1 && SEPARATOR.test(words[from]?.text ?? "")) return false;
  return words[from - 1]?.text !== "/" || /\d/.test(textOf(words));
}

const wordedIn = memo((cell: Cell): readonly Value[] => (cell.words.length > CELL_WORDS_MAX ? [] : worded(cell)), new WeakMap());

/**
 * Starts: of the cell, after a colon, and after its first words, which may be a label; ends: of the cell, at its first comma or semicolon
 * outside brackets, at the end of a sentence, before a text in brackets, before the next label, or at a sign between two values.
 */
function worded(cell: Cell): Value[] {
  const { words } = cell;
  const colons = words.flatMap((word, i) => (isColon(word) && i < words.length - 1 ? [i + 1] : []));
  const leads = Array.from({ length: Math.min(LABEL_WORDS_MAX, words.length - 1) }, (_, i) => i + 1);
  const slashes = words.flatMap(({ text }, i) => (text === "/" ? [i] : []));
  const commas = words.flatMap(({ text }, i) => (/[,;]$/.test(text) && !isInBrackets(words, i) ? [i] : []));
  const sentences = words.flatMap((_, i) => (endsSentence(words, i) ? [i] : []));
  const brackets = words.flatMap(({ text }, i) => (/^[(<[]/.test(text) ? [i] : []));
  const behindSlashes = slashes.flatMap((i) => (i < words.length - 1 ? [i + 1] : []));
  const starts = [...new Set([0, ...colons, ...behindSlashes, ...leads])].filter((from) => mayBegin(cell, from));
  return starts.flatMap((from) => {
    const next = colons.find((colon) => colon > from);
    const ends = next === undefined ? [words.length] : [next - 1, next - 2, next - 3].filter((to) => to > from);
    const last = (ends[0] ?? 0) - 1;
    const comma = commas.find((i) => i >= from) ?? last;
    const upTo = comma < last ? [withoutSign(wordsOf(cell, from, comma + 1))] : [];
    const sentence = sentences.find((i) => i >= from) ?? last;
    if (sentence < last) upTo.push(withoutSign(wordsOf(cell, from, sentence + 1)));
    const slash = slashes.find((i) => i > from);
    if (slash !== undefined && /\d/.test(cell.text)) upTo.push(wordsOf(cell, from, slash));
    const behind = brackets.filter((i) => i > from && i <= last);
    const bracket = /[)>\]]$/.test(words[last]?.text ?? "") ? behind.at(-1) : behind[0];
    if (bracket !== undefined) upTo.push(wordsOf(cell, from, bracket));
    return [...ends.filter((to) => to - from <= WORDS_MAX).map((to) => wordsOf(cell, from, to)), ...upTo];
  });
}

/** Whether a bracket that begins before the word's end closes behind it. */
function isInBrackets(words: Cell["words"], i: number): boolean {
  const open = words.findLastIndex(({ text }, at) => at <= i && text.startsWith("("));
  return open >= 0 && !words.slice(open, i + 1).some(({ text }) => text.includes(")"));
}

/** Without the comma or full stop at its end. */
const withoutSign = (value: Value): Value => ({ ...value, raw: value.raw.slice(0, -1) });

function wordsOf(cell: Cell, from: number, to: number): Value {
  const words = cell.words.slice(from, to);
  return { cell, from, to, raw: textOf(words), box: boxAround(words), fit: 1 };
}

const TRAILING = /(?<![.,;)])[.,;)]+$/u;

/** Whether a word says yes or no, with or without a sign behind it; null for another word. */
export const saidBy = (word: string): boolean | null => yesOrNo(word.replace(TRAILING, ""));

/** Yes or no in words; where both are printed in a line, as beside empty boxes, only those that each have a label of their own. */
function answers(cell: Cell, sheet: Sheet, isLabelled: (cell: Cell) => boolean): Value[] {
  const said = (sheet.lines[cell.line] ?? []).flatMap((other) => answersIn(other).map((each) => ({ ...each, cell: other })));
  const apart = Map.groupBy(said, (each) => each.cell).size === said.length && said.every((each) => isLabelled(each.cell));
  if (!apart && new Set(said.map(({ answer }) => answer)).size > 1) return [];
  return said.flatMap((each) => (each.cell === cell ? [wordsOf(cell, each.at, each.at + 1)] : []));
}

function answersIn({ words }: Cell): { at: number; answer: boolean }[] {
  return words.flatMap(({ text }, at) => {
    const answer = isOtherWord(text, words[at - 1]?.text ?? "", words[at + 1]?.text ?? "") ? null : saidBy(text);
    return answer === null ? [] : [{ at, answer }];
  });
}

/** What looks like yes or no and is none: "N\u00ba", the letter of a name, and where no question is before it "No. 12" and "no later than". */
function isOtherWord(text: string, before: string, next: string): boolean {
  if (/[\u00b0\u00ba]|^\p{L}\.$/u.test(text)) return true;
  const isNumber = /^no\.?$/iu.test(text) && /^#?\d/.test(next);
  const goesOn = /^\p{Ll}+$/u.test(text) && /^\p{Ll}/u.test(next);
  return !/[:?]$/.test(before) && (isNumber || goesOn);
}

/** The value with the lines below it, one more at a time, as long as they go on at its left edge without a gap. */
function blocks(first: Value, sheet: Sheet): Span[] {
  const found: Span[] = [];
  if (first.to !== first.cell.words.length) return found;
  let last: { box: Box; line: number; column: number } = { box: first.box, line: first.cell.line, column: first.cell.column };
  let raw = first.raw;
  let box = first.box;
  for (let lines = 2; lines <= BLOCK_LINES_MAX; lines++) {
    const next = lineBelow(last, first.box, sheet);
    if (!next || next.words.some(isColon) || next.words.length > WORDS_MAX) break;
    raw = `${raw} ${next.text}`;
    box = boxAround([{ box }, next]);
    found.push({ ...first, raw, box, shape: "block", lines });
    last = { box: next.box, line: next.line, column: Math.max(last.column, next.column) };
  }
  found.forEach((span, i) => {
    span.continues = i + 1 < found.length;
  });
  return found;
}
