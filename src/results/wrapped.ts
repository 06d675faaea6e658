/** Finds text that wraps within a cell or a column, with words of other columns between its lines, and text that goes on on the next page. */
import { memo } from "#contract/memo.ts";
import type { Box, Page, Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { distance } from "#engines/values/words.ts";
import { squash } from "./squash.ts";

/** A word of a page and what tells where a column goes on: its line, and whether a wide gap is before it. */
type Token = { word: Word; page: number; line: number; place: number; isFirst: boolean; letters: string };
export type PlacedWords = { page: number; words: Word[] }[];

/** Maximum distance from one line of a cell to the next, in heights of its words. */
const GAP_MAX = 1.6;
/** Lines of other columns that may be printed between two lines of a cell. */
const LINES_BETWEEN_MAX = 8;
/** Lines at the head and at the foot of a page that may stand between the parts of a text that a page break divides. */
const EDGE_LINES_MAX = 15;
/** Bounds the search; a cell of twenty words takes some twenty steps. */
const STEPS_MAX = 4_000;

/** The words of the text, by page; of several places the nearest to `at`, else the first. Null when there is none. */
export function wrappedWords(page: Page, next: Page | undefined, text: string, at: Box | undefined): PlacedWords | null {
  const needle = squash(text);
  if (needle === "") return null;
  const lines = linesOf(page);
  const begins = lines.flat().filter(({ letters }) => letters !== "" && beginsWith(needle, letters));
  const near = (token: Token) => (at === undefined ? 0 : distance(token.word.box, at));
  const search: Search = { needle, lines, next: next ? linesOf(next).slice(0, EDGE_LINES_MAX) : [], steps: 0 };
  for (const begin of begins.toSorted((a, b) => near(a) - near(b))) {
    const found = follow(search, [begin], 0);
    if (found) return byPage(found);
  }
  return null;
}

const linesOf = memo(
  (page: Page): Token[][] =>
    page.lines.map((line, number) => {
      const words = line.segments.flatMap((segment) => segment.words.map((word, i) => ({ word, isFirst: i === 0 })));
      return words.map((each, place) => ({ ...each, page: page.number, line: number, place, letters: squash(each.word.text) }));
    }),
  new WeakMap(),
);

type Search = { needle: string; lines: Token[][]; next: Token[][]; steps: number };

const HYPHEN = /[-\u00ad\u2010]$/;
const beginsWith = (needle: string, letters: string) => needle.startsWith(letters) || needle.startsWith(letters.replace(HYPHEN, ""));

/** The words from the last of `path` on that say the needle from `offset` on. */
function follow(search: Search, path: readonly Token[], offset: number): Token[] | null {
  const last = path.at(-1);
  if (!last || search.steps++ > STEPS_MAX) return null;
  const { needle } = search;
  const rest = needle.length - offset;
  if (last.letters.startsWith(needle.slice(offset)) && /^[^\p{L}\p{N}]*$/u.test(last.letters.slice(rest))) return [...path];
  if (needle.startsWith(last.letters, offset)) {
    const beside = lineAt(search, last)[last.place + 1];
    for (const token of [...(beside ? [beside] : []), ...below(search, path)]) {
      const found = follow(search, [...path, token], offset + last.letters.length);
      if (found) return found;
    }
  }
  const stem = last.letters.replace(HYPHEN, "");
  if (stem === last.letters || stem === "" || !needle.startsWith(stem, offset)) return null;
  for (const token of below(search, path)) {
    const found = follow(search, [...path, token], offset + stem.length);
    if (found) return found;
  }
  return null;
}

const isOnNext = ({ lines }: Search, { page }: Token) => lines.flat()[0]?.page !== page;
const lineAt = (search: Search, token: Token) => (isOnNext(search, token) ? search.next : search.lines)[token.line] ?? [];

/** Words with which the column of the path's words may go on, the nearest line first. */
function below(search: Search, path: readonly Token[]): Token[] {
  const last = path.at(-1);
  if (!last) return [];
  const onNext = isOnNext(search, last);
  const lines = onNext ? search.next : search.lines;
  const column = boxAround(path.filter(({ page }) => page === last.page).map(({ word }) => word));
  const height = last.word.box.bottom - last.word.box.top;
  const inColumn = ({ word: { box }, isFirst, place }: Token) =>
    (isFirst || place === 0 || Math.abs(box.left - column.left) < height) && box.left < column.right && box.right > column.left - height;
  const found: Token[] = [];
  for (const line of lines.slice(last.line + 1, last.line + 1 + LINES_BETWEEN_MAX))
    for (const token of line) if (token.word.box.top - last.word.box.bottom < GAP_MAX * height && inColumn(token)) found.push(token);
  if (!onNext && last.line >= lines.length - EDGE_LINES_MAX)
    for (const line of search.next) for (const token of line) if (inColumn(token)) found.push(token);
  return found;
}

function byPage(tokens: readonly Token[]): PlacedWords {
  return [...Map.groupBy(tokens, ({ page }) => page)].map(([page, of]) => ({ page, words: of.map(({ word }) => word) }));
}
