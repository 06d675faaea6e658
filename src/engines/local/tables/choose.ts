/** Chooses for each list of a schema the printed tables that answer it. */
import type { Field } from "#contract/schema/field.ts";
import type { ListField } from "#engines/local/leaves.ts";
import { fold, nameTokens, tokensOf } from "#language/fold.ts";
import { stemOf } from "#language/stems.ts";
import { meaningsOf, sharedMeaning, unitsOf } from "#language/thesaurus.ts";
import type { Piece } from "#structure/pieces.ts";
import { gridsBelowHeads } from "./asked-heads.ts";
import { type Match, matchOf, productsIn } from "./columns-for.ts";
import { type Asked, askedOf, wordiness } from "./fit.ts";
import type { Grid, GridColumn } from "./grid.ts";
import { gridsOfBlocks } from "./label-blocks.ts";
import { gridsOfBoxes } from "./numbered-boxes.ts";
import { gridsOfPrices } from "./price-lists.ts";
import { gridsOfItems, gridsOfPayments } from "./receipts.ts";
import { gridsSideBySide } from "./side-by-side.ts";
import { tidied } from "./tidy.ts";
import { withoutTotals } from "./totals.ts";
import { transposedOf } from "./transposed.ts";

/** The tables of a list in reading order; `sure` 0..1 of the choice. */
export type Chosen = { list: ListField; matches: Match[]; sure: number };

/** A column whose head names the field this surely is a reason to take the table. */
const STRONG_MIN = 0.6;
/** A table by its print with so many named columns is the list's, unless another names all fields. */
const NAMED_MIN = 2;
const CLEARLY = 0.1;
/** With so sure heads of all fields no other table is looked for. */
const SURE_MIN = 0.9;
/** A title like the list's name counts as much as this many named columns. */
const TITLE_WORTH = 0.8;
const TITLE_MIN = 0.45;
/** Fields without a column speak against a table. */
const MISSING = 0.25;

/** Every field has a column of its name. */
const COMPLETE = 0.5;
/** A title that fits this much less is that of another table on the page. */
const TITLES_DIFFER = 0.3;

/** Items of a receipt are asked for by so many fields at least; one head that names one of them may be that of another table. */
const ITEM_FIELDS = 2;

/** Texts with an amount each are the items of a receipt from this many rows on. */
const BARE_ROWS_MIN = 3;

/** `told`: how many fields have values in a column whose head names them. */
type Option = { list: ListField; match: Match; title: number; told: number; score: number };

/** `grids`: the tables that the pages' print shows; `lines`: the pieces of each page, where they show none that answers. */
export function chooseTables(lists: readonly ListField[], grids: readonly Grid[], lines: readonly Lines[]): Chosen[] {
  const options = lists.flatMap((list) => optionsFor(list, grids, lines)).sort((a, b) => b.score - a.score);
  const chosen = new Map<ListField, Option>();
  const used = new Map<Grid, ListField>();
  for (const option of options) {
    if (chosen.has(option.list)) continue;
    const other = used.get(option.match.grid);
    if (other && !sharesTable(option, chosen.get(other))) continue;
    chosen.set(option.list, option);
    if (!other) used.set(option.match.grid, option.list);
    for (const { match } of otherParts(option, options)) if (!used.has(match.grid)) used.set(match.grid, option.list);
  }
  return lists.flatMap((list) => {
    const best = chosen.get(list);
    if (!best) return [];
    const alike = options.filter(
      (option) =>
        option.list === list && (option === best || ((used.get(option.match.grid) ?? list) === list && isSameTable(option, best))),
    );
    const order = ({ match }: Option) => grids.indexOf(match.grid);
    const matches = alike.sort((a, b) => order(a) - order(b)).map(({ match }) => match);
    return [{ list, matches, sure: Math.min(1, best.score / Math.max(1, askedOf(list).length)) }];
  });
}

type Lines = readonly (readonly Piece[])[];

