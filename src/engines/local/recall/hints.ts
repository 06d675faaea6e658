/** Where the values of a document stand by what is remembered of its layout, for an engine that reads the page by itself. */
import type { Box } from "#documents/document.ts";
import { boxAround, centreInside } from "#documents/layout/assemble.ts";
import { boxInView } from "#documents/layout/reading-view.ts";
import type { Ask, Finding } from "#engines/engine.ts";
import { type Leaf, type ListField, wantedBy } from "#engines/local/leaves.ts";
import { headKey } from "#engines/local/tables/fit.ts";
import { gridsOf } from "#engines/local/tables/grid.ts";
import type { Hint, LabelSide, Memory, Place } from "#engines/remembered.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { hashOf } from "#structure/layout/marks.ts";
import { type Sheet, sheetsOf, textOf } from "#structure/sheet.ts";
import { agreementOf, mostOf, spotOf, standingBy } from "./places.ts";
import { type Pages, pagesOf, recalledSpans } from "./recalled-spans.ts";

/** Share of the remembered words around a place, by their weights, that have to stand around it again. */
const AGREE_MIN = 0.5;
const LABEL_LENGTH_MAX = 40;
const HEAD_LENGTH_MAX = 60;
/** Longer ones are of running text and say little. */
const FORMAT_LENGTH_MAX = 20;
const FORMATS_MAX = 2;

type Spotted = { sheet: Sheet; box: Box; place: Place; agreement: number };

/** `findings`: those of the local engine with this memory. The hints of single fields in the order of the schema, then those of lists. */
export function hintsOf({ document, schema }: Pick<Ask, "document" | "schema">, memory: Memory, findings: readonly Finding[]): Hint[] {
  const on = pagesOf(sheetsOf(document));
  const { leaves, tables } = wantedBy(asAsked(schema));
  const found = new Map(findings.map((finding) => [finding.path, finding]));
  const single = leaves.flatMap((leaf) => hintOf(leaf, found.get(leaf.path), memory, on) ?? []);
  return [...single, ...columnHints(tables, memory, on)];
}

function hintOf(leaf: Leaf, finding: Finding | undefined, { examples }: Memory, on: Pages): Hint | null {
  const known = examples.flatMap(({ fields }) => fields[leaf.path] ?? []);
  const absent = known.filter((each) => each.absent).length;
  if (2 * absent > known.length) return finding ? null : { kind: "absent", path: leaf.path };
  const places = known.flatMap((each) => each.places);
  const spotted = bestOf(foundAt(finding, places, on)) ?? bestOf(recalledAt(leaf, places, on));
  return spotted && placeHint(leaf.path, spotted, places, on);
}

const bestOf = (all: readonly Spotted[]): Spotted | null => {
  const [best] = all.toSorted((a, b) => b.agreement - a.agreement);
  return best && best.agreement >= AGREE_MIN ? best : null;
};

function foundAt(finding: Finding | undefined, places: readonly Place[], on: Pages): Spotted[] {
  const sheet = on.sheets.find(({ page }) => page.number === finding?.page);
  return sheet && finding?.at ? spottedIn(sheet, boxInView(finding.at, sheet.page), places, on) : [];
}

function recalledAt(leaf: Leaf, places: readonly Place[], on: Pages): Spotted[] {
  const sheetOf = new Map(on.sheets.map((sheet) => [sheet.page.number, sheet]));
  return recalledSpans(leaf, places, on).flatMap(({ cell, box }) => {
    const sheet = sheetOf.get(cell.page);
    return sheet ? spottedIn(sheet, box, places, on) : [];
  });
}

const spottedIn = (sheet: Sheet, box: Box, places: readonly Place[], { wordsOn }: Pages): Spotted[] =>
  places.map((place) => ({ sheet, box, place, agreement: mostOf(agreementOf(spotOf(box, sheet), place, wordsOn(sheet))) }));

function placeHint(path: string, spotted: Spotted, places: readonly Place[], on: Pages): Hint | null {
  const { sheet, box } = spotted;
  const line = lineAt(box, sheet);
  const formats = [...new Set(places.map(({ format }) => format))].filter(({ length }) => length <= FORMAT_LENGTH_MAX);
  return line === null
    ? null
    : { kind: "place", path, page: sheet.page.number, line, label: labelOf(spotted, on), formats: formats.slice(0, FORMATS_MAX) };
}

/** The line of the first word in the box, from 1. */
function lineAt(box: Box, { cells }: Sheet): number | null {
  const cell = cells.find(({ words }) => words.some((word) => centreInside(word.box, box)));
  return cell ? cell.line + 1 : null;
}

/** The words beside the value that reviewed documents had there too: of the cell with the one that says most of its place. */
function labelOf({ sheet, box, place }: Spotted, { wordsOn }: Pages): { text: string; side: LabelSide } | null {
  const known = new Set(place.anchors.map(({ word }) => word));
  const [nearest] = standingBy(spotOf(box, sheet), place, wordsOn(sheet)).filter((word) => !centreInside(word.box, box));
  const cell = nearest && sheet.cells.find(({ words }) => words.some((word) => word.box === nearest.box));
  const words = cell?.words.filter((word) => known.has(hashOf(word.text)) && !centreInside(word.box, box)) ?? [];
  const text = textOf(words);
  return words.length === 0 || text.length > LABEL_LENGTH_MAX ? null : { text, side: sideOf(boxAround(words), box) };
}

function sideOf(label: Box, value: Box): LabelSide {
  const middle = (label.top + label.bottom) / 2;
  if (middle < value.top) return "below";
  if (middle > value.bottom) return "above";
  return label.left <= value.left ? "right of" : "left of";
}

/** The heads of this document's tables that reviewed ones had over a column of the list. */
function columnHints(lists: readonly ListField[], { examples }: Memory, { sheets }: Pages): Hint[] {
  const known = lists.map(({ path }) => ({ path, columns: examples.flatMap(({ tables }) => tables[path]?.columns ?? []) }));
  if (known.every(({ columns }) => columns.length === 0)) return [];
  const heads = gridsOf(sheets.map(({ page }) => page)).flatMap(({ columns }) =>
    columns.flatMap(({ head, headCells: [first] }) => (first ? [{ head, key: headKey(head), cell: first }] : [])),
  );
  return known.flatMap(({ path, columns }) => {
    const hints = columns.flatMap(({ path: column, head: key }): Hint[] => {
      const found = heads.find((each) => key !== "" && each.key === key && each.head.length <= HEAD_LENGTH_MAX);
      return found ? [{ kind: "column", path, page: found.cell.page, line: found.cell.line + 1, column, head: found.head }] : [];
    });
    return [...new Map(hints.map((hint) => [JSON.stringify(hint), hint])).values()];
  });
}
