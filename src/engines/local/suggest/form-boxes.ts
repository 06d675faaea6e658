/** Suggests the fields of a fillable PDF, each named by the words printed for it. */

import type { FieldType } from "#contract/schema/field-types.ts";
import type { Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { largest } from "#documents/long-lists.ts";
import type { FormLabel } from "#engines/local/candidates/form-fields.ts";
import { hasText } from "#structure/labels/label-shapes.ts";
import { textOf, withWords } from "#structure/sheet.ts";
import type { Draft, Place } from "./draft.ts";
import { snakeCase } from "./field-name.ts";
import { typeOfValue } from "./value-type.ts";

const LABEL_WORDS_MAX = 10;
const FILLED_SCORE = 4;
const EMPTY_SCORE = 1.5;

export function formDrafts(forms: readonly FormLabel[]): Draft[] {
  return forms.flatMap((form): Draft[] => {
    const label = form.mark ? markLabel(form) : fieldLabel(form);
    if (label === null) return [];
    const { field, sheet } = form;
    const text = form.mark ? String(form.on) : (field.value ?? "").replace(/\s+/g, " ").trim();
    const value = text === "" ? null : { text, page: sheet.page.number, box: field.box };
    const score = value !== null && (!form.mark || form.on) ? FILLED_SCORE : EMPTY_SCORE;
    const type = form.mark ? "boolean" : /^sig/i.test(field.kind) ? "signature" : typeOfText(label.text, text, form);
    return [{ name: snakeCase(label.text), type, label, value, known: false, score }];
  });
}

function typeOfText(label: string, text: string, { field, sheet }: FormLabel): FieldType {
  const [cell] = sheet.cells;
  if (text === "" || !cell) return "string";
  const words = text
    .split(" ")
    .map((part) => ({ text: part, box: field.box, certainty: 1, source: "native" as const, fontSize: 0, bold: false }));
  return typeOfValue(label, withWords(cell, words), 0, words.length);
}

function markLabel({ near, sheet }: FormLabel): Place | null {
  if (near === null) return null;
  return placeOf(near.words.slice(0, LABEL_WORDS_MAX), sheet.page.number);
}

/** The words above the field or left of it, whichever are nearer. */
function fieldLabel({ field, printed, sheet }: FormLabel): Place | null {
  const [above = [], , left = []] = printed;
  const gap = {
    above: field.box.top - largest(above.map(({ box }) => box.bottom)),
    left: field.box.left - largest(left.map(({ box }) => box.right)),
  };
  const order = gap.left < gap.above && left.length <= LABEL_WORDS_MAX ? [left, above] : [above, left];
  const best = order.find((words) => words.some(({ text }) => /\p{L}{2}/u.test(text)));
  if (!best) return null;
  const ordered = [...best].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  return placeOf(ordered.slice(0, LABEL_WORDS_MAX), sheet.page.number);
}

function placeOf(words: readonly Word[], page: number): Place | null {
  const text = textOf(words);
  return hasText(text) ? { text, page, box: boxAround(words) } : null;
}
