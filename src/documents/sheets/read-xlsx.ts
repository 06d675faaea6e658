/**
 * Reads a workbook (SpreadsheetML, ECMA-376): the shown values of the shown cells of its shown sheets. A formula counts with the value that
 * was stored for it.
 */
import { type ChildNode, type Element, isTag, isText } from "domhandler";
import type { ReadingWarning } from "#documents/document.ts";
import { openPackage, packageWarnings, relationsOf, xmlOf } from "#documents/office/package.ts";
import { CellsLeft, type Grid } from "./grid.ts";
import { readSheet, type SheetRead, type Workbook } from "./xlsx-sheet.ts";
import { stylesIn } from "./xlsx-styles.ts";

export type SheetsRead = { grids: Grid[]; warnings: ReadingWarning[]; cut: boolean };

/** Throws TaskFailure `corrupt_document`, `encrypted_document`, `deadline_exceeded`. */
export async function readXlsx(bytes: Uint8Array): Promise<SheetsRead> {
  const file = await openPackage(bytes);
  const { parts, main } = file;
  const relations = relationsOf(parts, main);
  const partOf = (end: string) => relations.find(({ type }) => type.endsWith(end))?.target ?? "";
  const workbook = xmlOf(parts, main);
  const book: Workbook = {
    strings: stringsIn(xmlOf(parts, partOf("/sharedStrings"))),
    styles: stylesIn(xmlOf(parts, partOf("/styles"))),
    from1904: ["1", "true"].includes(partsNamed(workbook, "workbookPr")[0]?.attribs.date1904 ?? ""),
  };
  const left = new CellsLeft();
  const grids: Grid[] = [];
  const counts: Omit<SheetRead, "rows"> = { formulas: 0, uncomputed: 0, hidden: 0 };
  for (const { attribs } of partsNamed(workbook, "sheets").flatMap((sheets) => partsNamed(sheets, "sheet"))) {
    const xml = parts.get(relations.find(({ id }) => id === (attribs["r:id"] ?? ""))?.target ?? "");
    if (!xml || left.cut) continue;
    if (attribs.state !== undefined && attribs.state !== "visible") {
      counts.hidden += 1;
      continue;
    }
    const { rows, ...more } = readSheet(xml, book, left);
    grids.push({ name: attribs.name ?? `Sheet${grids.length + 1}`, rows });
    for (const key of ["formulas", "uncomputed", "hidden"] as const) counts[key] += more[key];
  }
  return { grids, warnings: [...packageWarnings(file), ...sheetWarnings(counts)], cut: left.cut };
}

export function sheetWarnings({ formulas, uncomputed, hidden }: Omit<SheetRead, "rows">): ReadingWarning[] {
  const warnings: ReadingWarning[] = [];
  if (formulas > 0) {
    const rest = uncomputed > 0 ? ` ${uncomputed} have none and are empty: open the file, save it and send it again.` : "";
    const message = `Formulas were not computed: the values that the file stores for ${formulas} of them were read.${rest}`;
    warnings.push({ code: "formulas_not_computed", message });
  }
  if (hidden > 0)
    warnings.push({
      code: "hidden_left_out",
      message: `${hidden} hidden sheets, rows or columns were not read. Show them to have them read.`,
    });
  return warnings;
}

function partsNamed(element: Element | undefined, name: string): Element[] {
  return (element?.children ?? []).filter(isTag).filter((each) => each.name.slice(each.name.indexOf(":") + 1) === name);
}

/** Texts that cells share; phonetic hints beside them are left out. */
function stringsIn(root: Element | undefined): string[] {
  return partsNamed(root, "si").map((item) => textIn(item.children.filter((each) => !isTag(each) || !PHONETIC.has(each.name))));
}

const PHONETIC = new Set(["rPh", "phoneticPr", "rPr"]);

function textIn(nodes: readonly ChildNode[]): string {
  return nodes.map((node) => (isText(node) ? node.data : isTag(node) && !PHONETIC.has(node.name) ? textIn(node.children) : "")).join("");
}
