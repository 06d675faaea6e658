/** Which fields and patterns an expression names, and what is wrong with its names and its loops. */
import { nearestName } from "#contract/nearest.ts";
import { isNode, type Node } from "./expression.ts";
import type { Shape } from "./shape.ts";

/**
 * `paths`: the fields that the expression names, down to table columns. `patterns`: those of `matches`. `problems`: messages for the author
 * of the expression.
 */
export type Named = { paths: string[]; patterns: string[]; problems: string[] };

const LOOPS: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "map", "filter"]);
/** A loop in a loop over two tables compares each row with each. */
const LOOPS_DEEP_MAX = 2;

type Look = { names: ReadonlyMap<string, Shape>; loops: number; found: Set<string>; patterns: Set<string>; problems: Set<string> };

export function namesIn(tree: Node, names: ReadonlyMap<string, Shape>): Named {
  const look: Look = { names, loops: 0, found: new Set(), patterns: new Set(), problems: new Set() };
  visit(tree, look);
  const paths = [...look.found].filter((path) => ![...look.found].some((other) => other.startsWith(`${path}/`)));
  return { paths, patterns: [...look.patterns], problems: [...look.problems] };
}

/** Null: nothing is known of what it gives. */
function visit({ op, args }: Node, look: Look): Shape | null {
  if (op === "id") return known(String(args), look);
  if (!Array.isArray(args)) {
    if (isNode(args)) visit(args, look);
    return null;
  }
  if (op === "." && isNode(args[0])) return part(visit(args[0], look), String(args[1]), look);
  if (op === "[]" && isNode(args[0]) && isNode(args[1])) return at(visit(args[0], look), args[1], look);
  if (op === "rcall") return method(args, look);
  visitAll(args, look);
  return null;
}

function visitAll(args: readonly unknown[], look: Look): void {
  for (const each of args) {
    if (isNode(each)) visit(each, look);
    else if (Array.isArray(each)) visitAll(each, look);
  }
}

function known(name: string, look: Look): Shape | null {
  const shape = look.names.get(name);
  if (shape === undefined) look.problems.add(`There is no field \`${name}\`.${meant(name, look.names.keys())}`);
  return noted(shape ?? null, look);
}

function part(shape: Shape | null, name: string, look: Look): Shape | null {
  if (shape === null) return null;
  const next = shape.keys.get(name);
  if (next === undefined) look.problems.add(noPart(shape, name));
  return noted(next ?? null, look);
}

function noPart({ path, keys, item }: Shape, name: string): string {
  const of = path === null ? "" : ` of \`${path}\``;
  if (item !== null) return `\`${name}\`${of} is in the rows of a list: name it inside of \`all\`, \`exists\`, \`map\` or \`filter\`.`;
  return keys.size === 0 && path !== null
    ? `\`${name}\`${of}: the value has no parts.`
    : `There is no \`${name}\`${of}.${meant(name, keys.keys())}`;
}

function meant(name: string, among: Iterable<string>): string {
  const near = nearestName(name, among);
  return near === null ? "" : ` Did you mean \`${near}\`?`;
}

function at(shape: Shape | null, key: Node, look: Look): Shape | null {
  if (shape !== null && key.op === "value" && typeof key.args === "string") return part(shape, key.args, look);
  visit(key, look);
  return noted(shape?.item ?? null, look);
}

function noted(shape: Shape | null, look: Look): Shape | null {
  if (shape?.path) look.found.add(shape.path);
  return shape;
}

function method([name, receiver, given]: readonly unknown[], look: Look): Shape | null {
  const args: unknown[] = Array.isArray(given) ? given : [];
  const [first, ...rest] = args;
  if (name === "bind" && isNode(receiver) && receiver.args === "cel" && isNode(first) && isNode(rest[0])) {
    visitAll(rest.slice(1), within(look, String(first.args), visit(rest[0], look)));
    return null;
  }
  const of = isNode(receiver) ? visit(receiver, look) : null;
  if (name === "matches") notePattern(first, look);
  if (typeof name !== "string" || !LOOPS.has(name) || !isNode(first)) {
    visitAll(args, look);
    return null;
  }
  if (look.loops === LOOPS_DEEP_MAX) look.problems.add(`Lists are gone through at most ${LOOPS_DEEP_MAX} levels deep.`);
  else visitAll(rest, { ...within(look, String(first.args), of?.item ?? null), loops: look.loops + 1 });
  return name === "filter" ? of : null;
}

const ANYTHING: Shape = { path: null, keys: new Map(), item: null };

/** A name that the expression gives; where nothing is known of its value, any part may be. */
function within(look: Look, name: string, shape: Shape | null): Look {
  const names = new Map(look.names).set(name, shape ?? { ...ANYTHING, keys: new AnyKey() });
  return { ...look, names };
}

class AnyKey extends Map<string, Shape> {
  override get(): Shape {
    return { ...ANYTHING, keys: new AnyKey() };
  }
}

function notePattern(pattern: unknown, look: Look): void {
  if (!isNode(pattern) || pattern.op !== "value" || typeof pattern.args !== "string")
    look.problems.add("`matches` takes a pattern that is written out, in quotes.");
  else look.patterns.add(pattern.args);
}
