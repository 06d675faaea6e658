/** Which rows of a table a list asks for: "one entry per row whose Segment is exactly Government". */
import { memo } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import { fold } from "#language/fold.ts";
import type { Grid, GridColumn } from "./grid.ts";

/** A head of up to four words, and what stands in its column. */
const WHOSE =
  /\b(?:whose|where the|where) ((?:[\p{L}\d_#/]+ ){1,4})(?:is|equals|=) (?:exactly |equal to )?["'“‘]?([\p{L}\d][^"'”’;,.()]{0,60})/iu;

type Condition = { head: string; value: string };

const conditionOf = memo(({ description = "" }: Field): Condition | null => {
  const [, head, value] = WHOSE.exec(description) ?? [];
  return head === undefined || value === undefined ? null : { head: fold(head), value: fold(value) };
}, new WeakMap<Field, Condition | null>());

/** Every row, unless the list's description names one of the table's columns and what stands in it. */
export function askedRows(list: Field, { columns }: Grid): (row: number) => boolean {
  const condition = conditionOf(list);
  const column = condition && columns.find(({ head }) => fold(head) === condition.head);
  if (!condition || !column || !says(column, condition.value)) return () => true;
  return (row) => fold(column.cells[row]?.text ?? "") === condition.value;
}

/** The description may mean something else by the words. */
const says = ({ cells }: GridColumn, value: string): boolean => cells.some((cell) => cell !== null && fold(cell.text) === value);
