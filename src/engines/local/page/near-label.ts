/** Values near a label: after it, right of it, below it. */

import { boxAround } from "#documents/layout/assemble.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import type { Features } from "#engines/local/weights.ts";
import { readNumber } from "#engines/values/number.ts";
import { heightOf, overlapAcross } from "#structure/boxes.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import type { LabelHit, LabelsByCell } from "./labels-on-page.ts";
import { wholeName } from "./torn-names.ts";
import { type Value, valuesIn } from "./values-in.ts";

export type Near = { value: Value; features: Features };

const LINES_BELOW_MAX = 5;
/** Maximum distance between a label and a value below it, in line heights. */
const HEIGHTS_BELOW_MAX = 4.5;
const CELLS_RIGHT_MAX = 4;
const COLUMN_LINES_MAX = 16;
/** A value this many line heights below a label, at most, belongs to its box on a form. */
const BOX_HEIGHTS_MAX = 1;
const FREE_TEXT: ReadonlySet<Kind> = new Set(["name", "text", "address"]);
/** A cell with more words is a sentence or a clause, not a label with its value. */
const SENTENCE_WORDS_MIN = 10;
const TEXT_WORDS_MAX = 14;

export function valuesNear(hit: LabelHit, kind: Kind, sheet: Sheet, labels: LabelsByCell): Near[] {
  const base: Features = {
    labelLength: Math.min(1, hit.tokens.length / 3),
    labelLeads: hit.from === 0 ? 1 : 0,
    colon: hit.colon ? 1 : 0,
    ambiguousLabel: hit.concepts.size > 1 ? 1 : 0,
    inSentence: !hit.colon && hit.cell.words.length > SENTENCE_WORDS_MIN ? 1 : 0,
  };
  const beside = besideTaken(hit, sheet, labels) ? { besideTaken: 1 } : {};
  const under = below(hit, kind, sheet, labels).map(({ value, features }) => ({ value, features: { ...features, ...beside } }));
  const outside = [...rightOf(hit, kind, sheet, labels), ...under];
  const inside = inline(hit, kind, labels);
  const runsOn = hit.to < hit.cell.words.length && !hit.colon && hit.concepts.size > 0 ? { labelRunsOn: 1 } : {};
  const all = [...inside, ...outside.map(({ value, features }) => ({ value, features: { ...features, ...runsOn } }))];
  const found = kind === "name" ? all.map((each) => ({ ...each, value: wholeName(each.value, sheet, labels) })) : all;
  return found.map(({ value, features }) => ({ value, features: { ...base, fit: value.fit, ...features } }));
}

/** Whether the cell is a label, with or without its value; a name may begin with a word that is a label elsewhere. */
function isLabelCell(first: LabelHit, cell: Cell): boolean {
  return first.colon || first.to === cell.words.length || first.tokens.length > 1;
}

/** Words followed by a colon are a label, even an unknown one. */
const announces = ({ text }: Cell): boolean => /\p{L}\s?:$/u.test(text);

/** Whether the cell right of the label is a value: the two are then a row of label and value. */
function besideTaken(hit: LabelHit, sheet: Sheet, labels: LabelsByCell): boolean {
  const next = sheet.lines[hit.cell.line]?.[hit.cell.column + 1];
  if (hit.concepts.size === 0) return false;
  return (
    next !== undefined && !announces(next) && hit.cell.column === 0 && labels.get(next)?.[0]?.from !== 0 && /[\d\p{Lu}]/u.test(next.text)
  );
}

function inline(hit: LabelHit, kind: Kind, labels: LabelsByCell): Near[] {
  const { cell } = hit;
  if (FREE_TEXT.has(kind) && hit.from > 0 && !hit.colon) return [];
  const next = labels.get(cell)?.find((other) => other.from >= hit.to && (other.colon || (FREE_TEXT.has(kind) && other.tokens.length > 1)));
  const values = candidates(cell, kind, hit.to, next?.from ?? cell.words.length);
  const running = FREE_TEXT.has(kind) && !hit.colon ? { runningText: 1 } : {};
  return values
    .slice(0, 3)
    .map((value, i) => ({ value, features: { inline: 1, skipped: i, far: Math.min(1, (value.from - hit.to) / 6), ...running } }));
}

function rightOf(hit: LabelHit, kind: Kind, sheet: Sheet, labels: LabelsByCell): Near[] {
  if (hit.to < hit.cell.words.length && (FREE_TEXT.has(kind) || hit.from > 0)) return [];
  const found: Near[] = [];
  const row = sheet.lines[hit.cell.line] ?? [];
  for (const cell of row.slice(hit.cell.column + 1, hit.cell.column + 1 + CELLS_RIGHT_MAX)) {
    const first = labels.get(cell)?.[0];
    if (announces(cell)) break;
    if (
      first &&
      first.from === 0 &&
      (isLabelCell(first, cell) || (!FREE_TEXT.has(kind) && (first.to < cell.words.length || found.length > 0)))
    )
      break;
    const far = Math.min(1, (cell.box.left - hit.box.right) / (0.6 * sheet.page.width));
    const end = FREE_TEXT.has(kind) ? labels.get(cell)?.find((other) => other.from > 0 && other.tokens.length > 1)?.from : undefined;
    for (const value of candidates(cell, kind, 0, end ?? cell.words.length).slice(0, 3)) {
      // A count before a sum does not compete with it.
      const skipped = found.filter((other) => other.value.fit >= value.fit).length;
      found.push({ value, features: { right: 1, far, skipped: Math.min(3, skipped) } });
    }
    if (FREE_TEXT.has(kind) && found.length > 0) break;
  }
  return found;
}

