/** Fields of a fillable PDF: each has a value; the words printed around it are its label. */

import type { Box, FormField, Word } from "#documents/document.ts";
import { centreInside } from "#documents/layout/assemble.ts";
import { largest } from "#documents/long-lists.ts";
import { fieldState } from "#documents/marks/all-marks.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { type Value, valuesIn } from "#engines/local/page/values-in.ts";
import type { Features } from "#engines/local/weights.ts";
import { nameTokens, similarity, tokensOf } from "#language/fold.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";

export type Filled = { value: Value; features: Features };

/**
 * `labels`: the tokens above, below, left and right of the field, each a possible label; `printed`: the words they come from. `near`: the
 * words nearest to a tick box.
 */
export type FormLabel = {
  field: FormField;
  sheet: Sheet;
  labels: readonly (readonly string[])[];
  printed: readonly (readonly Word[])[];
  mark: boolean;
  on: boolean;
  near: Cell | null;
};

const LIKENESS_MIN = 0.3;
/** A document with this many filled fields is a filled-in form: its answers are in the fields. */
const FILLED_MIN = 4;
const LABEL_LINES_MAX = 4;
/** Page units. */
const REACH_ABOVE = 34;
const REACH_BELOW = 10;
const REACH_BESIDE = 90;

export function labelledFormFields(sheets: readonly Sheet[]): FormLabel[] {
  return sheets.flatMap((sheet) => {
    const printed = printedOn(sheet);
    return sheet.page.formFields.map((field) => {
      const state = fieldState(field);
      const mark = state !== null;
      const around = wordsAround(field, printed, sheet);
      return {
        field,
        sheet,
        labels: around.map((group) => group.flatMap((word) => tokensOf(word.text))),
        printed: around,
        near: mark ? nearestCell(field, sheet) : null,
        mark,
        on: state === true,
      };
    });
  });
}

/** The words of a page that are not inside its filled fields. */
function printedOn({ page, cells }: Sheet): Word[] {
  if (page.formFields.length === 0) return [];
  const filled = page.formFields.filter((field) => (field.value ?? "") !== "").map(({ box }) => box);
  return cells.flatMap((cell) => cell.words).filter((word) => !filled.some((box) => centreInside(word.box, box)));
}

/** True when the document is a filled-in form and the box is in none of its fields. */
export function outsideForm(page: number, box: Box, forms: readonly FormLabel[]): boolean {
  const filled = forms.filter(({ field }) => (field.value ?? "") !== "");
  if (filled.length < FILLED_MIN) return false;
  return !filled.some(({ field, sheet }) => sheet.page.number === page && centreInside(box, field.box, 2));
}

/** Values of fields of text. Check boxes are marks (marked.ts). */
export function formValues(leaf: Leaf, forms: readonly FormLabel[]): Filled[] {
  return forms.flatMap((each): Filled[] => {
    if (each.mark) return [];
    const like = largest(each.labels.map((label, i) => likeness(leaf, label) * (i === 0 ? 1 : 0.8)));
    if (like < LIKENESS_MIN) return [];
    const value = fieldValue(each, leaf.kind);
    return value ? [{ value, features: { formField: 1, likeness: like, fit: fitOf(value, leaf) } }] : [];
  });
}

/** Whether the field's text can be read as the wanted kind. */
function fitOf(value: Value, leaf: Leaf): number {
  if (leaf.kind === "address") return value.to - value.from > 1 && /\p{L}{3}/u.test(value.raw) ? 0.5 : -1.5;
  if (leaf.kind === "name" || leaf.kind === "text") return 0.5;
  return valuesIn(value.cell, leaf.kind).length > 0 ? 0.5 : -1.5;
}

/** Words of the description count less than those of the name; "the", "of" and the like do not count, nor do options that it lists. */
const DESCRIPTION_WEIGHT = 0.5;
const EMPTY = new Set(
  "the a an of for in on at is are be this that and or by with its which who whose from to as it any all if".split(" "),
);

