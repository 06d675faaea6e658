/** Looks up every row of a table, as a rule says that names columns of it. */
import { setImmediate } from "node:timers/promises";
import type { Json } from "#contract/json.ts";
import { child, valueAt } from "#contract/pointer.ts";
import type { LookupOutcome, LookupRule } from "#contract/rules.ts";
import type { LoadedList } from "./loaded-lists.ts";
import { lookUp, notLookedUp } from "./look-up.ts";

/** Rows of a table beyond these are not looked up: a row takes milliseconds, and its outcome stands in the record. */
export const LOOKED_UP_ROWS_MAX = 500;

/**
 * An outcome for each row, with its pointer in `at`, and one without for the rows beyond the limit. Columns find rows of the list; fields of the
 * document, the same for each row, only choose among those. Rows with the same values are looked up once. `table`: its path. Throws the signal's reason.
 */
export async function lookUpRows(
  rule: LookupRule,
  table: string,
  list: LoadedList | null,
  data: Json,
  signal: AbortSignal,
): Promise<LookupOutcome[]> {
  const rows = valueAt(data, table);
  const count = Array.isArray(rows) ? rows.length : 0;
  const known = new Map<string, LookupOutcome>();
  const outcomes: LookupOutcome[] = [];
  for (let i = 0; i < Math.min(count, LOOKED_UP_ROWS_MAX); i++) {
    const at = child(table, i);
    const by = rule.by.map((each) => ({ ...each, field: inRow(each.field, table, at) }));
    const values = JSON.stringify(by.map(({ field }) => valueAt(data, field) ?? null));
    const same = known.get(values);
    if (same) outcomes.push({ ...same, at, fields: same.fields.map((field) => inRow(field, same.at ?? table, at)) });
    else {
      const outcome = { ...(await lookUp({ ...rule, by }, list, data, (field) => field.startsWith(`${at}/`))), at };
      known.set(values, outcome);
      outcomes.push(outcome);
      // Other work of the process goes on between two rows.
      await setImmediate();
      signal.throwIfAborted();
    }
  }
  if (count > LOOKED_UP_ROWS_MAX) outcomes.push({ ...notLookedUp(rule), message: TOO_MANY });
  return outcomes;
}

const TOO_MANY = `Only the first ${LOOKED_UP_ROWS_MAX} rows of the table were looked up.`;

/** A path below `from`, below `to` instead; another path as it is. */
const inRow = (path: string, from: string, to: string): string => (path.startsWith(`${from}/`) ? to + path.slice(from.length) : path);
