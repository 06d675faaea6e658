/** The layout of a page: its words without figures and dates, and where each stands. Two documents of one issuer have most in common. */
import type { Box } from "#documents/document.ts";
import { centreInside } from "#documents/layout/assemble.ts";
import { fold } from "#language/fold.ts";
import { monthOf } from "#language/months.ts";
import { yesOrNo } from "#language/yes-no.ts";
import type { Sheet } from "#structure/sheet.ts";

/** A word as a hash, with the left, right and upper edge of its box in thousandths of the page's width and height. */
export type Mark = readonly [word: number, left: number, right: number, top: number];

/** Longer pages are told by their beginning. */
const MARKS_MAX = 400;
const LETTERS_MIN = 2;

/** The marks of a document's first page in reading order. `values`: boxes on it whose words change from document to document. */
export function marksOf(sheets: readonly Sheet[], values: readonly Box[] = []): Mark[] {
  const [first] = sheets;
  if (!first) return [];
  const isValue = (box: Box) => values.some((value) => centreInside(box, value));
  return first.cells
    .flatMap(({ words }) => words)
    .filter(({ text, box }) => isFixed(text) && !isValue(box))
    .slice(0, MARKS_MAX)
    .map(({ text, box }) => markOf(text, box, first));
}

function markOf(text: string, box: Box, { page }: Sheet): Mark {
  const across = (x: number) => Math.round((1_000 * x) / page.width);
  return [hashOf(text), across(box.left), across(box.right), Math.round((1_000 * box.top) / page.height)];
}

/** Whether the word may be printed on each document of a layout: it has letters, no figure, is no month, and no answer such as "yes". */
export function isFixed(text: string): boolean {
  const letters = lettersOf(text);
  return letters.length >= LETTERS_MIN && !/\p{N}/u.test(text) && monthOf(letters) === null && yesOrNo(letters) === null;
}

const lettersOf = (text: string): string => fold(text).replace(/[^\p{L}]+/gu, "");

/** FNV-1a of the word's letters, without marks and case (Fowler, Noll, Vo: 32 bits). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(lettersOf(text))) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** How far the same word may stand apart on two documents of a layout: across after the whole print's shift, and down, where lists grow. */
const ACROSS_MAX = 18;
const DOWN_MAX = 250;
const SHIFT_MAX = 40;

/** The share of words that both have at the same places, 0..1: matched ones by the geometric mean of both counts. */
export function likenessOf(a: readonly Mark[], b: readonly Mark[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  return matched(a, b).length / Math.sqrt(a.length * b.length);
}

/** Those of `a` that `b` has at the same places. */
function matched(a: readonly Mark[], b: readonly Mark[]): Mark[] {
  const places = Map.groupBy(b, ([word]) => word);
  const shift = shiftOf(a, places);
  const taken = new Set<Mark>();
  return a.filter(([word, left, , top]) => {
    let nearest: Mark | null = null;
    let least = DOWN_MAX + 1;
    for (const mark of places.get(word) ?? []) {
      const down = Math.abs(top - mark[3]);
      if (down < least && Math.abs(left - mark[1] - shift) <= ACROSS_MAX && !taken.has(mark)) [nearest, least] = [mark, down];
    }
    if (nearest) taken.add(nearest);
    return nearest !== null;
  });
}

/** The median shift across of the words that both have once: scans are shifted as a whole. */
function shiftOf(a: readonly Mark[], places: ReadonlyMap<number, readonly Mark[]>): number {
  const own = Map.groupBy(a, ([word]) => word);
  const shifts = [...own].flatMap(([word, [mark, second]]) => {
    const [other, another] = places.get(word) ?? [];
    return mark && other && !second && !another ? [mark[1] - other[1]] : [];
  });
  const near = shifts.filter((shift) => Math.abs(shift) <= SHIFT_MAX).sort((one, two) => one - two);
  return near[near.length >> 1] ?? 0;
}

const BITS = 1_024;
/** Words are told apart by so many places across; places down differ too much. */
const BUCKET = 80;

/**
 * A digest of the marks whose bits mostly agree for alike layouts (SimHash: Charikar, 2002), as 1024 zeros and ones: the nearest are found
 * by counting those that differ.
 */
export function signatureOf(marks: readonly Mark[]): string {
  const sums = new Int32Array(BITS);
  const tokens = new Set(marks.map(([word, left]) => `${word}:${Math.round(left / BUCKET)}`));
  for (const token of tokens) {
    let state = hashOfToken(token);
    for (let at = 0; at < BITS; at++) {
      if (at % 32 === 0) state = mixed(state + at);
      sums[at] = (sums[at] ?? 0) + ((state >>> (at % 32)) & 1 ? 1 : -1);
    }
  }
  return Array.from(sums, (sum) => (sum > 0 ? "1" : "0")).join("");
}

function hashOfToken(token: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(token)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** The finalizer of MurmurHash3: each bit depends on all. */
function mixed(state: number): number {
  let hash = state | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
