/** Which rows of a table a list asks for: "one entry per row whose Segment is exactly Government", "exclude the net income row". */
import { memo } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import { fold, tokensOf } from "#language/fold.ts";
import { meaningsOf, sharedMeaning, unitsOf } from "#language/thesaurus.ts";
import { isValueLike } from "#structure/pieces.ts";
import type { Grid, GridColumn } from "./grid.ts";

/** A head of up to four words, and what stands in its column. */
const WHOSE =
  /\b(?:whose|where the|where) ((?:[\p{L}\d_#/]+ ){1,4})(?:is|equals|=) (?:exactly |equal to )?["'“‘]?([\p{L}\d][^"'”’;,.()]{0,60})/iu;

type Condition = { head: string; value: string };

const conditionOf = memo(({ description = "" }: Field): Condition | null => {
  const [, head, value] = WHOSE.exec(description) ?? [];
  return head === undefined || value === undefined ? null : { head: fold(head), value: fold(value) };
}, new WeakMap<Field, Condition | null>());

/** Every row, but those that the list's description excludes by their name, and those without what it says of one of the table's columns. */
export function askedRows(list: Field, grid: Grid): (row: number) => boolean {
  const isExcluded = excludedRows(list, grid);
  const condition = conditionOf(list);
  const column = condition && grid.columns.find(({ head }) => fold(head) === condition.head);
  if (!condition || !column || !says(column, condition.value)) return (row) => !isExcluded(row);
  return (row) => fold(column.cells[row]?.text ?? "") === condition.value && !isExcluded(row);
}

/** The description may mean something else by the words. */
const says = ({ cells }: GridColumn, value: string): boolean => cells.some((cell) => cell !== null && fold(cell.text) === value);

/** "Exclude the net-income/total row", "without any discount or shipping rows": the names, up to the word for the rows. */
const EXCLUDED =
  /\b(?:exclud(?:e|es|ing)|omit(?:ting)?|skip(?:ping)?|without|not) (?:(?:the|any|all|every|each) )*([\p{L}\d][^;.,()]{0,60}?) rows?\b/giu;
const BETWEEN = /\/| (?:or|and) /iu;

type Units = readonly string[];

const excludedOf = memo(
  ({ description = "" }: Field): readonly Units[] =>
    [...description.matchAll(EXCLUDED)]
      .flatMap(([, names = ""]) => names.split(BETWEEN).map((name) => unitsOf(tokensOf(name))))
      .filter((units) => units.length > 0),
  new WeakMap<Field, readonly Units[]>(),
);

/** Whether the row's first text is the name of rows that the description excludes, in any language. */
function excludedRows(list: Field, { columns, rtl }: Grid): (row: number) => boolean {
  const excluded = excludedOf(list);
  if (excluded.length === 0) return () => false;
  const ordered = rtl ? columns.toReversed() : columns;
  return (row) => {
    const label = ordered.map(({ cells }) => cells[row]?.text ?? "").find((text) => /\p{L}/u.test(text) && !isValueLike(text));
    const units = unitsOf(tokensOf(label ?? "")).filter((unit) => !OF_PERIOD.has(unit));
    return excluded.some((name) => name.length === units.length && name.every((unit, i) => isSame(unit, units[i] ?? "")));
  };
}

/** "Net income for the year" is the net income. */
const OF_PERIOD: ReadonlySet<string> = new Set(["for", "of", "the", "year", "period"]);

const isSame = (one: string, other: string): boolean => one === other || sharedMeaning(meaningsOf(one), meaningsOf(other)) === "same";
