/** What stands around a value on its page: the texts that may be its label, by where they stand. */
import { memo } from "#contract/memo.ts";
import type { Box } from "#documents/document.ts";
import { type Cell, heightOf, type Sheet } from "#engines/local/page/sheet.ts";
import { overlapAcross } from "#engines/values/words.ts";
import { tokensOf } from "#language/fold.ts";
import { unitsOf } from "#language/thesaurus.ts";
import { type Frames, frameAround, framesOf, isRuledApart } from "./frames.ts";

export const PLACES = ["before", "left", "above", "head", "box", "row", "band", "section", "after"] as const;
export type Place = (typeof PLACES)[number];

/** A text near a value. `distance` 0 (touching) to 1; `ruled`: a ruling is between the two; `id`: equal for the same words. */
export type Around = {
  id: string;
  units: readonly string[];
  distance: number;
  colon: boolean;
  ruled: boolean;
  emphasis: boolean;
  /** Where its words stand; absent when they are of several cells. */
  cell?: Cell;
};
export type Surroundings = Partial<Record<Place, Around>>;

const BEFORE_WORDS_MAX = 8;
const LABEL_WORDS_MAX = 14;
const LINES_UP_MAX = 9;
const HEIGHTS_UP_MAX = 6;
const HEAD_STEPS_MAX = 60;
const SECTION_LINES_MAX = 45;

export type PlacesOn = {
  sheet: Sheet;
  /** The texts around the words `from` to `to` of a cell, which are in `box`. */
  around(cell: Cell, from: number, to: number, box: Box): Surroundings;
  /** The texts that lead to the cell: its own first words, and those left of it, above it and of its row. */
  textsAt(cell: Cell): { id: string; units: readonly string[] }[];
  /** Height of the type most of the page is set in. */
  usual: number;
  /** Whether the cell looks like a heading. */
  isHeading(cell: Cell): boolean;
};

export function placesOn(sheet: Sheet): PlacesOn {
  const usual = medianHeight(sheet);
  const frames = framesOf(sheet.page.rulings, sheet.page);
  const isHeading = memo((cell: Cell) => looksLikeHeading(cell, sheet, usual), new WeakMap());
  const upward = memo((cell: Cell) => cellAbove(cell.box, cell.line, sheet) ?? undefined, new WeakMap());
  const view: View = { sheet, usual, frames, isHeading, upward };
  const sectionOf = memo((cell: Cell) => sectionAbove(cell, view) ?? undefined, new WeakMap());
  const framed = memo((cell: Cell) => inFrame(cell, view), new WeakMap());
  return {
    sheet,
    usual,
    isHeading,
    textsAt(cell) {
      const row = sheet.lines[cell.line] ?? [];
      const above = upward(cell);
      const head = above && headFrom(above, upward);
      const near = [
        labelLeft(row, cell, view),
        above && stacked(above, view),
        head && head !== above && stacked(head, view),
        framed(cell).box,
      ];
      const [first] = row;
      return [
        wordsAs(cell, 0, cell.words.length),
        ...(first && cell.column > 1 ? [wordsAs(first)] : []),
        ...near.filter((text) => text !== null && text !== undefined && text !== false),
      ];
    },
    around(cell, from, to, box) {
      const found: Surroundings = { ...framed(cell) };
      const row = sheet.lines[cell.line] ?? [];
      if (from > 0) found.before = { ...before(cell, from), distance: 0, ruled: false, emphasis: false, cell };
      const left = labelLeft(row, cell, view);
      if (left) found.left = left;
      const [first] = row;
      if (first && cell.column > 1) found.row = put(wordsAs(first), first, box, "across", view);
      const above = cellAbove(box, cell.line, sheet);
      if (above) found.above = put(stacked(above, view), above, box, "down", view);
      const head = above ? headFrom(above, upward) : null;
      if (head && head !== above) found.head = { ...put(stacked(head, view), head, box, "down", view), distance: 0 };
      const section = sectionOf(cell);
      if (section) found.section = put(wordsAs(section), section, box, "down", view);
      const after = cell.words.length > to ? wordsAs(cell, to, to + 4) : row[cell.column + 1] && wordsAs(row[cell.column + 1] ?? cell);
      if (after) found.after = { ...after, distance: cell.words.length > to ? 0 : 1, ruled: false, emphasis: false };
      return found;
    },
  };
}

