/**
 * `words.ts --data DATA --cache CACHE --out OUT [--scored DATA] [--ways WAYS]`: what `network.py` reads, of the same documents and fields as `collect.ts`. Writes OUT.words.jsonl,
 * one line a document: its pages with their words (text, box, cell, meanings), and its fields with the places of their candidates and which are right.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import type { Word } from "#documents/document.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { meaningsOf, unitsOf } from "#language/thesaurus.ts";
import type { Sheet } from "#structure/sheet.ts";
import { type JudgedField, judgeFields, sourceOf } from "./judged-fields.ts";

const PHRASE_WORDS_MAX = 5;

const { source, out } = sourceOf(process.argv.slice(2));
const file = openSync(`${out}.words.jsonl`, "w");
const documents = await judgeFields(source, (sheets, fields) => {
  const [first] = fields;
  if (!first) return;
  const { id, unit, set } = first.judged;
  const pages = sheets.map((sheet) => ({ width: sheet.page.width, height: sheet.page.height, words: wordsOf(sheet) }));
  writeSync(file, `${JSON.stringify({ id, unit, set, pages, fields: fields.map((field) => fieldOf(field, sheets)) })}\n`);
});
closeSync(file);
console.log(`${documents} documents`);

/** Text, left, top, right, bottom, cell and meanings of each word, in the order of lines. */
function wordsOf({ cells }: Sheet): (string | number)[][] {
  return cells.flatMap((cell, i) => {
    const meanings = meaningsAt(cell.words.map(({ text }) => text));
    return cell.words.map(({ text, box }, k) => {
      const at = [box.left, box.top, box.right, box.bottom].map((side) => Math.round(side * 10) / 10);
      return [text, ...at, i, meanings[k] ?? ""];
    });
  });
}

/** For each word the groups of the thesaurus that it belongs to, alone or in a phrase, with spaces between. */
function meaningsAt(words: readonly string[]): string[] {
  const found: string[] = [];
  while (found.length < words.length) {
    const rest = words.slice(found.length, found.length + PHRASE_WORDS_MAX);
    const lengths = rest.map((_, i) => rest.length - i).filter((length) => length > 1);
    const length = lengths.find((each) => unitsIn(rest.slice(0, each)).every((unit) => unit.startsWith("@"))) ?? 1;
    const meanings = [...new Set(unitsIn(rest.slice(0, length)).flatMap(meaningsOf))].join(" ");
    found.push(...rest.slice(0, length).map(() => meanings));
  }
  return found;
}

function unitsIn(words: readonly string[]): string[] {
  return unitsOf(words.flatMap((word) => tokensOf(word)));
}

function withMeanings(words: readonly string[]): [string, string][] {
  const meanings = meaningsAt(words);
  return words.map((word, i) => [word, meanings[i] ?? ""]);
}

function fieldOf({ asked, candidates, judged }: JudgedField, sheets: readonly Sheet[]) {
  const { way, field, right, present, raws } = judged;
  const name = withMeanings(nameTokens(asked.name));
  const description = withMeanings(tokensOf(asked.description ?? ""));
  const places = candidates.map(({ candidate }) => placeOf(candidate.value, sheets));
  return { way, field, name, description, type: asked.type, present, right, raws, places };
}

/** Index of its page, and its first and last word on it; -1 for words that are not on the page as they are, such as joined ones. */
function placeOf({ cell, from, to, box }: Value, sheets: readonly Sheet[]): [number, number, number] {
  const page = sheets.findIndex((sheet) => sheet.page.number === cell.page);
  const words = sheets[page]?.cells.flatMap((each) => each.words) ?? [];
  const inside = words.flatMap((word, i) => (isInside(word, box) ? [i] : []));
  const [first, last] = [cell.words[from], cell.words[to - 1]].map((word) => (word ? words.indexOf(word) : -1)) as [number, number];
  const isBlock = (cell.words[to - 1]?.box.bottom ?? box.bottom) < box.bottom - 1;
  const start = first >= 0 ? first : (inside[0] ?? -1);
  return [page, start, Math.max(start, last >= 0 && !isBlock ? last : (inside.at(-1) ?? -1))];
}

function isInside({ box: { left, top, right, bottom } }: Word, around: Value["box"]): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= around.left && x <= around.right && y >= around.top && y <= around.bottom;
}
