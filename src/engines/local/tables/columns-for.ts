/** Which column of a grid answers which field of a row; all at once. */

import { type Asked, amountOf, fitOf, numberIn, type Pair, wordiness } from "./fit.ts";
import type { Grid, GridColumn } from "./grid.ts";
import { namesToNames } from "./group-headings.ts";
import { withWholeNames } from "./joined-names.ts";
import { leftOver } from "./left-over.ts";
import { bestPairing } from "./pairing.ts";
import { partedCodes, partedLetters } from "./parted-cells.ts";
import { periodAsked, periodsOf } from "./period-heads.ts";

/**
 * `needs`: columns of which a row has most, where nothing but their arithmetic says that the table is the list's. `summed`: the rows come to a
 * printed total, which proves each.
 */
export type Match = { grid: Grid; pairs: Pair[]; score: number; needs?: readonly GridColumn[]; summed?: boolean };

/** Heads less alike than this do not name a field: unrelated words share as many letters. */
const LIKE_MIN = 0.5;
/** A typed field needs a column where at least this share of the cells reads as its type: the rest is misread or a remark. */
const FIT_MIN = 0.4;
/** Types of cells count less than words of heads: many columns of a table have one type. */
const FIT_SHARE = 0.4;
/** A head that is the year which the field asks for names it as well as a word of its meaning. */
const PERIOD_LIKE = 0.9;
/** Breaks ties: amounts of a line are the last of several, other columns the first. */
const ORDER = 0.03;
const PRODUCT = 0.15;

/** "Without the letter before it", "exclude any leading list number". */
const WITHOUT_PREFIX = /\b(?:without|exclud(?:e|ing)|not)\b[^.;]{0,40}\b(?:prefix|leading|bullet)/i;

/** The pairs' columns may be parts of the grid's, or several of them joined. */
export function matchOf(asked: readonly Asked[], grid: Grid): Match {
  return { ...bestOf(asked, { ...grid, columns: withWholeNames(asked, grid.columns) }), grid };
}

function bestOf(asked: readonly Asked[], grid: Grid): Match {
  const whole = matched(asked, grid);
  const bare = asked.some(({ field }) => WITHOUT_PREFIX.test(field.description ?? ""));
  if (whole.pairs.length === asked.length && !bare) return whole;
  let best = whole;
  for (const column of grid.columns) {
    const parts = wordiness(column) > 0.5 ? partedCodes(column) : partedLetters(column);
    if (!parts) continue;
    const columns = grid.columns.flatMap((each) => (each === column ? parts : [each]));
    const parted = matched(asked, { ...grid, columns });
    if (parted.pairs.length > best.pairs.length || (bare && parted.pairs.length === best.pairs.length)) best = parted;
  }
  return best;
}

function matched(asked: readonly Asked[], grid: Grid): Match {
  const columns = grid.columns;
  const periods = periodsOf(columns);
  const isOf = ({ field }: Asked, column: GridColumn) => periods.has(column) && periods.get(column) === periodAsked(field);
  const like = asked.map((each) => columns.map((column) => Math.max(headLikeness(each, column), isOf(each, column) ? PERIOD_LIKE : 0)));
  const fit = asked.map((each) => columns.map((column) => fitOf(each, column)));
  const products = productsIn(columns);
  const scores = asked.map((each, i) =>
    columns.map((column, j) => {
      const [alike, fits] = [like[i]?.[j] ?? 0, fit[i]?.[j] ?? 0];
      if (alike < LIKE_MIN || fits < FIT_MIN) return 0;
      const place = columns.length < 2 ? 0 : j / (columns.length - 1);
      const last = (each.concept === "line_amount") !== grid.rtl ? place : 1 - place;
      return alike * (1 - FIT_SHARE + FIT_SHARE * fits) + ORDER * last + (products.get(column) === each.concept ? PRODUCT : 0);
    }),
  );
  const chosen = bestPairing(scores);
  const pairs = asked.flatMap((each, i): Pair[] => {
    const j = chosen[i] ?? null;
    const column = j === null ? undefined : columns[j];
    return column && j !== null ? [{ asked: each, column, sure: Math.min(1, scores[i]?.[j] ?? 0), named: true }] : [];
  });
  const all = namesToNames(asked, [...pairs, ...leftOver(asked, pairs, grid, products)]);
  return { grid, pairs: all, score: all.reduce((sum, { sure }) => sum + sure, 0) };
}

/** Heads over several columns count less by themselves than with the column's own head. */
function headLikeness({ headed }: Asked, { head, over }: GridColumn): number {
  const own = headed(head);
  if (over === "") return own;
  return Math.max(own, headed(`${over} ${head}`), 0.8 * headed(over) * (head === "" ? 1 : 0.8));
}

/** Rows compared. */
const ROWS_MAX = 30;
const COLUMNS_MAX = 12;

/** Columns whose numbers are quantity, price and their product in most rows, by concept. */
export function productsIn(columns: readonly GridColumn[]): Map<GridColumn, string> {
  const numbers = columns
    .map((column) => ({
      column,
      values: column.cells.slice(0, ROWS_MAX).map((cell) => (cell ? amountOf(numberIn(cell, "amount")?.raw) : null)),
    }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0))
    .slice(0, COLUMNS_MAX);
  for (const a of numbers) {
    for (const b of numbers) {
      for (const c of numbers) {
        if (a === b || c === a || c === b || a === c) continue;
        const rows = c.values.flatMap((value, i) => {
          const [x, y] = [a.values[i] ?? null, b.values[i] ?? null];
          return value === null || x === null || y === null || x === 1 || y === 1 || value === 0
            ? []
            : [Math.abs(x * y - value) <= 0.01 * Math.abs(value)];
        });
        if (rows.length < 2 || rows.filter((right) => right).length < 0.8 * rows.length) continue;
        const whole = (each: typeof a) => each.values.filter((value) => value !== null && Number.isInteger(value)).length;
        const [quantity, price] = whole(a) >= whole(b) ? [a, b] : [b, a];
        return new Map([
          [quantity.column, "quantity"],
          [price.column, "unit_price"],
          [c.column, "line_amount"],
        ]);
      }
    }
  }
  return new Map();
}
