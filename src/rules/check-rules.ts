/** Checks a template's rules against its schema, when they are saved: names, expressions, patterns, paths. */
import type { ValidationIssue } from "#contract/errors.ts";
import { nearestName } from "#contract/nearest.ts";
import { child, keysOf } from "#contract/pointer.ts";
import type { Rules } from "#contract/rules.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import { openExpressions, Unparsable } from "./expression.ts";
import { namesIn } from "./names-in.ts";
import { fieldAt, namesFor, type Shape } from "./shape.ts";

type Loc = (string | number)[];
type Fault = (loc: Loc, msg: string) => void;

/** Every fault, with its place in the body. */
export function faultsOf(schema: Schema, rules: Rules): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const fault: Fault = (loc, msg) => issues.push({ loc: ["body", "rules", ...loc], msg, type: "value_error" });
  const paths = pathsOf(schema.fields, "");
  const checkPaths = (loc: Loc, given: readonly string[] | null | undefined, single: boolean) => {
    for (const [i, path] of (given ?? []).entries()) checkPath(schema, paths, path, single, (msg) => fault([...loc, i], msg));
  };
  for (const [i, { check, fields }] of (rules.checks ?? []).entries()) {
    checkExpression(check, namesFor(schema, rules), "bool", (msg) => fault(["checks", i, "check"], msg));
    checkPaths(["checks", i, "fields"], fields, false);
  }
  for (const [i, { value }] of (rules.computed ?? []).entries())
    checkExpression(value, namesFor(schema, rules, i), null, (msg) => fault(["computed", i, "value"], msg));
  for (const [i, { by }] of (rules.lookups ?? []).entries())
    for (const [j, { field }] of by.entries()) checkPath(schema, paths, field, true, (msg) => fault(["lookups", i, "by", j, "field"], msg));
  checkPaths(["duplicates", "fields"], rules.duplicates?.fields, true);
  return issues;
}

/** `type`: what it has to give; null for anything. */
function checkExpression(text: string, names: ReadonlyMap<string, Shape>, type: "bool" | null, fault: (msg: string) => void): void {
  try {
    const parsed = openExpressions(names.keys()).parse(text);
    const { problems } = namesIn(parsed.tree, names);
    for (const problem of problems) fault(problem);
    if (problems.length > 0) return;
    if (parsed.problem !== null) fault(`The expression cannot be used: ${parsed.problem}.`);
    else if (type !== null && parsed.type !== type && parsed.type !== "dyn")
      fault(`A check is true or false; this expression gives a value of type ${parsed.type}. Compare it with something.`);
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error;
    fault(`The expression cannot be read: ${error.message}.`);
  }
}

/** `single`: the field has one value in a document, which the row of a table has not. */
function checkPath(schema: Schema, paths: readonly string[], path: string, single: boolean, fault: (msg: string) => void): void {
  const keys = keysOf(path);
  const field = fieldAt(schema, keys);
  if (field === null) {
    const near = nearestName(
      path.slice(1),
      paths.map((each) => each.slice(1)),
    );
    fault(`There is no field \`${path.slice(0, 200)}\`.${near === null ? "" : ` Did you mean \`/${near}\`?`}`);
  } else if (single) {
    const isInList = keys.some((_, i) => isList(fieldAt(schema, keys.slice(0, i))));
    if (isInList || isList(field) || field.type === "object")
      fault(`\`${path}\` has no single value: name a field outside of lists and groups.`);
  }
}

const isList = (field: Field | null): boolean => field?.type === "table" || field?.type === "array" || field?.type === "multi_enum";

const pathsOf = (fields: readonly Field[], at: string): string[] =>
  fields.flatMap((field) => [child(at, field.name), ...pathsOf(field.fields ?? [], child(at, field.name))]);
