/**
 * Reads XML of any kind as lines of labels and values: an element with text is a line, its name in words the label; one with elements is a
 * heading above them; elements of one name beside each other, each with parts of its own, are the rows of a table. Places are named by the
 * path of their element.
 */
import { type Element, isTag, isText } from "domhandler";
import { TaskFailure } from "#contract/task-errors.ts";
import { type Block, type Name, plain, type Table } from "#documents/flow/block.ts";
import { append, largest } from "#documents/long-lists.ts";
import { wordsOfName } from "./names.ts";
import { rootOf } from "./tree.ts";

/** More are not beside each other on a page. */
const COLUMNS_MAX = 40;
/** `xsi:schemaLocation` and the like say nothing of the content. */
const TECHNICAL = /^(?:xmlns|xsi:|xml:space|xsd:)/;
const SPACES = /\s+/g;

/** Throws TaskFailure `corrupt_document` for a file without elements, `deadline_exceeded` for one with too many. */
export function xmlBlocks(bytes: Uint8Array): Block[] {
  const root = rootOf(bytes);
  if (!root) throw new TaskFailure("corrupt_document", { internal: "xml: no element" });
  const blocks: Block[] = [plain(wordsOfName(root.name), { bold: true })];
  append(blocks, attributesOf(root, `/${root.name}`));
  append(blocks, inside(root, `/${root.name}`));
  if (childrenOf(root).length === 0) append(blocks, lineOf(root, `/${root.name}`));
  return blocks;
}

function inside(parent: Element, path: string): Block[] {
  const blocks: Block[] = [];
  const paths = pathsIn(parent, path);
  const elements = childrenOf(parent);
  for (let at = 0; at < elements.length; ) {
    const [first] = elements.slice(at, at + 1);
    if (!first) break;
    const alike = runOf(elements, at);
    if (alike.length > 1 && alike.some((each) => childrenOf(each).length > 0 || attributesIn(each).length > 0)) {
      append(blocks, tableOf(alike, paths));
      at += alike.length;
      continue;
    }
    append(blocks, blocksOf(first, paths.get(first) ?? path));
    at += 1;
  }
  return blocks;
}

function blocksOf(element: Element, path: string): Block[] {
  if (childrenOf(element).length === 0) return lineOf(element, path);
  const heading = plain(wordsOfName(element.name), { bold: true });
  return [plain(""), heading, ...attributesOf(element, path), ...inside(element, path)];
}

/** `Currency` of `<Amount currency="EUR">` stands behind the amount. */
function lineOf(element: Element, path: string): Block[] {
  const value = textValue(element);
  if (value === "") return attributesOf(element, path);
  return [plain(`${wordsOfName(element.name)}:   ${value}`, named(path))];
}

function attributesOf(element: Element, path: string): Block[] {
  return attributesIn(element).map(([name, value]) => plain(`${wordsOfName(name)}:   ${value}`, named(`${path}/@${name}`)));
}

function attributesIn({ attribs }: Element): [string, string][] {
  return Object.entries(attribs).filter(([name, value]) => !TECHNICAL.test(name) && value.trim() !== "");
}

/** Elements of one name that stand in a row from `at` on. */
function runOf(elements: readonly Element[], at: number): Element[] {
  const name = elements[at]?.name;
  let end = at;
  while (elements[end]?.name === name && end < elements.length) end += 1;
  return elements.slice(at, end);
}

/** A path that is longer says nothing to anyone. */
const PATH_CHARACTERS_MAX = 500;

const named = (path: string): { name?: Name } => (path.length > PATH_CHARACTERS_MAX ? {} : { name: { path } });

type Part = { column: string; text: string; path: string };

/** Columns are the paths inside of the elements; what a row has several times is in one cell. */
function tableOf(elements: readonly Element[], paths: ReadonlyMap<Element, string>): Block[] {
  const rows = elements.map((element) => partsOf(element, paths.get(element) ?? "", ""));
  const columns = [...new Set(rows.flatMap((parts) => parts.map(({ column }) => column)))];
  if (columns.length > COLUMNS_MAX || columns.length === 0)
    return elements.flatMap((element) => blocksOf(element, paths.get(element) ?? ""));
  const widths = columns.map((column) => widthOf(rows, column));
  const heads = columns.map((column, i) => inLines(headOf(column, columns), widths[i] ?? 0).map((line) => plain(line, { bold: true })));
  const table: Table = { kind: "table", rows: [heads], names: [[]] };
  for (const parts of rows) {
    const byColumn = Map.groupBy(parts, ({ column }) => column);
    table.rows.push(columns.map((column) => (byColumn.get(column) ?? []).map(({ text }) => plain(text))));
    table.names?.push(columns.map((column) => byColumn.get(column)?.[0] ?? null).map((part) => part && (named(part.path).name ?? null)));
  }
  return [plain(""), plain(wordsOfName(elements[0]?.name ?? ""), { bold: true }), table];
}

/** Characters of the longest value in a column. */
function widthOf(rows: readonly Part[][], column: string): number {
  return largest(rows.map((parts) => largest(parts.map((part) => (part.column === column ? part.text.length : 0)))));
}

/** Heads are longer than most values: their words stand in lines above each other, about as wide as the column, or twelve letters. */
function inLines(head: string, width: number): string[] {
  const most = Math.max(HEAD_CHARACTERS, width);
  const lines = [""];
  for (const word of head.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last === "") lines[lines.length - 1] = word;
    else if (last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const HEAD_CHARACTERS = 12;

/** The last name of a path, with those before it where another column has the same. */
function headOf(column: string, columns: readonly string[]): string {
  const names = column.split("/");
  for (let from = names.length - 1; from > 0; from--) {
    const end = `/${names.slice(from).join("/")}`;
    if (columns.filter((other) => `/${other}`.endsWith(end)).length === 1) return names.slice(from).map(shown).join(" ");
  }
  return names.map(shown).join(" ");
}

const shown = (name: string): string => wordsOfName(name.replace("@", ""));

function partsOf(element: Element, path: string, column: string): Part[] {
  const own = attributesIn(element).map(([name, text]) => ({ column: joined(column, `@${name}`), text, path: `${path}/@${name}` }));
  const inner = childrenOf(element);
  const value = textValue(element);
  if (inner.length === 0) return value === "" ? own : [{ column: column || element.name, text: value, path }, ...own];
  const paths = pathsIn(element, path);
  return [...own, ...inner.flatMap((each) => partsOf(each, paths.get(each) ?? path, joined(column, each.name)))];
}

const joined = (column: string, name: string): string => (column === "" ? name : `${column}/${name}`);

/** XPath of each child: with its place among those of its name where there are several. */
function pathsIn(parent: Element, path: string): Map<Element, string> {
  const elements = childrenOf(parent);
  const counts = new Map<string, number>();
  for (const { name } of elements) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return new Map(
    elements.map((element) => {
      const at = (seen.get(element.name) ?? 0) + 1;
      seen.set(element.name, at);
      return [element, `${path}/${element.name}${(counts.get(element.name) ?? 0) > 1 ? `[${at}]` : ""}`];
    }),
  );
}

const childrenOf = (element: Element): Element[] => element.children.filter(isTag);

/** The text beside the elements, spaces counted once. */
function textValue(element: Element): string {
  const parts = element.children.map((node) => (isText(node) ? node.data : isTag(node) ? " " : textOfCdata(node)));
  return parts.join("").replace(SPACES, " ").trim();
}

function textOfCdata(node: Element["children"][number]): string {
  return "children" in node ? node.children.map((each) => (isText(each) ? each.data : "")).join("") : "";
}
