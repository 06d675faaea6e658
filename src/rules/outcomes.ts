/** What follows from the outcomes of rules: warnings, and lower confidences of the values that a rule speaks against. Values stay. */
import type { Json } from "#contract/json.ts";
import { child, keysOf } from "#contract/pointer.ts";
import type { BrokenRule, LookupOutcome, RuleOutcomes } from "#contract/rules.ts";
import type { ExtractionResult, FieldResult, Warning } from "#contract/task.ts";

/** A value that a rule speaks against is as likely wrong as right. */
const DOUBTED_MAX = 0.5;

const isMissed = ({ status }: LookupOutcome): boolean => status === "no_match" || status === "several";

/** Stands for the rule about documents that were read before, which has no name. */
const DUPLICATES = "duplicates";

/** The names of the rules that the values break, each once: failed checks, lookups without one row, and `duplicates`. */
export const brokenRules = (rules: RuleOutcomes | null): string[] => [...new Set(breaksOf(rules).map(({ name }) => name))];

/** What a person reads of the rules that the values break. */
export function breaksOf(rules: RuleOutcomes | null): BrokenRule[] {
  if (rules === null) return [];
  const { checks, lookups, duplicates } = rules;
  return [
    ...checks.filter(({ passed }) => passed === false).map(({ name, message }) => ({ name, message: message ?? "" })),
    ...missesOf(lookups).map(({ name, message }) => ({ name, message })),
    ...duplicateBreaks(duplicates.map(({ task_id }) => task_id)),
  ];
}

/** `tasks`: of the same document. */
export const duplicateBreaks = (tasks: readonly string[]): BrokenRule[] =>
  tasks.length === 0 ? [] : [{ name: DUPLICATES, message: duplicatesText(tasks) }];

/**
 * The confidence of a document in the order of reviews: lower where its values break a rule, or a rule was stopped, so that they may. `least`:
 * of its values; null when it has none.
 */
export function confidenceWith(least: number | null, rules: RuleOutcomes | null): number | null {
  const isDoubted = brokenRules(rules).length > 0 || (rules?.stopped ?? []).length > 0;
  return isDoubted ? Math.min(least ?? DOUBTED_MAX, DOUBTED_MAX) : least;
}

export function warningsOf(rules: RuleOutcomes | null): Warning[] {
  if (rules === null) return [];
  const failed = rules.checks.filter(({ passed }) => passed === false);
  return [
    ...failed.map(({ name, message, fields }) => warning("check_failed", fields, `${name}: ${message ?? ""}`)),
    ...missesOf(rules.lookups).map(({ code, name, message, fields }) => warning(code, fields, `${name}: ${message}`)),
    ...(rules.stopped ?? []).map(({ name, message }) => warning("rule_stopped", [], `${name}: ${message}`)),
    ...(rules.duplicates.length === 0
      ? []
      : [warning("duplicate_document", [], duplicatesText(rules.duplicates.map(({ task_id }) => task_id)))]),
  ];
}

const warning = (code: string, fields: readonly string[], message: string): Warning => ({
  code,
  path: fields.length === 1 ? (fields[0] ?? null) : null,
  message,
});

type Miss = BrokenRule & { code: string; fields: string[] };

/** What a lookup of table rows misses is said once. */
function missesOf(lookups: readonly LookupOutcome[]): Miss[] {
  const byRule = Map.groupBy(lookups.filter(isMissed), (each) => `${each.status} ${each.name}`);
  return [...byRule.values()].flatMap((rows) => {
    const [first] = rows;
    return first ? [{ code: codeOf(first), name: first.name, message: missedText(rows), fields: rows.flatMap(doubtedBy) }] : [];
  });
}

function missedText(rows: readonly LookupOutcome[]): string {
  const values = rows.length === 1 ? "has this value" : `has the values of ${rows.length} rows of the table`;
  if (rows[0]?.status === "several") return `Several rows of the list ${values.replace("has", "have")}.`;
  return `No row of the list ${values}.${rows.some(({ suggestions }) => suggestions.length > 0) ? " `rules` names those that come near." : ""}`;
}

/** The fields that it speaks against: of the row of a table, not those of the document. */
const doubtedBy = ({ at, fields }: LookupOutcome): string[] => fields.filter((path) => at === undefined || path.startsWith(`${at}/`));

const codeOf = ({ status }: LookupOutcome) => (status === "several" ? "lookup_several" : "lookup_no_match");

const duplicatesText = ([first = "", ...others]: readonly string[]): string =>
  `The same document was read before: ${first}${others.length > 0 ? ` and ${others.length} more` : ""}.`;

/** Whether `withDoubts` may change a field. */
export const hasDoubts = (rules: RuleOutcomes | null): boolean => rules !== null && doubtsOf(rules).size > 0;

/** The fields of a result, those with a lower confidence and a warning that a failed check or lookup is about. */
export function withDoubts(
  { data, fields }: Pick<ExtractionResult, "data" | "fields">,
  rules: RuleOutcomes | null,
): Record<string, FieldResult> {
  const doubts = rules === null ? new Map<string, string>() : doubtsOf(rules);
  if (doubts.size === 0) return fields;
  const entries = Object.entries(fields).map(([pointer, field]): [string, FieldResult] => {
    const paths = new Set([...withParents(schemaPath(data, pointer)), ...withParents(pointer)]);
    const codes = new Set([...paths].flatMap((path) => doubts.get(path) ?? []));
    return [pointer, codes.size > 0 ? doubted(field, [...codes]) : field];
  });
  return Object.fromEntries(entries);
}

/** Paths of fields, and pointers to values in rows, with the code of the warning. */
function doubtsOf({ checks, lookups }: RuleOutcomes): Map<string, string> {
  const doubts = new Map<string, string>();
  for (const { passed, fields } of checks) if (passed === false) for (const path of fields) doubts.set(path, "check_failed");
  for (const each of lookups) if (isMissed(each)) for (const path of doubtedBy(each)) doubts.set(path, codeOf(each));
  return doubts;
}

/** The longest first. */
function withParents(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, i) => parts.slice(0, parts.length - i).join("/"));
}

/** A pointer into `data` without the numbers of rows: the path that rules name. */
function schemaPath(data: Json, pointer: string): string {
  let [at, path]: [Json | undefined, string] = [data, ""];
  for (const key of keysOf(pointer)) {
    if (!Array.isArray(at)) path = child(path, key);
    at = at !== null && typeof at === "object" && Object.hasOwn(at, key) ? (at as Record<string, Json>)[key] : undefined;
  }
  return path;
}

function doubted(field: FieldResult, codes: string[]): FieldResult {
  const warnings = [...field.warnings, ...codes];
  const { confidence } = field;
  if (confidence === null || confidence <= DOUBTED_MAX) return { ...field, warnings };
  const effect = Math.round((oddsOf(DOUBTED_MAX) - oddsOf(confidence)) * 100) / 100;
  const factors = [...(field.confidence_factors ?? []), { factor: "failed_check" as const, effect }];
  return { ...field, warnings, confidence: DOUBTED_MAX, confidence_factors: factors };
}

/** Confidences end at 0.995. */
const oddsOf = (share: number): number => Math.log(share / (1 - Math.min(share, 0.9999)));
