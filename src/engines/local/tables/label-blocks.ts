/** Records as blocks: the labels of a list's fields below each other with their values at the right, and the same labels again for the next. */
import { heightOf } from "#structure/boxes.ts";
import { isValueLike, type Piece } from "#structure/pieces.ts";
import type { Cell } from "#structure/sheet.ts";
import { type Asked, fits } from "./fit.ts";
import type { Grid } from "./grid.ts";
import { cellOfWords } from "./piece-cells.ts";
import { isTotal } from "./totals.ts";

const NAMED_MIN = 0.6;
const LABEL_WORDS_MAX = 6;
/** Share of the fields that a record has at least. */
const FIELDS_SHARE = 0.5;
const FIELDS_MIN = 2;
/** Of a single block, which no repetition proves. */
const LONE_MIN = 3;
/** Lines of other labels within a record. */
const OTHERS_MAX = 8;
/** Labels of one block begin at the same place, in line heights. */
const EDGE_MAX = 1;
const LINES_MAX = 400;

type Lines = readonly (readonly Piece[])[];
type Entry = { label: string; over: string; left: number; value: Cell };
/** What a line holds: a label with its value, a heading, or something else. */
type Line = { entry: Entry | null; heading: Cell | null };
type Found = {
  values: Map<Asked, { label: string; like: number; value: Cell }>;
  heading: Cell | null;
  titles: string[];
  left: number;
  last: number;
};

/** One grid of all blocks. `pages`: the pieces of each page by line. */
export function gridsOfBlocks(asked: readonly Asked[], pages: readonly Lines[]): Grid[] {
  if (asked.length < FIELDS_MIN) return [];
  const lines = pages.flatMap((page) => linesOf(page.slice(0, LINES_MAX)));
  const least = Math.max(FIELDS_MIN, Math.ceil(FIELDS_SHARE * asked.length));
  const blocks = blocksIn(asked, lines).filter(({ values }) => values.size >= least);
  const [first] = blocks;
  if (!first || (blocks.length === 1 && first.values.size < LONE_MIN)) return [];
  const named = asked.filter((each) => blocks.some(({ values }) => values.has(each)));
  const columns = named.map((each) => ({
    head: blocks.find(({ values }) => values.has(each))?.values.get(each)?.label ?? "",
    over: "",
    headCells: [],
    cells: blocks.map(({ values }) => values.get(each)?.value ?? null),
  }));
  const page = [...first.values.values()][0]?.value.page ?? 0;
  return [{ columns, sections: blocks.map(({ heading }) => heading), titles: first.titles, page, rtl: false }];
}

/** Two texts side by side, the first without a number, are a label and its value; a lone text is a heading. */
function linesOf(page: Lines): Line[] {
  let over = "";
  return page.map((line): Line => {
    const [label, value, ...others] = line;
    if (!label || label.words.length > LABEL_WORDS_MAX || isValueLike(label.text) || isTotal(label.text))
      return { entry: null, heading: null };
    if (!value) {
      over = label.text;
      return { entry: null, heading: cellOfWords(label, label.words) };
    }
    return {
      entry: {
        label: label.text,
        over,
        left: label.box.left,
        value: cellOfWords(
          value,
          [value, ...others].flatMap(({ words }) => words),
        ),
      },
      heading: null,
    };
  });
}

/** A label that comes again begins the next block; of several labels of one field in a block the likeliest counts. */
function blocksIn(asked: readonly Asked[], lines: readonly Line[]): Found[] {
  const blocks: Found[] = [];
  let open: Found | null = null;
  for (const [i, { entry }] of lines.entries()) {
    const named = entry && namedBy(asked, entry);
    if (!entry || !named) continue;
    const known = open?.values.get(named.field);
    const apart = open && (i - open.last > OTHERS_MAX || Math.abs(open.left - entry.left) > EDGE_MAX * heightOf(entry.value.box));
    if (!open || apart || known?.label === named.label) {
      const titles = headingsAbove(lines, i);
      open = { values: new Map(), heading: titles[0] ?? null, titles: titles.map(({ text }) => text), left: entry.left, last: i };
      blocks.push(open);
    } else if (known && known.like >= named.like) continue;
    open.values.set(named.field, { label: named.label, like: named.like, value: entry.value });
    open.last = i;
  }
  return blocks;
}

/** The field that the label names, by itself or with the heading above it, and whose type the value has. */
function namedBy(asked: readonly Asked[], { label, over, value }: Entry): { field: Asked; label: string; like: number } | null {
  let best: { field: Asked; label: string; like: number } | null = null;
  for (const field of asked) {
    for (const text of over === "" ? [label] : [label, `${over} ${label}`]) {
      const like = field.headed(text);
      if (like >= NAMED_MIN && (!best || like > best.like) && fits(field, value)) best = { field, label: text, like };
    }
  }
  return best && asked.every((each) => each.headed(value.text) < NAMED_MIN) ? best : null;
}

const HEADINGS_MAX = 3;

/** The lone texts right above, the nearest first. */
function headingsAbove(lines: readonly Line[], at: number): Cell[] {
  const found: Cell[] = [];
  for (let i = at - 1; i >= 0 && found.length < HEADINGS_MAX; i--) {
    const heading = lines[i]?.heading;
    if (!heading) break;
    found.push(heading);
  }
  return found;
}