/** Tables by their print, unless lines that name the fields are found without it and say more; where no heads name fields, the items of a receipt. */
function optionsFor(list: ListField, grids: readonly Grid[], pages: readonly Lines[]): Option[] {
  const asked = askedOf(list);
  const printed = optionsOf(list, asked, grids);
  if (printed.some(({ told, match }) => told === asked.length && match.score >= SURE_MIN * asked.length)) return printed;
  const blocks = [...gridsOfBlocks(asked, pages), ...gridsOfBoxes(list.field, asked, pages), ...gridsOfPayments(list.field, asked, pages)];
  const headed = optionsOf(list, asked, [...headedGrids(asked, pages), ...blocks]);
  const named =
    [...printed, ...headed].some(({ told }) => told >= NAMED_MIN) || (asked.length < ITEM_FIELDS && printed.some(({ told }) => told > 0));
  const items = named ? [] : optionsOf(list, asked, gridsOfItems(asked, pages), true);
  if (items.length > 0) return items;
  const [best, other] = [printed, headed].map(([first, ...others]) =>
    others.reduce((a, b) => (b && a && b.score > a.score ? b : a), first),
  );
  if (!best && !other) return pricesFor(list, asked, pages);
  if (!best || !other) return best ? printed : headed;
  const complete = other.told === asked.length;
  const clearer = complete && (best.told < asked.length || other.match.score > best.match.score + CLEARLY);
  const more = clearer || other.told >= best.told + (best.told < NAMED_MIN ? 1 : NAMED_MIN);
  return more ? headed : printed;
}

/** The tables below heads that name the fields, whatever the print shows. */
export const headedGrids = (asked: readonly Asked[], pages: readonly Lines[]): Grid[] => [
  ...gridsBelowHeads(asked, pages).flatMap((grid) => withoutTotals(tidied(grid))),
  ...gridsSideBySide(asked, pages),
];

/** A list of texts with one amount each, where no table answers it, is that of the lines of the document that are no more. */
function pricesFor(list: ListField, asked: readonly Asked[], pages: readonly Lines[]): Option[] {
  const [texts, numbers] = [
    asked.filter(({ kind, field }) => kind === "text" && !field.enum),
    asked.filter(({ kind }) => kind === "amount"),
  ];
  if (texts.length === 0 || numbers.length !== 1) return [];
  return gridsOfPrices(pages).flatMap((grid) => {
    const match = matchOf(asked, grid);
    return match.pairs.length < 2
      ? []
      : [{ list, match, title: 0, told: 0, score: match.score - MISSING * (asked.length - match.pairs.length) }];
  });
}

/** `summed`: the rows come to a printed total. */
function optionsOf(list: ListField, asked: readonly Asked[], grids: readonly Grid[], summed = false): Option[] {
  return grids.flatMap((grid): Option[] => {
    const match = bestMatch(asked, grid);
    const title = titleLikeness(list.field, grid);
    const { pairs } = match;
    const strong = pairs.filter(({ named, sure }) => named && sure >= STRONG_MIN).length;
    const rows = grid.sections.length;
    const surest = pairs.some(({ named, sure }) => named && sure >= SURE_MIN) && title >= TITLE_MIN;
    const named =
      strong >= 2 || surest || (strong === 1 && (asked.length === 1 || (pairs.length >= 2 && (asked.length <= 3 || title >= TITLE_MIN))));
    const most = pairs.length >= 2 && pairs.length >= 0.6 * asked.length;
    const priced = ["line_amount", "unit_price"].some((concept) => pairs.some((pair) => pair.asked.concept === concept));
    const items = priced && pairs.some((pair) => pair.asked.concept === "description");
    const product = pairs.length === asked.length && pairs.length > PRODUCT_FIELDS && rows >= BARE_ROWS_MIN ? productOf(match) : [];
    const proved = product.length > 0;
    if (proved && strong === 0) match.needs = product;
    match.summed = summed;
    const whole = proved || (most && title >= TITLE_MIN) || (items && strong === 0 && (summed || rows >= BARE_ROWS_MIN) && isBare(grid));
    if (!named && !whole) return [];
    const complete = strong === asked.length ? COMPLETE : 0;
    const score = complete + match.score + TITLE_WORTH * title - MISSING * (asked.length - pairs.length) + Math.min(0.2, 0.02 * rows);
    const told = pairs.filter((pair) => pair.named && pair.sure >= STRONG_MIN && pair.column.cells.some((cell) => cell !== null)).length;
    return [{ list, match, title, told, score }];
  });
}

