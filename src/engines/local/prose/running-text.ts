/** The document as one text, so that sentences can be read across lines and pages; each character is mapped to its word. */
import type { Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";

export type RunningText = {
  text: string /** The value that the characters `start` to `end` are; null when they cross a page. */;
  valueAt(start: number, end: number): Value | null;
};

type Place = { word: Word; cell: Cell; index: number; start: number };

export function runningTextOf(sheets: readonly Sheet[]): RunningText {
  const places: Place[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const cell of sheets.flatMap((sheet) => sheet.cells)) {
    cell.words.forEach((word, index) => {
      places.push({ word, cell, index, start: length });
      parts.push(word.text);
      length += word.text.length + 1;
    });
  }
  const text = parts.join(" ");
  return { text, valueAt: (start, end) => spanValue(places, text, start, end) };
}

function spanValue(places: readonly Place[], text: string, start: number, end: number): Value | null {
  const first = indexAt(places, start);
  const last = indexAt(places, end - 1);
  const covered = places.slice(first, last + 1);
  const [head] = covered;
  if (!head || covered.some((place) => place.cell.page !== head.cell.page)) return null;
  const box = boxAround(covered.map((place) => place.word));
  return { cell: head.cell, from: head.index, to: head.index + 1, raw: text.slice(start, end), box, fit: 1 };
}

function indexAt(places: readonly Place[], offset: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((places[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