type View = {
  sheet: Sheet;
  usual: number;
  frames: Frames;
  isHeading: (cell: Cell) => boolean;
  upward: (cell: Cell) => Cell | undefined;
};

function put(text: Text, of: Cell, box: Box, way: "across" | "down", view: View): Around {
  const [gap, most] =
    way === "across" ? [box.left - of.box.right, view.sheet.page.width / 2] : [box.top - of.box.bottom, HEIGHTS_UP_MAX * view.usual];
  return {
    ...text,
    distance: apart(gap, most),
    ruled: isRuledApart(of.box, box, way, view.frames),
    emphasis: view.isHeading(of),
    cell: of,
  };
}

/** Only a form's number, a currency or a sign, between a label and its value. */
const isBetween = ({ text }: Cell) => /^(?:\d{1,2}[a-z]?[.)]?|[a-z][.)]?|\p{Sc}|[A-Z]{3}|\P{L}?)$/u.test(text) || !/[\p{L}\d]/u.test(text);

/** The cell left of another, past numbers of the form, which are added to its words. */
function labelLeft(row: readonly Cell[], cell: Cell, view: View): Around | null {
  let at = cell.column - 1;
  while (at > 0 && cell.column - at < 3 && row[at] && isBetween(row[at] as Cell)) at--;
  const left = row[at];
  if (!left || left === cell) return null;
  const passed = row.slice(at + 1, cell.column).flatMap(({ text }) => tokensOf(text));
  const text = tailOf(left);
  const all = passed.length === 0 ? text : { ...text, id: `${text.id} ${passed.join(" ")}`, units: [...text.units, ...passed] };
  return put(all, left, cell.box, "across", view);
}

const STACK_LINES_MAX = 3;
const STACK_GAP_MAX = 0.6;

/** A label with the lines of it that stand right above: `Date of` over `birth`. */
function stacked(cell: Cell, { upward, usual }: View): Text {
  const lines = [cell];
  for (let above = upward(cell); above && lines.length < STACK_LINES_MAX; above = upward(above)) {
    const [last] = lines;
    if (!last || !isLabelLike(above) || !isLabelLike(last) || /[:：]$/.test(above.text)) break;
    const near = last.box.top - above.box.bottom < STACK_GAP_MAX * heightOf(last.box);
    const alike = Math.abs(heightOf(above.box) - heightOf(last.box)) < 0.25 * heightOf(last.box);
    if (!near || !alike || Math.abs(above.box.left - last.box.left) > 3 * usual) break;
    lines.unshift(above);
  }
  const texts = lines.map((line) => wordsAs(line));
  const [only] = texts;
  if (texts.length === 1 && only) return only;
  return { id: texts.map(({ id }) => id).join(" "), units: texts.flatMap(({ units }) => units), colon: texts.at(-1)?.colon ?? false };
}

const BAND_WORDS_MAX = 24;

/** In a ruled box the text at its top left is the label of what stands below; the texts left of it in the same band name its row. */
function inFrame(cell: Cell, view: View): Surroundings {
  const frame = frameAround(cell.box, view.frames);
  if (!frame) return {};
  const found: Surroundings = {};
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
  if (top && top !== cell && frame.sides >= 3 && isLabelLike(top)) found.box = put(wordsAs(top), top, cell.box, "down", view);
  if (beside.length > 0 && beside.length < 12) {
    const texts = beside.map((other) => wordsAs(other));
    const units = texts.flatMap((text) => text.units).slice(0, BAND_WORDS_MAX);
    found.band = { id: texts.map(({ id }) => id).join(" "), units, colon: false, distance: 0, ruled: true, emphasis: false };
  }
  return found;
}

