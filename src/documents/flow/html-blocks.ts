/** An HTML page as blocks: what a visitor sees of its text, with tables as tables. Nothing of it is run or fetched. */
import { type ChildNode, type Element, isTag, isText } from "domhandler";
import { parseDocument } from "htmlparser2";
import { append } from "#documents/long-lists.ts";
import { type Block, mirrored, type Paragraph, type Run, type Table } from "./block.ts";
import { refuseTooManyTags } from "./read-html.ts";

const LEFT_OUT = new Set([
  ...["script", "style", "template", "noscript", "head", "nav", "iframe", "object", "svg", "math", "select", "datalist", "audio", "video"],
  ...["canvas", "map"],
]);
const BOLD = new Set(["b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6", "dt"]);
const INLINE = new Set([
  ...[
    "a",
    "abbr",
    "b",
    "bdi",
    "bdo",
    "big",
    "cite",
    "code",
    "data",
    "dfn",
    "em",
    "font",
    "i",
    "ins",
    "kbd",
    "label",
    "mark",
    "output",
    "q",
  ],
  ...["s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "input", "button", "img", "picture"],
]);
/** Deeper elements are left out. */
const DEPTH_MAX = 200;
const HIDDEN_STYLE = /(?:display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}hidden)/i;
const SPACES = /[ \t\n\r\f]+/g;
const LINE_END = /\r?\n/;

/** Throws TaskFailure `deadline_exceeded` for a page of too many elements. */
export function htmlBlocks(html: string): Block[] {
  refuseTooManyTags(html);
  const writer = new Writer();
  writer.nodes(parseDocument(html).children, { bold: false, pre: false, depth: 0 });
  return writer.end();
}

type Style = { bold: boolean; pre: boolean; depth: number };

class Writer {
  private readonly blocks: Block[] = [];
  private runs: Run[] = [];
  private marker = "";

  nodes(nodes: readonly ChildNode[], style: Style): void {
    for (const node of nodes) {
      if (isText(node)) this.text(node.data, style);
      else if (isTag(node) && style.depth < DEPTH_MAX && !isLeftOut(node)) this.element(node, { ...style, depth: style.depth + 1 });
    }
  }

  end(): Block[] {
    this.line();
    return this.blocks;
  }

  private element(element: Element, style: Style): void {
    const { name } = element;
    const bold = style.bold || BOLD.has(name);
    if (name === "br") this.line();
    else if (name === "input") this.text(element.attribs.value ?? "", style);
    else if (name === "table") this.table(element, style);
    else if (INLINE.has(name)) this.nodes(element.children, { ...style, bold });
    else this.block(element, { ...style, bold });
  }

  private block(element: Element, style: Style): void {
    const { name } = element;
    this.line();
    if (name === "li") this.marker = "• ";
    this.nodes(element.children, { ...style, pre: style.pre || name === "pre" || name === "textarea" });
    this.line();
  }

  private text(text: string, { bold, pre }: Style): void {
    const lines = pre ? text.split(LINE_END) : [text.replace(SPACES, " ")];
    for (const [i, line] of lines.entries()) {
      if (i > 0) this.line();
      const last = this.runs.at(-1)?.text ?? "";
      const shown = !pre && (last === "" || last.endsWith(" ")) ? line.trimStart() : line;
      if (shown !== "") this.runs.push({ text: shown, size: 0, bold });
    }
  }

  private line(): void {
    if (this.runs.some(({ text }) => text.trim() !== "")) {
      const marker: Run[] = this.marker === "" ? [] : [{ text: this.marker, size: 0, bold: false }];
      const paragraph: Paragraph = { kind: "paragraph", runs: [...marker, ...this.runs] };
      this.blocks.push(paragraph);
      this.marker = "";
    }
    this.runs = [];
  }

  /** A cell over several columns is in the first, and leaves the others empty. */
  private table(table: Element, style: Style): void {
    this.line();
    const rows: Table["rows"] = [];
    for (const row of partsOf(table, ["tr"])) {
      const cells: Block[][] = [];
      for (const cell of partsOf(row, ["td", "th"])) {
        const inside = new Writer();
        inside.nodes(cell.children, { ...style, bold: style.bold || cell.name === "th", pre: false });
        cells.push(inside.end());
        const span = Math.min(SPAN_MAX, Number(cell.attribs.colspan) || 1);
        for (let more = 1; more < span; more++) cells.push([]);
      }
      if (cells.length > 0) rows.push(cells);
    }
    const captions = partsOf(table, ["caption"]);
    for (const { children } of captions) this.nodes(children, style);
    this.line();
    const [only] = rows;
    // A table of one cell is a frame.
    if (rows.length === 1 && only?.length === 1) append(this.blocks, only[0] ?? []);
    else if (rows.length > 0) this.blocks.push({ kind: "table", rows: isRightToLeft(table) ? mirrored(rows) : rows });
  }
}

/** By the nearest element around it that says a direction. */
function isRightToLeft(table: Element): boolean {
  for (let each: Element | null = table; each !== null; each = each.parent !== null && isTag(each.parent) ? each.parent : null)
    if (each.attribs.dir) return each.attribs.dir.toLowerCase() === "rtl";
  return false;
}

const SPAN_MAX = 50;

/** Rows of a table or cells of a row, whatever is wrapped around them. */
function partsOf(parent: Element, names: readonly string[]): Element[] {
  return parent.children.filter(isTag).flatMap((each) => {
    if (isLeftOut(each)) return [];
    if (names.includes(each.name)) return [each];
    return ["thead", "tbody", "tfoot", "form"].includes(each.name) ? partsOf(each, names) : [];
  });
}

function isLeftOut({ name, attribs }: Element): boolean {
  return (
    LEFT_OUT.has(name) ||
    attribs.hidden !== undefined ||
    (name === "input" && attribs.type === "hidden") ||
    HIDDEN_STYLE.test(attribs.style ?? "")
  );
}
