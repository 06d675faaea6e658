/** Rows of one text each: the numbered or bulleted lines below a heading that has the list's name. */

import { child } from "#contract/pointer.ts";
import type { Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { append } from "#documents/long-lists.ts";
import type { Finding } from "#engines/engine.ts";
import type { ListField } from "#engines/local/leaves.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { stemOf } from "#language/stems.ts";
import { heightOf } from "#structure/boxes.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import { askedOf } from "./fit.ts";

const MARKER = /^(?:[•‣▪●○◦*–-]|\(?\d{1,2}[.)]|\(?[a-z][.)])$/iu;
/** A heading has few words. */
const HEADING_WORDS_MAX = 6;
/** Gap below an item, in line heights, that ends the list. */
const GAP_MAX = 1.6;
/** The heading and the markers say both that it is the list. */
const MARGIN = 0.9;

export function listedLines(list: ListField, sheets: readonly Sheet[]): Finding[] {
  const [asked, ...others] = askedOf(list);
  if (!asked || others.length > 0 || asked.kind !== "text") return [];
  for (const sheet of sheets) {
    const heading = sheet.lines.findIndex(([cell, next]) => cell !== undefined && next === undefined && isHeading(cell, list));
    if (heading < 0) continue;
    const items = itemsBelow(sheet, heading);
    if (items.length === 0) continue;
    return items.map((words, i) => ({
      path: asked.path.reduce((at, name) => child(at, name), child(list.path, i)),
      raw: textOf(words),
      page: sheet.page.number,
      at: boxAround(words),
      margin: MARGIN,
    }));
  }
  return [];
}

/** Its words are those of the list's name, or one of its row's. */
function isHeading({ text, words }: Cell, { field }: ListField): boolean {
  if (words.length > HEADING_WORDS_MAX) return false;
  const heading = new Set(tokensOf(text).map(stem));
  return [field, ...(field.fields ?? [])].some(({ name }) => {
    const own = nameTokens(name).map(stem);
    return own.length > 0 && own.length >= heading.size && own.every((word) => heading.has(word));
  });
}

/** "Diagnosis" and "diagnoses" are one word. */
const stem = (word: string): string => stemOf(word.replace(/(?<=\p{L}{3}s)[ei]s$/u, ""), "en");

/** The words of each item: from its marker to the next, with the lines set in below it. */
function itemsBelow(sheet: Sheet, heading: number): Word[][] {
  const items: { words: Word[]; left: number; bottom: number }[] = [];
  for (const line of sheet.lines.slice(heading + 1)) {
    const words = line.flatMap((cell) => cell.words);
    const [first, second] = words;
    if (!first) continue;
    const last = items.at(-1);
    const near = last === undefined || first.box.top - last.bottom < GAP_MAX * heightOf(first.box);
    if (near && second && MARKER.test(first.text)) {
      const rest = besideMarker(words.slice(1));
      items.push({ words: rest, left: second.box.left, bottom: first.box.bottom });
    } else if (near && last && first.box.left > last.left - 0.5 * heightOf(first.box)) {
      append(last.words, besideMarker(words));
      last.bottom = first.box.bottom;
    } else break;
  }
  return items.map(({ words }) => words);
}

/** Words without a wide gap between them: what stands far at the right is a note on the item. */
function besideMarker(words: readonly Word[]): Word[] {
  const end = words.findIndex(({ box }, i) => i > 0 && box.left - (words[i - 1]?.box.right ?? 0) > GAP_MAX * heightOf(box));
  return end < 0 ? [...words] : words.slice(0, end);
}
