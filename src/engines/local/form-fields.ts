/** Fields of a fillable PDF: each has a value of its own; the words printed around it say what it is for. */
import type { FormField } from "#documents/document.ts";
import { similarity, tokensOf } from "#engines/values/fold.ts";
import { overlapAcross } from "#engines/values/words.ts";
import type { Leaf } from "./leaves.ts";
import type { Cell, Sheet } from "./sheet.ts";
import { heightOf } from "./sheet.ts";
import type { Value } from "./values-in.ts";
import type { Features } from "./weights.ts";

export type Filled = { value: Value; features: Features; answer?: boolean };

type Labelled = { field: FormField; sheet: Sheet; label: readonly string[]; mark: boolean; on: boolean; near: Cell | null };

/** Line heights between the words and the field they stand at. */
const REACH = 2.2;
const LIKENESS_MIN = 0.34;

export function labelledFormFields(sheets: readonly Sheet[]): Labelled[] {
  return sheets.flatMap((sheet) =>
    sheet.page.formFields.map((field) => {
      const around = wordsAt(field, sheet);
      const on = field.checked ?? /^(?:yes|on|1|true|x)$/i.test(field.value ?? "");
      const mark = field.checked !== null || /^(?:yes|off|on)$/i.test(field.value ?? "");
      return { field, sheet, label: around.tokens, near: around.near, mark, on };
    }),
  );
}

export function formValues(leaf: Leaf, fields: readonly Labelled[]): Filled[] {
  const wanted = leaf.kind === "mark";
  return fields.flatMap((each) => {
    if (each.mark !== wanted || each.label.length === 0) return [];
    const like = likeness(leaf.words, each.label);
    if (like < LIKENESS_MIN) return [];
    const features: Features = { formField: 1, likeness: like };
    if (wanted) return each.near ? [{ value: cellValue(each.near), features, answer: each.on }] : [];
    const value = fieldValue(each);
    return value ? [{ value, features }] : [];
  });
}

/** Share of the field's words that the label has; a long label costs a little. */
function likeness(wanted: readonly string[], label: readonly string[]): number {
  const shared = wanted.filter((word) =>
    label.some((token) => token === word || (word.length > 4 && similarity(token, word) > 0.7)),
  ).length;
  return wanted.length === 0 ? 0 : (shared / wanted.length) * (0.6 + 0.4 * Math.min(1, (2 * wanted.length) / label.length));
}

function fieldValue({ field, sheet }: Labelled): Value | null {
  const raw = field.value?.replace(/\s+/g, " ").trim() ?? "";
  const cell = sheet.cells[0];
  if (raw === "" || !cell) return null;
  const words = raw.split(" ").map((text) => ({ text, box: field.box, certainty: 1, source: "native" as const, fontSize: 0, bold: false }));
  const place: Cell = {
    page: sheet.page.number,
    line: -1,
    column: sheet.page.formFields.indexOf(field),
    text: raw,
    box: field.box,
    words,
    tokens: [],
  };
  return { cell: place, from: 0, to: words.length, raw, box: field.box, fit: 1 };
}

function cellValue(cell: Cell): Value {
  return { cell, from: 0, to: cell.words.length, raw: cell.text, box: cell.box, fit: 1 };
}

/** Words above a text field, or beside a box to tick; the nearest cell first. */
function wordsAt(field: FormField, sheet: Sheet): { tokens: string[]; near: Cell | null } {
  const { box } = field;
  const size = Math.min(14, Math.max(8, heightOf(box)));
  const inside = (cell: Cell) => cell.box.top >= box.top - 1 && cell.box.bottom <= box.bottom + 1 && cell.box.left >= box.left - 2;
  const above = (cell: Cell) => {
    const gap = box.top - cell.box.bottom;
    return gap > -0.6 * size && gap < REACH * size && overlapAcross(cell.box, box) > 0.2 && !(field.value && inside(cell));
  };
  const beside = (cell: Cell) => Math.abs(cell.box.top + cell.box.bottom - box.top - box.bottom) < size && gapAcross(cell, field) < 40;
  const tick = field.checked !== null || (heightOf(box) < 1.4 * (box.right - box.left) * 1.4 && box.right - box.left < 16);
  const cells = sheet.cells.filter((cell) => above(cell) || (tick && beside(cell)));
  const ranked = cells.sort((a, b) => distance(a, field) - distance(b, field)).slice(0, 3);
  return { tokens: ranked.flatMap((cell) => tokensOf(cell.text)), near: ranked[0] ?? null };
}

const gapAcross = (cell: Cell, { box }: FormField) => Math.max(0, box.left - cell.box.right, cell.box.left - box.right);
const distance = (cell: Cell, field: FormField) =>
  gapAcross(cell, field) + Math.max(0, field.box.top - cell.box.bottom, cell.box.top - field.box.bottom);
