/** Checks a template's rules against its schema, when they are saved: names, expressions, patterns, paths. */
import type { ValidationIssue } from "#contract/errors.ts";
import { nearestName } from "#contract/nearest.ts";
import { child, keysOf } from "#contract/pointer.ts";
import type { LookupRule, Rules } from "#contract/rules.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import { openExpressions, Unparsable } from "./expression.ts";
import { namesIn } from "./names-in.ts";
import { openPatternChecks, type PatternChecks } from "./pattern-checks.ts";
import { fieldAt, namesFor, ROW, type Shape, tableOf, tablesAround } from "./shape.ts";

type Loc = (string | number)[];
type Fault = (loc: Loc, msg: string) => void;

/** Every fault, with its place in the body. */
export function faultsOf(schema: Schema, rules: Rules): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const fault: Fault = (loc, msg) => issues.push({ loc: ["body", "rules", ...loc], msg, type: "value_error" });
  const paths = pathsOf(schema.fields, "");
  const checkPaths = (loc: Loc, given: readonly string[] | null | undefined, one: One) => {
    for (const [i, path] of (given ?? []).entries()) checkPath(schema, paths, path, one, (msg) => fault([...loc, i], msg));
  };
  const patterns = openPatternChecks();
  for (const [i, { check, fields }] of (rules.checks ?? []).entries()) {
    checkExpression(check, { names: namesFor(schema, rules), type: "bool", patterns }, (msg) => fault(["checks", i, "check"], msg));
    checkPaths(["checks", i, "fields"], fields, null);
  }
  for (const [i, { value }] of (rules.computed ?? []).entries())
    checkExpression(value, { names: namesFor(schema, rules, i), type: null, patterns }, (msg) => fault(["computed", i, "value"], msg));
  for (const [i, rule] of (rules.lookups ?? []).entries())
    checkLookup(schema, paths, rule, (loc, msg) => fault(["lookups", i, ...loc], msg));
  checkPaths(["duplicates", "fields"], rules.duplicates?.fields, "document");
  return issues;
}

/** `type`: what it has to give; null for anything. */
type Expected = { names: ReadonlyMap<string, Shape>; type: "bool" | null; patterns: PatternChecks };

function checkExpression(text: string, { names, type, patterns }: Expected, fault: (msg: string) => void): void {
  try {
    const parsed = openExpressions(names.keys()).parse(text);
    const named = namesIn(parsed.tree, names);
    const problems = [...named.problems, ...patterns.problemsOf(named.patterns)];
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

/** The fields of a lookup are of the document, or columns of one table. */
function checkLookup(schema: Schema, paths: readonly string[], { by, gives }: LookupRule, fault: Fault): void {
  const table = tableOf(schema, by);
  for (const [i, { field }] of by.entries()) {
    const faultOfField = (msg: string) => fault(["by", i, "field"], msg);
    checkPath(schema, paths, field, "row", faultOfField);
    const [own = table] = tablesAround(schema, field);
    if (own !== table)
      faultOfField(`\`${field}\` is a column of another table than \`${table}\`: a lookup is made for the rows of one table.`);
  }
  if (table !== null && Object.hasOwn(gives ?? {}, ROW))
    fault(["gives", ROW], `\`${ROW}\` is the row of the table itself: choose another name.`);
}

/** Of what a field has one value: of a document, or else of the row of a table. Null: it may have any number of them. */
type One = "document" | "row" | null;

function checkPath(schema: Schema, paths: readonly string[], path: string, one: One, fault: (msg: string) => void): void {
  const keys = keysOf(path);
  const field = fieldAt(schema, keys);
  if (field === null) {
    const near = nearestName(
      path.slice(1),
      paths.map((each) => each.slice(1)),
    );
    fault(`There is no field \`${path.slice(0, 200)}\`.${near === null ? "" : ` Did you mean \`/${near}\`?`}`);
  } else if (one !== null) {
    const tables = tablesAround(schema, path).length;
    if (isList(field) || field.type === "object" || (tables > 0 && one === "document"))
      fault(`\`${path}\` has no single value: name a field outside of lists and groups${one === "row" ? ", or a column of a table" : ""}.`);
    else if (tables > 1) fault(`\`${path}\` is in a table of a table: a lookup is made for the rows of one table.`);
  }
}

const isList = ({ type }: Field): boolean => type === "table" || type === "array" || type === "multi_enum";

const pathsOf = (fields: readonly Field[], at: string): string[] =>
  fields.flatMap((field) => [child(at, field.name), ...pathsOf(field.fields ?? [], child(at, field.name))]);
