/**
 * Labels of elements: their name in words, with the names around them where other places have elements of that name: `Supplier Party Name`
 * beside `Customer Party Name`.
 */
import { type Element, isTag } from "domhandler";
import { wordsOfName } from "./names.ts";

/** Names of a path that are looked at, from its end. */
const NAMES_MAX = 6;
/** Different paths of a file; a file of more has labels of one name. */
const PATHS_MAX = 5_000;

export type Labels = (names: readonly string[]) => string;

/** `names` of the function that is given back: those from the root to the element, without prefixes and numbers. */
export function labelsIn(root: Element): Labels {
  const paths = new Set<string>();
  collect(root, [], paths);
  const counts = new Map<string, number>();
  for (const path of paths) for (const end of endsOf(path.split("/"))) counts.set(end, (counts.get(end) ?? 0) + 1);
  return (names) => {
    const ends = endsOf(names);
    const end = ends.find((each) => counts.get(each) === 1) ?? ends[0] ?? "";
    return withoutRepeats(end.split("/").map(wordsOfName).join(" "));
  };
}

/** Paths of names of all elements that have a value. */
function collect(element: Element, above: readonly string[], paths: Set<string>): void {
  if (paths.size >= PATHS_MAX) return;
  const names = [...above, localName(element.name)].slice(-NAMES_MAX);
  const inner = element.children.filter(isTag);
  if (inner.length === 0) paths.add(names.join("/"));
  for (const each of inner) collect(each, names, paths);
}

export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** The last name, the last two, and so on. */
function endsOf(names: readonly string[]): string[] {
  const last = names.slice(-NAMES_MAX);
  return last.map((_, i) => last.slice(last.length - 1 - i).join("/"));
}

/** `Party Party Name Name` is `Party Name`. */
function withoutRepeats(words: string): string {
  const parts = words.split(" ");
  return parts.filter((word, i) => word !== parts[i - 1]).join(" ");
}
