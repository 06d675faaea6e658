/** What stands around a value on its page: the texts that may be its label, by where they stand. */

import { memo, once } from "#contract/memo.ts";
import type { Box } from "#documents/document.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { cellAbove, headFrom, withSign } from "./cells-above.ts";
import { frameAround, framesOf } from "./frames.ts";
import { looksLikeHeading, sectionAbove } from "./headings.ts";
import { isLabelLike, type LabelText, labelOf, NO_TEXT, wholeOf, wordsAs, wordsBefore } from "./label-texts.ts";
import { labelBelow, labelLeft, numberOnLine, stacked } from "./labels-around.ts";
import { type Numbering, numberingOf } from "./numbering.ts";
import { type Around, put, type View } from "./page-view.ts";
import { type Prose, proseOn } from "./prose.ts";
import { furtherLines, textBlocksOf } from "./text-blocks.ts";

export const PLACES = ["before", "left", "above", "head", "box", "below", "row", "band", "section", "after", "sentence"] as const;
export type Place = (typeof PLACES)[number];

/** Null where nothing stands at a place. Every object has all keys, in one order: one hidden class, so that V8 reads them fast. */
export type Surroundings = Record<Place, Around | null>;
const NOTHING: Surroundings = {
  before: null,
  left: null,
  above: null,
  head: null,
  box: null,
  below: null,
  row: null,
  band: null,
  section: null,
  after: null,
  sentence: null,
};

type Leading = Pick<LabelText, "id" | "units"> & Partial<Pick<LabelText, "parts">>;

export type PlacesOn = {
  sheet: Sheet;
  /** The texts around the words `from` to `to` of a cell, which are in `box`. */
  around(cell: Cell, from: number, to: number, box: Box): Surroundings;
  /** The texts that lead to the cell: its own first words, and those left of it, above it, right of a value and of its row. */
  textsAt(cell: Cell): [Leading, ...Leading[]];
  /** Height of the type most of the page is set in. */
  usual: number;
  /** Whether the cell looks like a heading. */
  isHeading(cell: Cell): boolean;
  numbering: Numbering;
  prose: Prose;
  /** How many lines of its block stand above the cell; 0 for the first one, and outside of blocks. */
  linesAbove(cell: Cell): number;
  /** The form's number that the cell is on the line of, or begins with; null where there is none. */
  numberOf(cell: Cell): string | null;
};