/** How well a label's tokens fit the field's name and description, 0..1. */
export function likeness(leaf: Leaf, label: readonly string[]): number {
  const weights = new Map<string, number>();
  const options = new Set((leaf.field.enum ?? []).flatMap(tokensOf));
  for (const token of tokensOf(leaf.field.description ?? ""))
    if (!EMPTY.has(token) && !options.has(token)) weights.set(token, DESCRIPTION_WEIGHT);
  for (const token of nameTokens(leaf.field.name)) if (!EMPTY.has(token)) weights.set(token, 1);
  let shared = 0;
  let all = 0;
  for (const [word, weight] of weights) {
    all += weight;
    if (label.some((token) => token === word || (word.length > 4 && token[0] === word[0] && similarity(token, word) > 0.65)))
      shared += weight;
  }
  return all === 0 || label.length === 0 ? 0 : (shared / all) * (0.7 + 0.3 * Math.min(1, (2 * weights.size) / label.length));
}

function fieldValue({ field, sheet }: FormLabel, kind: Kind): Value | null {
  const raw = askedLines(field.value ?? "", kind)
    .replace(/\s+/g, " ")
    .trim();
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
  };
  return { cell: place, from: 0, to: words.length, raw, box: field.box, fit: 1 };
}

/** A field for name and address has the name in its first line. */
function askedLines(value: string, kind: Kind): string {
  const [first = "", ...others] = value.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  if (others.length === 0 || /\d/.test(first)) return value;
  return kind === "name" ? first : kind === "address" ? others.join(" ") : value;
}

function wordsAround(field: FormField, words: readonly Word[], sheet: Sheet): Word[][] {
  const { box } = field;
  const across = (word: Word) => (word.box.left + word.box.right) / 2 > box.left - 6 && word.box.left < box.right + 2;
  const level = (word: Word) => Math.abs(word.box.top + word.box.bottom - box.top - box.bottom) < Math.max(10, box.bottom - box.top);
  const others = sheet.page.formFields.filter((other) => other !== field && other.box.left < box.right && other.box.right > box.left);
  // Words above another field are that field's label.
  const ceiling = Math.max(-Infinity, largest(others.filter((other) => other.box.bottom <= box.top + 2).map((other) => other.box.top)));
  const isAbove = (word: Word) =>
    word.box.bottom <= box.top + 4 && box.top - word.box.bottom < REACH_ABOVE && word.box.bottom > ceiling + 2;
  const above = words.filter((word) => across(word) && isAbove(word));
  const below = words.filter((word) => across(word) && word.box.top >= box.bottom - 4 && word.box.top - box.bottom < REACH_BELOW);
  const left = words.filter((word) => level(word) && word.box.right <= box.left + 2 && box.left - word.box.right < REACH_BESIDE);
  const right = words.filter((word) => level(word) && word.box.left >= box.right - 2 && word.box.left - box.right < REACH_BESIDE);
  return [nearestLines(above, box), below, left, right];
}

/** The lines next to the field, up to another field or a gap. */
function nearestLines(words: readonly Word[], box: Box): Word[] {
  const sorted = [...words].sort((a, b) => b.box.bottom - a.box.bottom);
  const kept: Word[] = [];
  let edge = box.top;
  let lines = 0;
  for (const word of sorted) {
    const height = word.box.bottom - word.box.top;
    if (kept.length > 0 && edge - word.box.bottom > 1.6 * height) break;
    if (word.box.bottom < edge - 0.5 * height) {
      if (lines >= LABEL_LINES_MAX) break;
      lines++;
      edge = word.box.top;
    }
    kept.push(word);
  }
  return kept;
}

function nearestCell(field: FormField, sheet: Sheet): Cell | null {
  const worded = sheet.cells.filter((cell) => /\p{L}{2}/u.test(cell.text));
  return worded.reduce<Cell | null>((best, cell) => (!best || gap(cell.box, field.box) < gap(best.box, field.box) ? cell : best), null);
}

const gap = (a: Box, b: Box) =>
  Math.hypot(Math.max(0, b.left - a.right, a.left - b.right), Math.max(0, b.top - a.bottom, a.top - b.bottom));
