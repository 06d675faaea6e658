/** Compares what two people left of a task's values. */
import { isDeepStrictEqual } from "node:util";
import type { FieldAgreement } from "#contract/accuracy.ts";
import type { Json } from "#contract/json.ts";
import type { ReadingDifference } from "#contract/review-work.ts";
import type { Schema } from "#contract/schema/field.ts";
import { fieldPathOf } from "#contract/schema/field-at.ts";
import type { Corrections, ExtractionResult } from "#contract/task.ts";

/**
 * `fields`: as they were read, by their pointers. A place that both left empty counts for nothing; a row that was taken out or added counts as
 * one value.
 */
export function compareReadings(
  schema: Schema,
  fields: ExtractionResult["fields"],
  first: Corrections,
  second: Corrections,
): { tally: FieldAgreement[]; differences: ReadingDifference[] } {
  const tally = new Map<string, FieldAgreement>();
  const differences: ReadingDifference[] = [];
  for (const path of new Set([...Object.keys(fields), ...Object.keys(first), ...Object.keys(second)])) {
    const [one, other] = [leftAt(fields, first, path), leftAt(fields, second, path)];
    const isSame = isDeepStrictEqual(one, other);
    if (isSame && one === null) continue;
    const field = fieldPathOf(schema, path) ?? withoutRows(path);
    const counted = tally.get(field) ?? { field, values: 0, same: 0 };
    tally.set(field, { field, values: counted.values + 1, same: counted.same + (isSame ? 1 : 0) });
    if (!isSame) differences.push({ path, first: one, second: other });
  }
  return { tally: [...tally.values()], differences };
}

/** `/line_items/3/amount` with `*` for the row. */
export const withoutRows = (pointer: string): string => pointer.replace(/\/(\d+|-)(?=\/|$)/g, "/*");

function leftAt(fields: ExtractionResult["fields"], corrections: Corrections, path: string): Json {
  const value = Object.hasOwn(corrections, path) ? corrections[path]?.value : Object.hasOwn(fields, path) ? fields[path]?.value : null;
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0) ? null : value;
}
