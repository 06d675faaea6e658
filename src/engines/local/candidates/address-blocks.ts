/** Postal addresses as blocks of lines: a street, a postal code with a town, sometimes a country. */

import { boxAround } from "#documents/layout/assemble.ts";
import { isCompanyLine } from "#engines/local/page/legal-form.ts";
import { type Value, valuesIn } from "#engines/local/page/values-in.ts";
import { anyOf } from "#language/phrases.ts";
import { heightOf, overlapAcross } from "#structure/boxes.ts";
import { type Cell, type Sheet, textOf, wideCells } from "#structure/sheet.ts";

/** A postal code with what stands before it: of figures, British, Canadian, or Irish ("D02 AF30"). */
export const POSTCODE =
  /(?:^|[\s,.-])(?:[A-Z]{1,2}[- ]?)?\d{4,6}(?:-\d{4})?(?=[\s,.]|$)|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z] \d[A-Z]\d\b|\b[A-Z]\d[\dW] [A-Z][A-Z\d]{3}\b/u;
const STREET = new RegExp(`\\d|\\b${anyOf("engines", "street_words")}\\b`, "iu");
const OTHER_MATTER = new RegExp(
  `\\b(?:${anyOf("engines", "not_in_addresses")}|www|http|iban|bic)\\b|@|\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}|\\d{1,2}:\\d{2}|\\d[.,]\\d{2}\\b`,
  "iu",
);
const LINES_MAX = 6;
const LINE_WORDS_MAX = 14;
/** A line with this many lower-case words is running text. */
const SENTENCE_LOWER_MIN = 5;

export function addressBlocks(page: Sheet): Value[] {
  const joined = page.page.textSource === "native" ? page.cells : wideCells(page);
  const byLine = Map.groupBy(joined, (cell) => cell.line);
  const sheet: Sheet = { page: page.page, cells: joined, lines: page.lines.map((_, i) => byLine.get(i) ?? []) };
  return sheet.cells.flatMap((cell) => {
    if (!POSTCODE.test(cell.text) || !/\p{L}{3}/u.test(cell.text) || isOtherMatter(cell) || LABELLED.test(cell.text)) return [];
    const lines = [cell];
    for (let above = lineAbove(sheet, cell); above && lines.length < LINES_MAX; above = lineAbove(sheet, above)) {
      if (isNoPart(above) || !(STREET.test(above.text) || above.text.endsWith(","))) break;
      lines.unshift(above);
    }
    const below = lineBelow(sheet, cell);
    if (
      below &&
      /^[\p{L} ,.]{3,45}$/u.test(below.text) &&
      below.words.length <= 6 &&
      /^\p{Lu}/u.test(below.text) &&
      !OTHER_MATTER.test(below.text)
    )
      lines.push(below);
    return [blockOf(lines)];
  });
}

/** The company's registration number above its address, and "Branch: 12". */
const REGISTRATION = /^[(<]?[A-Z]{0,3}\d{4,}(?:-?[A-Z]{1,3})?[)>]?$/u;
/** A company recognised by its registration number, even if its legal form was misread. */
const REGISTERED = /\(\d{4,}-?[A-Z]{1,2}\)/u;
const LABELLED = new RegExp(`^(?!${anyOf("engines", "before_addresses")}\\b)\\p{L}[\\p{L} ]*:`, "iu");
const isNoPart = (cell: Cell) =>
  isOtherMatter(cell) ||
  /^\(/.test(cell.text) ||
  REGISTRATION.test(cell.text) ||
  REGISTERED.test(cell.text) ||
  LABELLED.test(cell.text) ||
  isCompanyLine(cell.text);

/** Sentences are not address lines, and "9 March 2026" only looks like a postal code with a town. */
const isOtherMatter = (cell: Cell) => OTHER_MATTER.test(cell.text) || isSentence(cell) || valuesIn(cell, "date").length > 0;

const isSentence = ({ words }: Cell) =>
  words.length > LINE_WORDS_MAX || words.filter(({ text }) => /^\p{Ll}{3}/u.test(text)).length >= SENTENCE_LOWER_MIN;

function blockOf(lines: readonly Cell[]): Value {
  const words = lines.flatMap((line) => line.words);
  const [first] = lines;
  if (!first) throw new Error("An address block has at least one line.");
  const box = boxAround(words);
  const streets = lines.length > 1 ? 1 : 0.6;
  return { cell: first, from: 0, to: first.words.length, raw: textOf(words), box, fit: streets };
}

const lineAbove = (sheet: Sheet, cell: Cell) => neighbour(sheet, cell, -1);
const lineBelow = (sheet: Sheet, cell: Cell) => neighbour(sheet, cell, 1);

/** The adjacent cell of the next line above or below, without a gap. */
function neighbour(sheet: Sheet, cell: Cell, step: 1 | -1): Cell | null {
  const height = heightOf(cell.box);
  for (let i = cell.line + step; i >= 0 && i < sheet.lines.length && Math.abs(i - cell.line) <= 3; i += step) {
    for (const other of sheet.lines[i] ?? []) {
      const gap = step > 0 ? other.box.top - cell.box.bottom : cell.box.top - other.box.bottom;
      if (gap < 1.2 * height && overlapAcross(other.box, cell.box) > 0.3) return other;
    }
  }
  return null;
}