function below(hit: LabelHit, kind: Kind, sheet: Sheet, labels: LabelsByCell): Near[] {
  if (FREE_TEXT.has(kind) && hit.to < hit.cell.words.length && !(hit.concepts.size === 0)) return [];
  const height = Math.max(1, heightOf(hit.box));
  for (let i = hit.cell.line + 1; i <= Math.min(hit.cell.line + LINES_BELOW_MAX * 2, sheet.lines.length - 1); i++) {
    for (const cell of sheet.lines[i] ?? []) {
      const drop = (cell.box.top - hit.box.bottom) / height;
      if (drop > HEIGHTS_BELOW_MAX) return [];
      if (drop < -0.5 || !(under(cell, hit) || (drop < BOX_HEIGHTS_MAX && inBox(cell, hit, sheet)))) continue;
      const first = labels.get(cell)?.[0];
      if (FREE_TEXT.has(kind) && announces(cell)) return [];
      if (first && first.from === 0 && (FREE_TEXT.has(kind) ? isLabelCell(first, cell) : first.colon || first.to === cell.words.length))
        return [];
      const values = candidates(cell, kind, 0, cell.words.length).filter((value) => fallsUnder(value, cell, hit));
      const far = Math.max(0, Math.min(1, drop / HEIGHTS_BELOW_MAX));
      if (values.length > 0) {
        const sum = kind === "amount" ? columnSum(cell, hit, sheet, labels) : [];
        return [...values.slice(0, 2).map((value, k) => ({ value, features: { below: 1, far, skipped: k } })), ...sum];
      }
      if (FREE_TEXT.has(kind)) return [];
    }
  }
  return [];
}

/**
 * The last amount of a column when it is the sum of those above it, for example below the head of a tax table, and no label of another sum
 * is beside it.
 */
function columnSum(first: Cell, hit: LabelHit, sheet: Sheet, labels: LabelsByCell): Near[] {
  const amounts = [first, ...cellsUnder(first, sheet)].flatMap((cell) => {
    const [value] = valuesIn(cell, "amount");
    const read = value && readNumber(value.raw, null, true);
    return value && read ? [{ value, cents: Math.round(100 * read.value) }] : [];
  });
  const last = amounts.findLastIndex(
    ({ cents }, i) => i > 1 && cents !== 0 && cents === sumOf(amounts.slice(0, i).map((each) => each.cents)),
  );
  const sum = amounts[last];
  const beside = sheet.lines[sum?.value.cell.line ?? -1]?.flatMap((cell) => labels.get(cell) ?? []) ?? [];
  // "Totals" may be beside it, but not "Net total" below the head of gross amounts.
  const isOther = ({ tokens, concepts }: LabelHit) => tokens.length > 1 && ![...concepts].some((concept) => hit.concepts.has(concept));
  if (!sum || beside.some(isOther)) return [];
  return [{ value: sum.value, features: { below: 1, columnSum: 1 } }];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Cells of the next lines with the same right edge, until one is too far below the one before it. */
function cellsUnder(first: Cell, sheet: Sheet): Cell[] {
  const found = [first];
  for (const line of sheet.lines.slice(first.line + 1, first.line + COLUMN_LINES_MAX)) {
    const last = found.at(-1) ?? first;
    const next = line.find((cell) => overlapAcross(cell.box, first.box) > 0.5 && /\d/.test(cell.text));
    if (next && next.box.top - last.box.bottom > 3 * heightOf(last.box)) break;
    if (next) found.push(next);
  }
  return found.slice(1);
}

/** In a cell that spans several columns only the values below the label count. */
const fallsUnder = (value: Value, cell: Cell, hit: LabelHit) =>
  cell.words.length <= 3 || overlapAcross(value.box, hit.box) > 0.2 || value.from === 0;

/** On forms the labels of a row are at the left edges of boxes: the value is somewhere up to the next label. */
function inBox(cell: Cell, { cell: label }: LabelHit, sheet: Sheet): boolean {
  const next = sheet.lines[label.line]?.[label.column + 1];
  return next !== undefined && cell.box.left >= label.box.left - 2 && cell.box.right < next.box.left;
}

function under(cell: Cell, hit: LabelHit): boolean {
  const start = Math.abs(cell.box.left - hit.box.left) < 0.6 * heightOf(hit.box) + 2;
  return start || overlapAcross(cell.box, hit.box) > 0.3;
}

function candidates(cell: Cell, kind: Kind, from: number, to: number): readonly Value[] {
  if (!FREE_TEXT.has(kind)) return valuesIn(cell, kind, from, to);
  let start = from;
  while (start < to && /^[:\-–•|=]+$/.test(cell.words[start]?.text ?? "")) start++;
  const words = cell.words.slice(start, to);
  const raw = textOf(words).replace(/^[:\s]+|(?<![\s:;,])[\s:;,]+$/g, "");
  if (words.length === 0 || raw.length < 2 || !/\p{L}/u.test(raw)) return [];
  const long = words.length > TEXT_WORDS_MAX ? 0.4 : 1;
  const fit = kind === "name" && !/^\p{Lu}|^\d/u.test(raw) ? 0.5 * long : long;
  return [{ cell, from: start, to: start + words.length, raw, box: boxAround(words), fit }];
}