/** Rows are records, unless the names beside them are those of the fields. */
function bestMatch(asked: readonly Asked[], grid: Grid): Match {
  const upright = matchOf(asked, grid);
  const turned = transposedOf(grid);
  const across = turned && matchOf(asked, turned);
  const count = (match: Match) => match.pairs.filter(({ named }) => named).length;
  if (!across || count(across) < 2 || count(across) <= count(upright) || across.score <= upright.score) return upright;
  return { ...across, pairs: across.pairs.filter(({ named }) => named) };
}

/** A quantity, a price and their product are three fields. */
const PRODUCT_FIELDS = 3;

/** The three of the fields' columns that are in most rows a quantity, a price and their product. */
const productOf = ({ pairs }: Match): GridColumn[] => [...productsIn(pairs.map(({ column }) => column)).keys()];

/** Without heads: its columns can only be told by their cells. */
const isBare = (grid: Grid): boolean => grid.columns.every(({ head }) => head === "");

/** Two lists may be rows of one table only when each has a named column that the other does not ask for. */
function sharesTable(option: Option, other: Option | undefined): boolean {
  const own = (one: Option, two: Option) =>
    one.match.pairs.some(
      (pair) => pair.named && pair.sure >= STRONG_MIN && !two.match.pairs.some(({ column }) => column.head === pair.column.head),
    );
  return other !== undefined && own(option, other) && own(other, option);
}

/** Other tables with the same heads hold more rows, unless their title fits the list clearly less. */
function isSameTable(option: Option, best: Option): boolean {
  const heads = (each: Option) => each.match.pairs.map(({ column }) => fold(column.head)).join("|");
  const named = best.match.pairs.some((pair) => pair.named);
  const titled = option.title >= best.title - TITLES_DIFFER || option.match.grid.page > best.match.grid.page;
  return named && heads(option) === heads(best) && titled;
}

/** The list's other parts of the statement, unless another list is called more like the part. */
function otherParts(best: Option, options: readonly Option[]): Option[] {
  const { whole } = best.match.grid;
  const isOthers = ({ match, title }: Option) => options.some((each) => each.match.grid === match.grid && each.title > title);
  return whole === undefined
    ? []
    : options.filter((each) => each.list === best.list && each.match.grid.whole === whole && isSameTable(each, best) && !isOthers(each));
}

const DULL = new Set(
  "the a an of for in on at is are be this that and or by with its which from to as any all each every one per row rows table list line lines item items entry entries exclude excluding printed exactly total summary data value values name number only document section".split(
    " ",
  ),
);

/** Share of the list's name, or of a title's words, that the other has, 0..1: by words, or by what they mean in any language. */
export function titleLikeness(field: Field, grid: Grid): number {
  const heads = grid.columns.filter((column) => wordiness(column) > 0.6).map(({ head }) => head);
  const titles = [...grid.titles, ...heads.filter((head) => head !== "")];
  return Math.max(likenessBy(byStems, field, titles), likenessBy(byMeaning, field, titles));
}

/** `of`: words as they are compared, without those of every list and title. The head of a column of texts may be the title. */
type Way = { of: (words: readonly string[]) => readonly string[]; isSame: (one: string, other: string) => boolean };

const byStems: Way = { of: (words) => words.map((word) => stemOf(word, "en")), isSame: (one, other) => one === other };
const byMeaning: Way = {
  of: unitsOf,
  isSame: (one, other) => one === other || sharedMeaning(meaningsOf(one), meaningsOf(other)) === "same",
};

function likenessBy({ of, isSame }: Way, field: Field, titles: readonly string[]): number {
  const telling = (words: readonly string[]) => of(words.filter((word) => !DULL.has(word)));
  const has = (words: readonly string[], word: string) => words.some((other) => isSame(other, word));
  const name = telling(nameTokens(field.name));
  const described = [...name, ...telling(tokensOf(field.description ?? ""))];
  let most = 0;
  for (const [i, text] of titles.entries()) {
    const words = telling(tokensOf(text));
    if (words.length === 0) continue;
    const ofName = name.length === 0 ? 0 : name.filter((word) => has(words, word)).length / name.length;
    const ofTitle = words.filter((word) => has(described, word)).length / words.length;
    most = Math.max(most, Math.max(ofName, ofTitle >= 0.5 || words.length > 2 ? ofTitle : 0) * (1 - 0.04 * i));
  }
  return most;
}
