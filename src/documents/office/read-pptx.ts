/**
 * Reads a presentation (PresentationML, ECMA-376): a page per shown slide, with its text boxes and tables from top to bottom and those beside
 * each other as columns. Speaker notes are not on a slide and are not read.
 */
import { type Element, isTag, isText } from "domhandler";
import type { ReadingWarning } from "#documents/document.ts";
import { type Block, mirrored, type Paragraph, plain, type Table } from "#documents/flow/block.ts";
import { append } from "#documents/long-lists.ts";
import { openPackage, packageWarnings, relationsOf, xmlOf } from "./package.ts";

/** Throws TaskFailure `corrupt_document`, `encrypted_document`, `deadline_exceeded`. */
export async function pptxBlocks(bytes: Uint8Array): Promise<{ blocks: Block[]; warnings: ReadingWarning[] }> {
  const file = await openPackage(bytes);
  const { parts, main } = file;
  const relations = new Map(relationsOf(parts, main).map(({ id, target }) => [id, target]));
  const blocks: Block[] = [];
  let hidden = 0;
  for (const { attribs } of find(xmlOf(parts, main), ["p:sldId"])) {
    const slide = xmlOf(parts, relations.get(attribs["r:id"] ?? "") ?? "");
    if (!slide) continue;
    if (slide.attribs.show === "0") hidden += 1;
    else append(blocks, [{ kind: "break" }, ...sideBySide(shapesIn(slide))]);
  }
  const message = `${hidden} hidden slides were not read. Show them to have them read.`;
  return { blocks, warnings: [...packageWarnings(file), ...(hidden > 0 ? [{ code: "hidden_left_out", message }] : [])] };
}

/** In English Metric Units, 914,400 to the inch; those of a placeholder stand in its layout and are unknown. */
type Shape = { top: number; bottom: number; left: number; blocks: Block[] };

function shapesIn(slide: Element): Shape[] {
  const found: Shape[] = [];
  let last = { top: 0, bottom: 0, left: 0 };
  for (const each of find(slide, ["p:sp", "p:graphicFrame"])) {
    const blocks = [...find(each, ["a:tbl"]).map(tableOf), ...find(each, ["p:txBody"]).flatMap(paragraphsOf)];
    // What has no place of its own follows what stands before it in the file.
    const place = placeOf(each) ?? { ...last, top: last.bottom, bottom: last.bottom };
    last = place;
    if (blocks.length > 0) found.push({ ...place, blocks });
  }
  return found;
}

function placeOf(shape: Element): { top: number; bottom: number; left: number } | null {
  const [frame] = find(shape, ["a:xfrm", "p:xfrm"]);
  const [offset, size] = ["a:off", "a:ext"].map((name) => frame?.children.filter(isTag).find((each) => each.name === name)?.attribs);
  const [left, top, height] = [offset?.x, offset?.y, size?.cy].map(Number);
  if (![left, top, height].every(Number.isFinite)) return null;
  return { left: left ?? 0, top: top ?? 0, bottom: (top ?? 0) + (height ?? 0) };
}

/** Shapes that share more than half of the lower one's height are a row. */
function sideBySide(shapes: readonly Shape[]): Block[] {
  const rows: Shape[][] = [];
  for (const shape of [...shapes].sort((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    const isBeside = row?.every((other) => Math.min(other.bottom, shape.bottom) - Math.max(other.top, shape.top) > lower(other, shape) / 2);
    if (row && isBeside) row.push(shape);
    else rows.push([shape]);
  }
  return rows.flatMap((row): Block[] => {
    const [only, ...more] = row.sort((a, b) => a.left - b.left);
    if (more.length === 0) return only?.blocks ?? [];
    return [{ kind: "table", rows: [row.map(({ blocks }) => blocks)] }];
  });
}

const lower = (a: Shape, b: Shape): number => Math.min(a.bottom - a.top, b.bottom - b.top);

function tableOf(table: Element): Table {
  const rows = find(table, ["a:tr"]).map((row) => find(row, ["a:tc"]).map((cell) => find(cell, ["a:txBody"]).flatMap(paragraphsOf)));
  const rightToLeft = find(table, ["a:tblPr"]).some(({ attribs }) => attribs.rtl === "1");
  return { kind: "table", rows: rightToLeft ? mirrored(rows) : rows };
}

function paragraphsOf(body: Element): Paragraph[] {
  return find(body, ["a:p"]).flatMap((paragraph) => {
    const bold = find(paragraph, ["a:rPr"]).some(({ attribs }) => attribs.b === "1");
    return textOf(paragraph)
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => plain(line, { bold }));
  });
}

function textOf(element: Element): string {
  return element.children
    .map((node) => {
      if (!isTag(node)) return "";
      if (node.name === "a:br") return "\n";
      if (node.name === "a:tab") return "\t";
      return node.name === "a:t" ? node.children.map((each) => (isText(each) ? each.data : "")).join("") : textOf(node);
    })
    .join("");
}

/** Elements of these names, not looking inside of those found. What a group or an alternative wraps is found too. */
function find(element: Element | undefined, names: readonly string[]): Element[] {
  return (element?.children ?? []).filter(isTag).flatMap((each) => {
    if (names.includes(each.name)) return [each];
    return each.name === "mc:Fallback" ? [] : find(each, names);
  });
}
