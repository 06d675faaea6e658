/** Finds what paths of the table of terms lead to. */
import type { Node, Statement } from "./tree.ts";

/** What names in conditions stand for: `$currency`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** For each value the statements it is put together from. Empty when no alternative of `paths` leads anywhere. */
export function statementsAt(from: Node, paths: string | undefined, variables: Variables = {}): Statement[][] {
  if (paths === undefined) return [];
  for (const option of paths.split(" | ")) {
    const parts = option.split(" + ").map((path) => nodesAt(from, path, variables));
    const [first = []] = parts;
    const values = parts.length === 1 ? first.map((node) => [node]) : [parts.flatMap((nodes) => nodes.slice(0, 1))];
    const stated = values.map((nodes) => nodes.flatMap(({ statement }) => statement ?? [])).filter((each) => each.length > 0);
    if (stated.length > 0) return stated;
  }
  return [];
}

/** The elements at the first alternative that leads to any. */
export function groupsAt(from: Node, paths: string | undefined, variables: Variables = {}): Node[] {
  if (paths === undefined) return [];
  for (const option of paths.split(" | ")) {
    const nodes = nodesAt(from, option, variables);
    if (nodes.length > 0) return nodes;
  }
  return [];
}

function nodesAt(from: Node, path: string, variables: Variables): Node[] {
  return stepsOf(path).reduce<Node[]>(
    (nodes, step) =>
      nodes.flatMap((node) =>
        node.nodes.filter((inner) => inner.name === step.name && step.conditions.every((each) => holds(inner, each, variables))),
      ),
    [from],
  );
}

type Condition = { path: string; equals: boolean; value: string };
type Step = { name: string; conditions: Condition[] };

const known = new Map<string, Step[]>();

/** Only paths of the table are asked for, so that all are kept. */
function stepsOf(path: string): Step[] {
  const found = known.get(path);
  if (found) return found;
  const steps = partsOf(path).map(stepOf);
  known.set(path, steps);
  return steps;
}

/** Slashes in conditions part nothing. */
function partsOf(path: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of path) {
    if (letter === "[") depth += 1;
    if (letter === "]") depth -= 1;
    if (letter === "/" && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

function stepOf(part: string): Step {
  const [name = "", ...conditions] = part.split("[");
  return {
    name,
    conditions: conditions.map((text) => {
      const [left = "", value = ""] = text.replace("]", "").split("=");
      return { path: left.replace(/!$/, ""), equals: !left.endsWith("!"), value };
    }),
  };
}

function holds(node: Node, { path, equals, value }: Condition, variables: Variables): boolean {
  const [first] = nodesAt(node, path, variables);
  const wanted = value.startsWith("$") ? variables[value.slice(1)] : value;
  return (first?.statement?.text === wanted) === equals;
}
