/** The XML of a Word part to blocks: paragraphs, tables, text boxes. Deleted and moved-away text is left out. */

import { type ChildNode, type Element, isTag, isText } from "domhandler";
import { type Block, mirrored, type Paragraph, type Run, type Table } from "#documents/flow/block.ts";
import { append } from "#documents/long-lists.ts";
import { childOf, type Format, formatOf, hiddenReason, isShaded, type Styles } from "./docx-styles.ts";

/** `urls`: relation id → target. */
export type DocxPart = { styles: Styles; urls: ReadonlyMap<string, string> };
/** What applies at the element's place. `onShade`: the background is coloured, or of unknown colour. */
type Place = DocxPart & { onShade: boolean; hiddenShape: boolean; url?: string };

const LEFT_OUT = new Set([
  "w:del",
  "w:moveFrom",
  "w:instrText",
  "w:delText",
  "mc:Fallback",
  "w:pPr",
  "w:rPr",
  "w:tblPr",
  "w:tcPr",
  "w:trPr",
]);
const HYPERLINK_FIELD = /HYPERLINK\s+"([^"]+)"/;

export function blocksOf(root: Element, part: DocxPart): Block[] {
  const background = childOf(root, "w:background") !== undefined;
  return blocksIn(root, { ...part, onShade: background, hiddenShape: false });
}

function blocksIn(parent: Element, place: Place): Block[] {
  return children(parent).flatMap((each): Block[] => {
    if (each.name === "w:p") return paragraphOf(each, place);
    if (each.name === "w:tbl") return [tableOf(each, place)];
    if (each.name === "mc:AlternateContent") return blocksIn(chosen(each), place);
    return LEFT_OUT.has(each.name) ? [] : blocksIn(each, place);
  });
}

function children(parent: Element): Element[] {
  return parent.children.filter(isTag);
}

/** Word draws the alternative it knows; every Word since 2010 knows text boxes of the first one. */
function chosen(alternate: Element): Element {
  return childOf(alternate, "mc:Choice") ?? childOf(alternate, "mc:Fallback") ?? alternate;
}

/** A cell over several columns is in the first, and leaves the others empty. */
function tableOf(table: Element, place: Place): Table {
  const properties = childOf(table, "w:tblPr");
  const styled = childOf(properties, "w:tblStyle") !== undefined;
  const rows = inside(table, "w:tr").map((row) =>
    inside(row, "w:tc").flatMap((cell) => {
      const own = childOf(cell, "w:tcPr");
      const shaded = isShaded(childOf(own, "w:shd"));
      const span = Math.min(SPAN_MAX, Number(childOf(own, "w:gridSpan")?.attribs["w:val"]) || 1);
      const blocks = blocksIn(cell, { ...place, onShade: place.onShade || styled || shaded });
      return [blocks, ...Array.from({ length: span - 1 }, (): Block[] => [])];
    }),
  );
  const rightToLeft = childOf(properties, "w:bidiVisual");
  return { kind: "table", rows: rightToLeft && !OFF.has(rightToLeft.attribs["w:val"] ?? "") ? mirrored(rows) : rows };
}

const SPAN_MAX = 50;
/** Values of a switch that is there and turned off (ECMA-376, ST_OnOff). */
const OFF = new Set(["0", "false", "off"]);

/** Rows of a table or cells of a row; content controls may be wrapped around them. */
function inside(parent: Element, name: string): Element[] {
  return children(parent).flatMap((each) => {
    if (each.name === name) return [each];
    return ["w:sdt", "w:sdtContent", "w:ins", "w:customXml"].includes(each.name) ? inside(each, name) : [];
  });
}

/** A paragraph is one block, or several when it has line breaks; the text boxes anchored in it come first. */
function paragraphOf(element: Element, place: Place): Block[] {
  const properties = childOf(element, "w:pPr");
  const style = place.styles.byId.get(childOf(properties, "w:pStyle")?.attribs["w:val"] ?? "Normal") ?? {};
  const onShade = place.onShade || isShaded(childOf(properties, "w:shd"));
  const list = childOf(properties, "w:numPr") !== undefined;
  const lines: Run[][] = [[]];
  const boxes: Block[] = [];
  const breaks = new Set<number>(isOn(childOf(properties, "w:pageBreakBefore")) ? [0] : []);
  collect(element, { ...place, onShade }, { format: { ...place.styles.base, ...style }, lines, boxes, breaks });
  const paragraphs = lines.flatMap((runs, i): Block[] => {
    const paragraph: Paragraph = { kind: "paragraph", runs: list && i === 0 ? [BULLET, ...runs] : runs };
    return breaks.has(i) ? [{ kind: "break" }, paragraph] : [paragraph];
  });
  return [...boxes, ...paragraphs];
}

