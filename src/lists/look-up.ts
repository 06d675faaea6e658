/** Looks up the values of a document in a list, as a rule says. */
import type { Json } from "#contract/json.ts";
import { valueAt } from "#contract/pointer.ts";
import type { LookupOutcome, LookupRule } from "#contract/rules.ts";
import type { Alike } from "./fuzzy-index.ts";
import type { LoadedList } from "./loaded-lists.ts";

/**
 * From this likeness on a row is found: a letter in twenty misread leaves about 0.8, a legal form left out about 0.9. Of 100,000 invented
 * companies printed so 999 in 1,000 are found, and none is taken for another (`npm run bench -- lookups`).
 */
const FOUND_MIN = 0.7;
/** Rows whose likenesses differ by less are not told apart. */
const LEAD_MIN = 0.03;
const SUGGESTED_MIN = 0.3;
const SUGGESTED = 3;
/** Rows compared with the next value of the rule. */
const TIES_MAX = 50;

type By = LookupRule["by"][number];

/** `list`: null when it was deleted. `decides`: whether a field may find rows; one that may not only chooses among those found. */
export async function lookUp(
  rule: LookupRule,
  list: LoadedList | null,
  data: Json,
  decides: (field: string) => boolean = () => true,
): Promise<LookupOutcome> {
  const asked = rule.by.flatMap((by) => askedBy(by, list, data));
  const fields = asked.map(({ by }) => by.field);
  const deciding = asked.filter(({ by }) => decides(by.field));
  if (list === null || deciding.length === 0) return notLookedUp(rule, fields);
  let near: Alike[] = [];
  for (const each of deciding) {
    const found = await rowsFor(each, list);
    if (found.rows.length === 0) {
      near = near.length > 0 ? near : found.near;
      continue;
    }
    const choosing = asked.filter((other, i) => i > asked.indexOf(each) || !deciding.includes(other));
    const left = await narrowed(found.rows, choosing, list);
    return outcome(rule, list, { status: left.length === 1 ? "found" : "several", rows: left, near: found.near }, fields);
  }
  return outcome(rule, list, { status: "no_match", rows: [], near }, fields);
}

export const notLookedUp = (rule: LookupRule, fields: string[] = []): LookupOutcome =>
  outcome(rule, null, { status: "not_looked_up", rows: [], near: [] }, fields);

type Asking = { by: By; text: string; column: number };

function askedBy(by: By, list: LoadedList | null, data: Json): Asking[] {
  const text = textOf(valueAt(data, by.field));
  const column = list?.columns.indexOf(by.column) ?? -1;
  return text === "" || column < 0 ? [] : [{ by, text, column }];
}

function textOf(value: Json | undefined): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number") return String(value);
  return value !== null && typeof value === "object" && !Array.isArray(value) ? textOf(value.amount) : "";
}

/** `rows`: those that are found, which nothing tells apart; `near`: those that come near. */
async function rowsFor({ by, text, column }: Asking, list: LoadedList): Promise<{ rows: Alike[]; near: Alike[] }> {
  const same = (await list.exact(column)).rowsOf(text).map((row) => ({ row, likeness: 1 }));
  if (same.length > 0) return { rows: same.slice(0, TIES_MAX), near: [] };
  // Near ones of a number are suggested only: one digit off is another number.
  const near = (await list.fuzzy(column)).nearest(text, SUGGESTED + 1, SUGGESTED_MIN);
  const [first] = near;
  const rows =
    by.how === "fuzzy" && first && first.likeness >= FOUND_MIN ? near.filter((each) => first.likeness - each.likeness < LEAD_MIN) : [];
  return { rows, near };
}

/** Of rows that one value does not tell apart, those that the next values have. */
async function narrowed(rows: Alike[], further: readonly Asking[], list: LoadedList): Promise<Alike[]> {
  let left = rows;
  for (const each of further) {
    if (left.length === 1) break;
    const also = new Set((await rowsFor(each, list)).rows.map(({ row }) => row));
    const both = left.filter(({ row }) => also.has(row));
    if (both.length > 0) left = both;
  }
  return distinct(left, list);
}

/** Rows that are the same in every column are one. */
function distinct(rows: readonly Alike[], list: LoadedList): Alike[] {
  const contents = rows.map(({ row }) => JSON.stringify(list.rows[row]));
  return rows.filter((_, i) => contents.indexOf(contents[i] ?? "") === i);
}

type Found = { status: LookupOutcome["status"]; rows: readonly Alike[]; near: readonly Alike[] };

function outcome(
  { name, list: list_id, gives }: LookupRule,
  list: LoadedList | null,
  { status, rows, near }: Found,
  fields: string[],
): LookupOutcome {
  const [first] = status === "found" ? rows : [];
  const row = first && list ? rowOf(list, first.row) : null;
  const others = status === "found" ? [] : [...rows, ...near.filter((each) => !rows.some((known) => known.row === each.row))];
  return {
    name,
    list_id,
    status,
    row,
    likeness: first ? shown(first.likeness) : null,
    gives: Object.fromEntries(Object.entries(gives ?? {}).map(([key, column]) => [key, row?.[column] ?? null])),
    suggestions: others
      .slice(0, SUGGESTED)
      .flatMap((each) => (list ? [{ row: rowOf(list, each.row), likeness: shown(each.likeness) }] : [])),
    fields,
  };
}

const rowOf = (list: LoadedList, row: number): Record<string, string> =>
  Object.fromEntries(list.columns.map((column, i) => [column, list.rows[row]?.[i] ?? ""]));

const shown = (likeness: number): number => Math.round(likeness * 1_000) / 1_000;