export function placesOn(sheet: Sheet): PlacesOn {
  const usual = medianHeight(sheet);
  const frames = framesOf(sheet.page.rulings, sheet.page);
  const isHeading = memo((cell: Cell) => looksLikeHeading(cell, sheet, usual));
  const upward = memo((cell: Cell) => cellAbove(withSign(cell, cell.box, sheet), cell.line, sheet));
  const headOf = memo((cell: Cell) => headFrom(cell, upward));
  const numbering = numberingOf(sheet);
  const view: View = { sheet, usual, frames, isHeading, upward, numbering };
  const headings = once(() => sheet.lines.map((line) => line.filter(isHeading)).filter((line) => line.length > 0));
  const sectionOf = memo((cell: Cell) => sectionAbove(cell, upward(cell), headings(), view));
  const stackAt = memo((cell: Cell) => stacked(cell, view));
  const framed = memo((cell: Cell) => inFrame(cell, view));
  const blocks = textBlocksOf(sheet);
  const prose = proseOn(sheet);
  const further = furtherLines(blocks);
  const leftInRow = (cell: Cell) => labelLeft(sheet.lines[cell.line] ?? [], cell, view);
  /** A label may stand beside the middle of a block: then it is that of the first line too. */
  const leftOf = memo((cell: Cell) => leftInRow(cell) ?? firstOf(further.get(cell) ?? [], leftInRow));
  /** The words of a cell behind those that lead to them from the line above. */
  const led = memo((cell: Cell) => {
    const lead = prose.lead(cell);
    return { words: lead.length > 0 ? [...lead, ...cell.words] : cell.words, offset: lead.length };
  });
  const ruling = memo((cell: Cell) => blockLabel(blocks.get(cell) ?? []));
  /** What the first line of the block, and the labels left of and above it, say of a line further down. */
  function blockLabel(above: readonly Cell[]): LabelText | null {
    const [first] = above;
    if (!first) return null;
    const upper = upward(first);
    const texts = [labelOf(first), leftOf(first), upper && stackAt(upper)].filter((text) => text !== null && text !== undefined);
    const [whole] = texts;
    return whole ? { ...whole, parts: texts.flatMap((text) => [text, ...text.parts]) } : null;
  }
  return {
    sheet,
    usual,
    isHeading,
    numbering,
    prose,
    linesAbove: (cell) => blocks.get(cell)?.length ?? 0,
    numberOf: (cell) => numberOnLine(cell, view),
    textsAt(cell) {
      const row = sheet.lines[cell.line] ?? [];
      const above = upward(cell);
      const head = above && headOf(above);
      const near = [
        leftOf(cell),
        above && stackAt(above),
        head && head !== above && stackAt(head),
        ...(ruling(cell)?.parts ?? []),
        framed(cell).box,
        labelBelow(cell.box, cell.line, view),
        behind(cell, row),
      ];
      const [first] = row;
      const section = sectionOf(cell);
      return [
        wholeOf(cell),
        ...(section ? [section.text, ...section.text.parts] : []),
        ...(first && cell.column > 1 ? [labelOf(first)] : []),
        ...near.filter((text) => text !== null && text !== undefined && text !== false),
      ];
    },
    around(cell, from, to, box) {
      const found: Surroundings = { ...NOTHING, ...framed(cell) };
      const row = sheet.lines[cell.line] ?? [];
      const { words, offset } = led(cell);
      const before = offset + from > 0 && wordsBefore({ words }, offset + from);
      if (before) found.before = { ...before, distance: 0, ruled: false, emphasis: false, cell };
      const left = leftOf(cell);
      if (left) found.left = left;
      const [first] = row;
      if (first && cell.column > 1) found.row = put(labelOf(first), first, box, "across", view);
      const above = from === 0 ? upward(cell) : cellAbove(box, cell.line, sheet);
      if (above) found.above = put(stackAt(above), above, box, "down", view);
      const head = above ? headOf(above) : null;
      const ruled = ruling(cell);
      const [top] = blocks.get(cell) ?? [];
      if (ruled && top) found.head = { ...put(ruled, top, box, "down", view), distance: 0 };
      else if (head && head !== above) found.head = { ...put(stackAt(head), head, box, "down", view), distance: 0 };
      const below = labelBelow(box, cell.line, view);
      // A box that has its label above the value has none in the box beneath.
      if (below && !(found.box && below.ruled)) found.below = below;
      const section = sectionOf(cell);
      if (section) found.section = put(section.text, section.cell, box, "down", view);
      const after = cell.words.length > to ? wordsAs(cell, to, to + 4) : row[cell.column + 1] && labelOf(row[cell.column + 1] ?? cell);
      const sentence = prose.sentenceAt(cell, from);
      if (sentence) found.sentence = { ...sentence, distance: 0, ruled: false, emphasis: false, cell: null };
      if (after) found.after = { ...after, distance: cell.words.length > to ? 0 : 1, ruled: false, emphasis: false, cell: null };
      return found;
    },
  };
}

/** The label that stands right of a value: "909.28  VAT at 20 %". */
function behind(cell: Cell, row: readonly Cell[]): LabelText | null {
  const next = row[cell.column + 1];
  return next && isLabelLike(next) && !isLabelLike(cell) ? labelOf(next) : null;
}

function firstOf<T, R>(list: readonly T[], of: (each: T) => R | null): R | null {
  for (const each of list) {
    const found = of(each);
    if (found !== null) return found;
  }
  return null;
}

const BAND_WORDS_MAX = 24;

/** In a ruled box the text at its top left is the label of what stands below; the texts left of it in the same band name its row. */
function inFrame(cell: Cell, view: View): Pick<Surroundings, "box" | "band"> {
  const found: Pick<Surroundings, "box" | "band"> = { box: null, band: null };
  const frame = frameAround(cell.box, view.frames);
  if (!frame) return found;
  const middle = (box: Box) => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
  const inside: Cell[] = [];
  const beside: Cell[] = [];
  for (const line of view.sheet.lines) {
    const [first] = line;
    if (!first || first.box.bottom < frame.top || first.box.top > frame.bottom) continue;
    for (const other of line) {
      const { x, y } = middle(other.box);
      if (y < frame.top || y > frame.bottom) continue;
      if (x >= frame.left && x <= frame.right) inside.push(other);
      else if (x < frame.left) beside.push(other);
    }
  }
  const [top] = inside;
  if (top && top !== cell && frame.sides >= 3 && isLabelLike(top)) found.box = put(labelOf(top), top, cell.box, "down", view);
  if (beside.length > 0 && beside.length < 12) {
    const texts = beside.map((other) => labelOf(other));
    const units = texts.flatMap((text) => text.units).slice(0, BAND_WORDS_MAX);
    const text = { ...NO_TEXT, id: texts.map(({ id }) => id).join(" "), units };
    found.band = { ...text, distance: 0, ruled: true, emphasis: false, cell: null };
  }
  return found;
}

function medianHeight(sheet: Sheet): number {
  const heights = sheet.cells.map(({ box }) => heightOf(box)).sort((a, b) => a - b);
  return Math.max(1, heights[Math.floor(heights.length / 2)] ?? 1);
}