const isOn = (property: Element | undefined): boolean =>
  property !== undefined && !["0", "false", "off"].includes(property.attribs["w:val"] ?? "1");

/** Word draws the bullet; the file only numbers the paragraph. */
const BULLET: Run = { text: "• ", size: 0, bold: false };

/** `breaks`: the lines before which a page ends. */
type Collector = { format: Format; lines: Run[][]; boxes: Block[]; breaks: Set<number> };

function collect(parent: Element, place: Place, into: Collector): void {
  let url = place.url;
  for (const each of children(parent)) {
    const here = url === undefined ? place : { ...place, url };
    if (each.name === "w:r") {
      url = fieldTarget(each) ?? (endsField(each) ? place.url : url);
      runOf(each, url === undefined ? place : { ...place, url }, into);
    } else if (each.name === "w:hyperlink") {
      const target = place.urls.get(each.attribs["r:id"] ?? "");
      collect(each, target === undefined ? here : { ...here, url: target }, into);
    } else if (!LEFT_OUT.has(each.name)) collect(each.name === "mc:AlternateContent" ? chosen(each) : each, here, into);
  }
}

function fieldTarget(run: Element): string | undefined {
  const code = childOf(run, "w:instrText");
  return code ? HYPERLINK_FIELD.exec(textIn(code.children))?.[1] : undefined;
}

function endsField(run: Element): boolean {
  return childOf(run, "w:fldChar")?.attribs["w:fldCharType"] === "end";
}

function runOf(run: Element, place: Place, into: Collector): void {
  const properties = childOf(run, "w:rPr");
  const style = place.styles.byId.get(childOf(properties, "w:rStyle")?.attribs["w:val"] ?? "") ?? {};
  const format = { ...into.format, ...style, ...formatOf(properties) };
  const hidden = place.hiddenShape ? "vanish" : hiddenReason(format, place.onShade);
  const shape = { size: format.size ?? 0, bold: format.bold ?? false, ...(hidden ? { hidden } : {}) };
  const add = (text: string) => {
    if (text !== "") into.lines.at(-1)?.push({ text, ...shape, ...(place.url === undefined ? {} : { url: place.url }) });
  };
  for (const each of children(run)) {
    if (each.name === "w:t") add(textIn(each.children));
    else if (each.name === "w:tab" || each.name === "w:ptab") add("\t");
    else if (each.name === "w:noBreakHyphen") add("-");
    else if (each.name === "w:br" || each.name === "w:cr") {
      into.lines.push([]);
      if (each.attribs["w:type"] === "page") into.breaks.add(into.lines.length - 1);
    } else if (!LEFT_OUT.has(each.name)) append(into.boxes, boxesIn(each, place));
  }
}

/** Text boxes of a drawing. */
function boxesIn(element: Element, place: Place): Block[] {
  if (element.name === "mc:AlternateContent") return boxesIn(chosen(element), place);
  if (element.name === "w:txbxContent") return blocksIn(element, place);
  const hiddenShape = place.hiddenShape || isHiddenShape(element);
  const onShade = place.onShade || isFilledShape(element);
  return children(element).flatMap((each) => boxesIn(each, { ...place, hiddenShape, onShade }));
}

function isHiddenShape(element: Element): boolean {
  return children(element).some((each) => each.name === "wp:docPr" && ["1", "true"].includes(each.attribs.hidden ?? ""));
}

function isFilledShape(element: Element): boolean {
  const properties = childOf(element, "wps:spPr");
  const filled = properties && children(properties).some((each) => /^a:(?:solid|grad|blip|patt)Fill$/.test(each.name));
  return Boolean(filled) || childOf(element, "wps:style") !== undefined || element.attribs.fillcolor !== undefined;
}

function textIn(nodes: readonly ChildNode[]): string {
  return nodes.map((node) => (isText(node) ? node.data : "")).join("");
}
