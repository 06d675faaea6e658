/** Suggests fields for labels with values, found by layout. */
import type { FieldType } from "#contract/schema/field-types.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { CONCEPTS } from "#engines/concepts/concept-of.ts";
import type { PageView } from "#engines/local/candidates/candidate.ts";
import type { SheetLabels } from "#engines/local/page/claims.ts";
import type { LabelHit } from "#engines/local/page/labels-on-page.ts";
import { valuesIn } from "#engines/local/page/values-in.ts";
import { hasValueForm } from "#structure/labels/label-shapes.ts";
import { type CellPart, type LabelledValue, labelledValues } from "#structure/labels/labelled-values.ts";
import { type Cell, textOf } from "#structure/sheet.ts";
import type { Draft, LinesByPage, Place } from "./draft.ts";
import { snakeCase } from "./field-name.ts";
import { labelText } from "./known-drafts.ts";
import { typeOfKind, typeOfValue } from "./value-type.ts";

const SCORES = { colon: 2, beside: 2, above: 1.5 } as const;
const LATER_PAGE = 0.2;
/** Known to the lexicon, but never a field that a schema needs. */
const DULL = ["page"];

/** `known`: the lexicon's match for the whole label. */
type Pair = LabelledValue & { known: LabelHit | null };

export function pairDrafts(page: PageView, inTable: LinesByPage): Draft[] {
  return page.claims.labels.flatMap((labels) => {
    const pairs = labelledValues(labels.sheet, inTable.get(labels.sheet.page.number) ?? new Set());
    const known = ({ cell, from, to }: CellPart) => labels.byCell.get(cell)?.find((hit) => hit.from === from && hit.to >= to) ?? null;
    return pairs.flatMap((pair) => draftOf({ ...pair, known: known(pair.label) }, labels));
  });
}

function draftOf(pair: Pair, { index }: SheetLabels): Draft[] {
  const { how, label, upper, value, known } = pair;
  const at = placeOf(label, upper);
  const text = labelText(at.text);
  if (DULL.some((concept) => known?.concepts.has(concept))) return [];
  if (value) {
    const period = periodOf(pair, { ...at, text });
    if (period) return period;
  }
  const type = typeOf(pair, text);
  const clues = (value && hasValueForm(value.cell) ? 0.5 : 0) + (known ? 0.5 : 0) + (value ? 1 : 0);
  const score = SCORES[how] + clues - LATER_PAGE * Math.min(index, 5);
  return [{ name: snakeCase(text), type, label: { ...at, text }, value: value && placeOf(value), known: false, score }];
}

/** "Flight dates: 24.03. - 30.03.": a field for each end. */
function periodOf({ value, how }: Pair, label: Place): Draft[] | null {
  if (!value) return null;
  const dates = valuesIn(value.cell, "date", value.from, value.to);
  if (dates.length !== 2) return null;
  return dates.map(({ raw, box }, i) => ({
    name: snakeCase(`${label.text} ${i === 0 ? "start" : "end"}`),
    type: "date" as const,
    label,
    value: { text: raw, page: label.page, box },
    known: false,
    score: SCORES[how] + 1,
  }));
}

function typeOf({ label, value, known }: Pair, text: string): FieldType {
  const kinds = known && known.to >= label.to ? [...known.concepts].flatMap((concept) => CONCEPTS[concept]?.kind ?? []) : [];
  if (known?.concepts.has("signature") && known.to >= label.to) return "signature";
  if (value === null) return typeOfKind(kinds[0] ?? "text");
  const shape = typeOfValue(text, value.cell, value.from, value.to);
  return shape === "number" && kinds.includes("amount") ? "currency" : shape;
}

function placeOf({ cell, from, to }: CellPart, upper: readonly Cell[] = []): Place {
  const words = [...upper.flatMap((line) => line.words), ...cell.words.slice(from, to)];
  return { text: textOf(words), page: cell.page, box: boxAround(words) };
}
