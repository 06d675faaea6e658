/** Checks that the lists and columns that a template's lookups name exist, when the template is saved. */
import type { ValidationIssue } from "#contract/errors.ts";
import { nearestName } from "#contract/nearest.ts";
import type { Rules } from "#contract/rules.ts";
import type { Db } from "#platform/postgres/db.ts";
import { findList } from "./lists.store.ts";

export async function faultsOfLookups(db: Db, accountId: string, rules: Rules): Promise<ValidationIssue[]> {
  const issues: ValidationIssue[] = [];
  const fault = (loc: (string | number)[], msg: string) =>
    issues.push({ loc: ["body", "rules", "lookups", ...loc], msg, type: "value_error" });
  for (const [i, { list: id, by, gives }] of (rules.lookups ?? []).entries()) {
    const list = await findList(db, accountId, id);
    if (!list) {
      fault([i, "list"], "No list with this id exists. List yours at GET /api/extractor/v1/lists.");
      continue;
    }
    const named: [(string | number)[], string][] = by.map(({ column }, j) => [[i, "by", j, "column"], column]);
    for (const [key, column] of Object.entries(gives ?? {})) named.push([[i, "gives", key], column]);
    for (const [loc, column] of named) if (!list.columns.includes(column)) fault(loc, noColumn(column, list.columns));
  }
  return issues;
}

function noColumn(name: string, columns: readonly string[]): string {
  const near = nearestName(name, columns);
  return `The list has no column \`${name}\`.${near === null ? "" : ` Did you mean \`${near}\`?`}`;
}
