/** The values of tasks as one table: a row per task, a column per value, corrections in place of what was read. */
import type { Task } from "#api.ts";
import { type Cell, csvOf } from "#app/csv.ts";
import { nodesOf, valuesIn } from "#document/values.ts";

export function valuesCsv(tasks: readonly Task[]): string {
  const all = tasks.map((task) => new Map(valuesIn(nodesOf(task)).map((shown) => [shown.pointer.slice(1), cellOf(shownValue(shown))])));
  const columns = [...new Set(all.flatMap((values) => [...values.keys()]))];
  const heads = ["task_id", "file", "created_at", "confidence", "reviewed_at"];
  const rows = tasks.map((task, i) => [
    task.task_id,
    task.document.filename,
    task.created_at,
    task.confidence,
    task.reviewed_at,
    ...columns.map((column) => all[i]?.get(column) ?? null),
  ]);
  return csvOf([[...heads, ...columns], ...rows]);
}

const shownValue = ({ result, corrected }: { result: { value: unknown }; corrected?: unknown }) =>
  corrected === undefined ? result.value : corrected;

/** Plain, for programs and formulas: an amount as `1190.5 EUR`, a list with semicolons. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((each) => String(cellOf(each) ?? "")).join("; ");
  if (typeof value === "object" && "amount" in value)
    return [value.amount, "currency" in value ? value.currency : null].filter((part) => part !== null).join(" ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
