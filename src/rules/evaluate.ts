/** Evaluates the checks and the computed values of a template on the values of a document. */
import { type Bounded, withinCpu } from "#contract/bounded-cpu.ts";
import type { Json } from "#contract/json.ts";
import { keysOf } from "#contract/pointer.ts";
import type { CheckOutcome, Rules, StoppedRule } from "#contract/rules.ts";
import type { Schema } from "#contract/schema/field.ts";
import { type Expressions, openExpressions, type Parsed } from "./expression.ts";
import { namesIn } from "./names-in.ts";
import { namesFor, ROW, type Shape } from "./shape.ts";
import { asKnown, computedValue, valuesFor } from "./values.ts";

/** What a lookup gives. */
export type Given = Record<string, string | null>;
/** `at`: JSON Pointer of the row of a table that was looked up. */
export type GivenRow = { at: string; gives: Given };
/** `given`: what each lookup gives, by its name; of a lookup of table rows, what each row gives. */
export type Asked = { schema: Schema; rules: Rules; data: Record<string, Json>; given: Record<string, Given | GivenRow[]> };
/** `stopped`: rules that took more than their time, if any did. */
export type Evaluated = {
  checks: CheckOutcome[];
  computed: Record<string, string | number | boolean | null>;
  stopped?: StoppedRule[];
};

/** Of CPU, for a rule on a document. Those of an invoice take less than one. */
export const RULE_CPU_MS = 100;

/** The rules were checked when they were saved (check-rules.ts); one that does not hold any more is not checked. */
export function evaluateRules(asked: Asked): Evaluated {
  const together = withinCpu(RULE_CPU_MS, () => evaluateEach(asked, { run: (work) => ({ value: work() }) }));
  if ("value" in together) return together.value;
  return evaluateEach(asked, { run: (work) => withinCpu(RULE_CPU_MS, work) });
}

type Runner = { run<T>(work: () => T): Bounded<T> };

function evaluateEach({ schema, rules, data, given }: Asked, { run }: Runner): Evaluated {
  const names = namesFor(schema, rules);
  // Another one after a rule that was stopped, which may have left it half done.
  let expressions = openExpressions(names.keys());
  const fields = valuesFor(schema.fields, data) ?? {};
  const computed: Evaluated["computed"] = {};
  const known: Record<string, unknown> = {};
  const stopped: StoppedRule[] = [];
  const values = { fields, computed: known, lookups: lookupValues(given, fields), ...fields };
  const inTime = <T>(name: string, work: () => T, otherwise: T): T => {
    const result = run(work);
    if ("value" in result) return result.value;
    expressions = openExpressions(names.keys());
    stopped.push({ name, message: STOPPED });
    return otherwise;
  };
  for (const { name, type, value } of rules.computed ?? []) {
    const result = inTime(name, () => tried(() => expressions.parse(value).evaluate(values)), FAILED);
    computed[name] = "value" in result ? computedValue(type, result.value) : null;
    known[name] = asKnown(type, computed[name] ?? null);
  }
  const checks = (rules.checks ?? []).map((rule) =>
    inTime(rule.name, () => checked(rule, { expressions, names, fields, values }), {
      name: rule.name,
      passed: null,
      message: `Not checked: ${STOPPED}`,
      fields: rule.fields ?? [],
    }),
  );
  return { checks, computed, ...(stopped.length > 0 ? { stopped } : {}) };
}

const STOPPED = `the rule was stopped, as it takes more than ${RULE_CPU_MS} ms on this document. Shorten its pattern, or go through fewer or shorter lists.`;

type Known = {
  expressions: Expressions;
  names: ReadonlyMap<string, Shape>;
  fields: Record<string, unknown>;
  values: Record<string, unknown>;
};

function checked(
  { name, check, message, fields: named }: NonNullable<Rules["checks"]>[number],
  { expressions, names, fields, values }: Known,
): CheckOutcome {
  const parsed = tried(() => expressions.parse(check));
  if (!("value" in parsed)) return { name, passed: null, message: NOT_READABLE, fields: named ?? [] };
  const { paths } = namesIn(parsed.value.tree, names);
  const about = named ?? paths;
  return { name, ...outcomeOf(parsed.value, values, { message: message ?? null, missing: missingOf(paths, fields) }), fields: about };
}

const lookupValues = (given: Asked["given"], fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, gives]) => [
      name,
      Array.isArray(gives) ? gives.map((each) => ({ ...each.gives, [ROW]: partAt(fields, keysOf(each.at)) })) : gives,
    ]),
  );

const partAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce((at, key) => (at !== null && typeof at === "object" ? (at as Record<string, unknown>)[key] : null), value);

const NOT_READABLE = "Not checked: the expression does not fit the template's fields any more.";

function outcomeOf(
  parsed: Parsed,
  values: Record<string, unknown>,
  { message, missing }: { message: string | null; missing: string[] },
): Pick<CheckOutcome, "passed" | "message"> {
  const result = tried(() => parsed.evaluate(values));
  if ("value" in result && typeof result.value === "boolean")
    return result.value ? { passed: true, message: null } : { passed: false, message: message ?? "The check failed." };
  const why = missing.length > 0 ? `no value was read for ${missing.join(", ")}` : "its values do not have the types that it needs";
  return { passed: null, message: `Not checked: ${why}.` };
}

/** Of the fields that an expression names, those without a value; of a table, those without one in some row. */
function missingOf(paths: readonly string[], fields: Record<string, unknown>): string[] {
  return paths.filter((path) => lacks(fields, keysOf(path)));
}

function lacks(value: unknown, [key, ...rest]: string[]): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return key !== undefined && value.some((row) => lacks(row, [key, ...rest]));
  if (key === undefined) return false;
  return lacks((value as Record<string, unknown>)[key], rest);
}

const FAILED = { failed: true } as const;

function tried<T>(work: () => T): { value: T } | typeof FAILED {
  try {
    return { value: work() };
  } catch {
    return FAILED;
  }
}
