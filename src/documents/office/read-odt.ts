/** Reads a text of OpenDocument: paragraphs, lists, tables and text boxes, in the order of the file. */
import { type Element, isTag } from "domhandler";
import type { ReadingWarning } from "#documents/document.ts";
import { type Block, plain, type Table } from "#documents/flow/block.ts";
import { append } from "#documents/long-lists.ts";
import { childrenOf, openDocument, textOf } from "./open-document.ts";

/** A cell may say that it stands for many; further ones are left out. */
const REPEATED_MAX = 50;
const LEFT_OUT = new Set(["text:tracked-changes", "office:forms", "text:sequence-decls", "text:variable-decls", "text:table-of-content"]);

/** Throws TaskFailure `corrupt_document`, `encrypted_document`, `deadline_exceeded`. */
export async function odtBlocks(bytes: Uint8Array): Promise<{ blocks: Block[]; warnings: ReadingWarning[] }> {
  const { body, styles, warnings } = await openDocument(bytes, "office:text");
  const breaking = new Set(styles.filter(breaksPage).map(({ attribs }) => attribs["style:name"] ?? ""));
  return { blocks: blocksIn(body, { breaking, list: false }), warnings };
}

function breaksPage(style: Element): boolean {
  return childrenOf(style, "style:paragraph-properties", "style:table-properties").some(
    ({ attribs }) => attribs["fo:break-before"] === "page",
  );
}

/** `breaking`: names of styles that begin a page. */
type Place = { breaking: ReadonlySet<string>; list: boolean };

function blocksIn(parent: Element, place: Place): Block[] {
  const blocks: Block[] = [];
  for (const each of parent.children.filter(isTag)) {
    if (LEFT_OUT.has(each.name)) continue;
    const style = each.attribs["text:style-name"] ?? each.attribs["table:style-name"];
    if (style !== undefined && place.breaking.has(style)) blocks.push({ kind: "break" });
    if (each.name === "text:p" || each.name === "text:h") append(blocks, paragraphOf(each, place));
    else if (each.name === "table:table") blocks.push(tableOf(each, place));
    else if (each.name === "text:list-item") append(blocks, listItem(each, place));
    else append(blocks, blocksIn(each, place));
  }
  return blocks;
}

function listItem(item: Element, place: Place): Block[] {
  const [first, ...more] = blocksIn(item, { ...place, list: true });
  if (first?.kind !== "paragraph") return first ? [first, ...more] : [];
  const isInner = first.runs[0]?.text.startsWith("• ");
  return [isInner ? first : { ...first, runs: [{ text: "• ", size: 0, bold: false }, ...first.runs], list: true }, ...more];
}

/** Text boxes that are anchored in a paragraph come before it. */
function paragraphOf(paragraph: Element, place: Place): Block[] {
  const boxes = boxesIn(paragraph).flatMap((box) => blocksIn(box, place));
  const bold = paragraph.name === "text:h";
  return [
    ...boxes,
    ...textOf(paragraph)
      .split("\n")
      .map((line) => plain(line, { bold })),
  ];
}

function boxesIn(element: Element): Element[] {
  return element.children.filter(isTag).flatMap((each) => (each.name === "draw:text-box" ? [each] : boxesIn(each)));
}

function tableOf(table: Element, place: Place): Table {
  const rows = rowsOf(table).map((row) =>
    childrenOf(row, "table:table-cell", "table:covered-table-cell").flatMap((cell) => {
      const inside = blocksIn(cell, { ...place, breaking: NONE });
      const times = Math.min(REPEATED_MAX, Number(cell.attribs["table:number-columns-repeated"]) || 1);
      return Array.from({ length: times }, () => inside);
    }),
  );
  return { kind: "table", rows };
}

const NONE: ReadonlySet<string> = new Set();

/** Rows, in the order of the file, also of a head and of groups. */
function rowsOf(table: Element): Element[] {
  return table.children.filter(isTag).flatMap((each) => {
    if (each.name === "table:table-row") return [each];
    return ["table:table-header-rows", "table:table-rows", "table:table-row-group"].includes(each.name) ? rowsOf(each) : [];
  });
}
