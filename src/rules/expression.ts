/**
 * Expressions of rules, in the Common Expression Language (CEL): no loops but over lists, no side effects. Numbers are decimals: the result X
 */
import { type ASTNode, Environment, serialize } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import { BoundedMap, memo } from "#contract/memo.ts";
import { plainKey } from "#language/fold.ts";
import { productOf, quotientOf, sumOf, toCents } from "./decimals.ts";

/** An expression is 1,000 characters at most; these bound what it may be made of. */
const LIMITS = { maxAstNodes: 500, maxDepth: 40, maxListElements: 100, maxMapEntries: 100, maxCallArguments: 10 };
/** Half a cent: amounts are printed in whole cents. */
const CENT_TOLERANCE = 0.005;
/** What is left of a difference that rounding caused. */
const ROUNDING = 1e-9;
const DAY_MS = 24 * 60 * 60 * 1_000;
const MATCHED_CHARACTERS_MAX = 10_000;
const LENGTH_MAX = 100_000;

const compiled = memo((pattern: string) => RE2JS.compile(pattern), new BoundedMap<string, RE2JS>(100));

function numberOf(value: unknown): number {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "number") throw new Error("not a number");
  return value;
}

/** Texts and lists that are put together may not grow without end. */
function bounded(value: unknown): unknown {
  if ((typeof value === "string" || Array.isArray(value)) && value.length > LENGTH_MAX) throw new Error("too long");
  return value;
}

function near(left: unknown, right: unknown, tolerance: unknown = CENT_TOLERANCE): boolean {
  const [a, b] = [numberOf(left), numberOf(right)];
  return Math.abs(a - b) <= numberOf(tolerance) + ROUNDING * Math.max(1, Math.abs(a), Math.abs(b));
}

const ARITHMETIC: Readonly<Record<string, { name: string; apply(a: number, b: number): number }>> = {
  "+": { name: "plus_", apply: (a, b) => sumOf([a, b]) },
  "-": { name: "minus_", apply: (a, b) => sumOf([a, -b]) },
  "*": { name: "times_", apply: productOf },
  "/": { name: "over_", apply: quotientOf },
};

const TIME = "google.protobuf.Timestamp";
/** Every environment is a copy of this one with the names of its values. */
const BASE = withArithmetic(new Environment({ homogeneousAggregateLiterals: false, limits: LIMITS }))
  .registerFunction("string.fits_(string): bool", (text: string, pattern: string) =>
    compiled(pattern).matcher(text.slice(0, MATCHED_CHARACTERS_MAX)).find(),
  )
  .registerFunction("sum(list): dyn", (list: unknown[]) => sumOf(list.map(numberOf)))
  .registerFunction("near(dyn, dyn): bool", near)
  .registerFunction("near(dyn, dyn, dyn): bool", near)
  .registerFunction("same(string, string): bool", (a: string, b: string) => plainKey(a) === plainKey(b))
  .registerFunction("round(dyn): dyn", (value: unknown) => toCents(numberOf(value)))
  .registerFunction(`days(${TIME}, ${TIME}): dyn`, (from: Date, to: Date) => (to.getTime() - from.getTime()) / DAY_MS);

/** Decimals for numbers of the document, with whole numbers of the expression as well; CEL's own arithmetic for all other types. */
function withArithmetic(environment: Environment): Environment {
  for (const [sign, { name, apply }] of Object.entries(ARITHMETIC)) {
    environment.registerOperator(`double ${sign} int: double`, (a: number, b: bigint) => apply(a, Number(b)));
    environment.registerOperator(`int ${sign} double: double`, (a: bigint, b: number) => apply(Number(a), b));
    const own = new Environment({ unlistedVariablesAreDyn: true }).parse(`a ${sign} b`);
    environment.registerFunction(`${name}(dyn, dyn): dyn`, (a: unknown, b: unknown) =>
      isDecimal(a, b) ? finite(apply(numberOf(a), numberOf(b))) : bounded(own({ a, b })),
    );
  }
  return environment;
}

const isNumber = (value: unknown) => typeof value === "number" || typeof value === "bigint";
const isDecimal = (a: unknown, b: unknown) => isNumber(a) && isNumber(b) && (typeof a === "number" || typeof b === "number");

/** A division by zero has no value, so what needs it is not checked. */
function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Error("not finite");
  return value;
}

export type Parsed = {
  tree: Node;
  /** What is wrong with the types of its parts; null where nothing is. */
  problem: string | null;
  /** CEL's name of the type, `dyn` where it depends on the values. */
  type: string;
  /** Throws where the values do not fit. */
  evaluate(values: Record<string, unknown>): unknown;
};
export type Expressions = { /** Throws Unparsable. */ parse(text: string): Parsed };

/** The message says what is wrong with the expression. */
export class Unparsable extends Error {}

/** `names`: of the values that expressions may use. */
export function openExpressions(names: Iterable<string>): Expressions {
  const environment = BASE.clone();
  for (const name of names) environment.registerVariable(name, "dyn");
  return {
    parse(text) {
      try {
        const { ast } = environment.parse(text);
        const { type = "dyn", error } = environment.check(text);
        const run = environment.parse(serialize(inDecimals(ast)));
        return { tree: ast, problem: error ? reasonOf(error) : null, type, evaluate: (values) => run(values) };
      } catch (error) {
        throw new Unparsable(reasonOf(error));
      }
    },
  };
}

/** The first line: the library's further lines draw the place. */
function reasonOf(error: unknown): string {
  const [first = ""] = error instanceof Error ? error.message.split("\n") : [];
  return first.replaceAll("google.protobuf.Timestamp", "date");
}

export type Node = { op: string; args: unknown };
export const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "op" in value && "args" in value;

/** The same expression in decimals, with patterns matched by RE2. `serialize` reads operators and operands only. */
const inDecimals = (tree: ASTNode): ASTNode => changed(tree) as ASTNode;

function changed({ op, args }: Node): Node {
  const node = { op, args: changedIn(args) };
  const decimal = ARITHMETIC[op];
  if (decimal) return { op: "call", args: [decimal.name, node.args] };
  if (op === "rcall" && Array.isArray(node.args) && node.args[0] === "matches") return { op, args: ["fits_", ...node.args.slice(1)] };
  return node;
}

function changedIn(args: unknown): unknown {
  if (Array.isArray(args)) return args.map(changedIn);
  return isNode(args) ? changed(args) : args;
}
