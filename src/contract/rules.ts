/** Rules of a template: what is checked, computed, looked up and compared once the values are read. They never change a value. */
import { z } from "zod";
import { Json } from "./json.ts";

const CHECKS_MAX = 50;
const LOOKUPS_MAX = 10;
const PATHS_MAX = 20;
const EXPRESSION_CHARACTERS_MAX = 1_000;
const NAME_CHARACTERS_MAX = 100;

const Name = z.string().trim().min(1).max(NAME_CHARACTERS_MAX);
/** A name that expressions can use. */
const Identifier = z
  .string()
  .max(NAME_CHARACTERS_MAX)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "Use letters, digits and _, and begin with a letter: other rules use this name.");
const Expression = z.string().trim().min(1).max(EXPRESSION_CHARACTERS_MAX);
const Path = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .overwrite((path) => (path.startsWith("/") ? path : `/${path}`));
const Paths = z.array(Path).min(1).max(PATHS_MAX);

const CheckRule = z.object({
  name: Name,
  check: Expression.describe("An expression (CEL) that is true when all is well, such as `near(total.amount, net.amount + vat.amount)`."),
  message: z.string().trim().max(300).nullish().describe("What a person reads when it fails."),
  fields: Paths.nullish().describe("JSON Pointers of the fields to look at when it fails; those of the expression if left out."),
});

export const COMPUTED_TYPES = ["string", "number", "integer", "boolean", "date"] as const;
const ComputedRule = z.object({
  name: Identifier,
  type: z.enum(COMPUTED_TYPES),
  value: Expression.describe("An expression (CEL). Later rules know its value as `computed.name`."),
});
export type ComputedRule = z.infer<typeof ComputedRule>;

export const HOWS = ["exact", "fuzzy"] as const;
const LookupRule = z.object({
  name: Identifier,
  list: z.string().min(1).max(200).describe("Id of a list, `lst_…`."),
  by: z
    .array(z.object({ field: Path, column: Name, how: z.enum(HOWS) }))
    .min(1)
    .max(5)
    .describe(
      "Tried in this order. The first that finds rows decides; those after it choose among several rows. With a column of a table, such as `/line_items/sku`, each of its rows is looked up.",
    ),
  gives: z
    .record(Identifier, Name)
    .nullish()
    .describe(
      "Names for columns of the row found. Checks and computed values know them as `lookups.name.key`; for rows of a table, `lookups.name` is the list of them, each with its `row`.",
    ),
});
export type LookupRule = z.infer<typeof LookupRule>;

const DuplicatesRule = z.object({
  fields: z.array(Path).min(1).max(10).describe("JSON Pointers of the values that two documents have in common when they are the same."),
  days: z.int().min(1).max(3_650).describe("How many days back documents are compared."),
});
export type DuplicatesRule = z.infer<typeof DuplicatesRule>;

const unique = <T extends { name: string }>(rules: readonly T[]): boolean => new Set(rules.map(({ name }) => name)).size === rules.length;
const NAME_TWICE = "Two rules have the same name.";

export const Rules = z
  .object({
    checks: z.array(CheckRule).max(CHECKS_MAX).refine(unique, NAME_TWICE).nullish(),
    computed: z.array(ComputedRule).max(CHECKS_MAX).refine(unique, NAME_TWICE).nullish(),
    lookups: z.array(LookupRule).max(LOOKUPS_MAX).refine(unique, NAME_TWICE).nullish(),
    duplicates: DuplicatesRule.nullish(),
  })
  .meta({ id: "TemplateRules", description: "What is said about the values that were read. Rules never change a value." });
export type Rules = z.infer<typeof Rules>;

export const CheckOutcome = z
  .object({
    name: z.string(),
    passed: z.boolean().nullable().describe("Null: not checked, as `message` says."),
    message: z.string().nullable(),
    fields: z.array(z.string()).describe("JSON Pointers of the fields that it is about."),
  })
  .meta({ id: "CheckOutcome" });
export type CheckOutcome = z.infer<typeof CheckOutcome>;

const Row = z.record(z.string(), z.string());
export const LOOKUP_STATUSES = ["found", "no_match", "several", "not_looked_up"] as const;
export const LookupOutcome = z
  .object({
    name: z.string(),
    list_id: z.string(),
    at: z
      .string()
      .optional()
      .describe("JSON Pointer of the row of a table that was looked up. Absent where the rule looks up no rows of a table."),
    message: z.string().optional().describe("That further rows of a table were not looked up. Absent otherwise."),
    status: z
      .enum(LOOKUP_STATUSES)
      .describe("`several`: rows that nothing distinguishes. `not_looked_up`: no field has a value, or the list was deleted."),
    row: Row.nullable().describe("The row found, by its columns."),
    likeness: z.number().min(0).max(1).nullable().describe("Of the value to the row's; 1 when it is equal."),
    gives: z.record(z.string(), z.string().nullable()),
    suggestions: z.array(z.object({ row: Row, likeness: z.number().min(0).max(1) })).describe("Up to three rows that come near."),
    fields: z.array(z.string()).describe("JSON Pointers of the fields that were looked up."),
  })
  .meta({ id: "LookupOutcome" });
export type LookupOutcome = z.infer<typeof LookupOutcome>;

export const DuplicateTask = z
  .object({ task_id: z.string().describe("The other task; its retention time may be over."), created_at: z.string() })
  .meta({ id: "DuplicateTask" });
export type DuplicateTask = z.infer<typeof DuplicateTask>;

/** A check that failed, a lookup without one row, or duplicates. */
export const BrokenRule = z.object({ name: z.string(), message: z.string().describe("What a person reads.") });
export type BrokenRule = z.infer<typeof BrokenRule>;

/** A check or a computed value that took too long on the document. */
export const StoppedRule = z.object({ name: z.string(), message: z.string().describe("Why, and what to do.") });
export type StoppedRule = z.infer<typeof StoppedRule>;

export const RuleOutcomes = z
  .object({
    checks: z.array(CheckOutcome),
    computed: z.record(z.string(), Json),
    lookups: z.array(LookupOutcome),
    stopped: z
      .array(StoppedRule)
      .optional()
      .describe("Checks and computed values that take more than 100 ms on the document, which were stopped. Absent when there are none."),
    duplicates: z.array(DuplicateTask).describe("Other tasks of the template with the same values, newest first."),
  })
  .meta({ id: "RuleOutcomes", description: "What the template's rules say of the values, corrections included." });
export type RuleOutcomes = z.infer<typeof RuleOutcomes>;