const apart = (gap: number, most: number) => Math.max(0, Math.min(1, gap / Math.max(1, most)));

type Text = { id: string; units: readonly string[]; colon: boolean };

const unitsFor = memo((folded: string) => unitsOf(folded === "" ? [] : folded.split(" ")));

function wordsAs(cell: Cell, from = 0, to = LABEL_WORDS_MAX): Text {
  const words = cell.words.slice(from, to);
  const id = words.flatMap(({ text }) => tokensOf(text)).join(" ");
  return { id, units: unitsFor(id), colon: /[:：#]$/.test(words.at(-1)?.text ?? "") };
}

/** The words directly before, back to an earlier colon that ends a label of its own. */
function before(cell: Cell, from: number): Text {
  let start = Math.max(0, from - BEFORE_WORDS_MAX);
  for (let i = start; i < from - 1; i++) if (/[:：]$/.test(cell.words[i]?.text ?? "")) start = Math.min(from - 1, i + 1);
  return wordsAs(cell, start, from);
}

/** The last words of a cell, from its last colon but the one at its end: `Order 17 Date:` is announced by its end. */
function tailOf(cell: Cell): Text {
  return before(cell, cell.words.length);
}

/** The nearest cell above the box that shares some of its width, or begins at its left edge. */
function cellAbove(box: Box, line: number, sheet: Sheet): Cell | null {
  const height = Math.max(1, heightOf(box));
  for (let i = line - 1; i >= Math.max(0, line - LINES_UP_MAX); i--) {
    let best: Cell | null = null;
    for (const cell of sheet.lines[i] ?? []) {
      const drop = box.top - cell.box.bottom;
      if (drop > HEIGHTS_UP_MAX * height) return null;
      if (drop < -0.4 * height) continue;
      const shared = overlapAcross(cell.box, box);
      if (shared > 0.25 || Math.abs(cell.box.left - box.left) < height) if (!best || shared > overlapAcross(best.box, box)) best = cell;
    }
    if (best) return best;
  }
  return null;
}

const isLabelLike = ({ text }: Cell) => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const digits = text.match(/\d/g)?.length ?? 0;
  return letters >= 2 && digits <= letters / 3;
};

/** Up the column past values to the first text without figures. */
function headFrom(cell: Cell, upward: (cell: Cell) => Cell | undefined): Cell | null {
  let at: Cell | undefined = cell;
  for (let step = 0; at && step < HEAD_STEPS_MAX; step++) {
    if (isLabelLike(at)) return at;
    at = upward(at);
  }
  return null;
}

function medianHeight(sheet: Sheet): number {
  const heights = sheet.cells.map(({ box }) => heightOf(box)).sort((a, b) => a - b);
  return Math.max(1, heights[Math.floor(heights.length / 2)] ?? 1);
}

const LARGER = 1.15;
const HEADING_WORDS_MAX = 9;

/** Few words without figures that are set larger, bold or in capitals, or alone in their line. */
function looksLikeHeading(cell: Cell, sheet: Sheet, usual: number): boolean {
  if (!isLabelLike(cell) || cell.words.length > HEADING_WORDS_MAX || /\d/.test(cell.text)) return false;
  const bold = cell.words.every((word) => word.bold);
  const capitals = /\p{Lu}{3}/u.test(cell.text) && !/\p{Ll}/u.test(cell.text);
  const large = heightOf(cell.box) > LARGER * usual;
  return bold || capitals || large || (sheet.lines[cell.line]?.length === 1 && !/[.,;]$/.test(cell.text));
}

/** The nearest heading above that begins no further right than the cell. */
function sectionAbove(cell: Cell, { sheet, isHeading }: View): Cell | null {
  const direct = cellAbove(cell.box, cell.line, sheet);
  for (let i = cell.line - 1; i >= Math.max(0, cell.line - SECTION_LINES_MAX); i--) {
    for (const other of (sheet.lines[i] ?? []).toReversed()) {
      if (other !== direct && other.box.left <= cell.box.left + heightOf(cell.box) && isHeading(other)) return other;
    }
  }
  return null;
}
