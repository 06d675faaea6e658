/** What the structure of a page says of a span: the label that it has by layout alone, and what its best label has for a value. */
import { memo } from "#contract/memo.ts";
import type { Word } from "#documents/document.ts";
import { type LabelText, textOfCells, wordsAs } from "#structure/labels/label-texts.ts";
import { type LabelledValue, labelledValues } from "#structure/labels/labelled-values.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import type { Span } from "./span.ts";

export type Labelled = {
  /** The labels with their values by layout alone. */
  all: readonly LabelledValue[];
  /**
   * The label of the span; null where it has none by layout alone. `begins`: the span begins as the label's value does. `share`: of the
   * words of that value, 0..2; `ofLine`: of those of its first line.
   */
  labelOf(span: Span): { text: LabelText; begins: boolean; share: number; ofLine: number } | null;
  /** Whether the cell is the value of a label. */
  isLabelled(cell: Cell): boolean;
  /** Whether the cell is a line but the first of a label. */
  goesOnLabel(cell: Cell): boolean;
  /** Whether the cell is a label of another value than the span. */
  labelsOther(cell: Cell, span: Span): boolean;
  /** Whether the span stands in a label that has a value by layout alone. */
  isLabel(span: Span): boolean;
  /** Whether the span is some groups of a number that is a label's value: "53" of "53 170458 L 019". */
  isPartOfNumber(span: Span): boolean;
};

const NO_LINES: ReadonlySet<number> = new Set();

export function labelledOn(sheet: Sheet): Labelled {
  const all = labelledValues(sheet, NO_LINES);
  const byValue = Map.groupBy(all, ({ value }) => value?.cell);
  const byLabel = Map.groupBy(
    all.flatMap(({ label, upper, value }) => [
      { ...label, value },
      ...upper.map((cell) => ({ cell, from: 0, to: cell.words.length, value })),
    ]),
    ({ cell }) => cell,
  );
  const further = new Set(all.flatMap(({ label, upper }) => (upper.length > 0 ? [label.cell, ...upper.slice(1)] : [])));
  const textOf = memo(
    ({ label: { cell, from, to }, upper }: LabelledValue) => (upper.length > 0 ? textOfCells([...upper, cell]) : wordsAs(cell, from, to)),
    new WeakMap(),
  );
  return {
    all,
    labelOf(span) {
      const found = byValue.get(span.cell)?.find(({ value }) => holds(value, span));
      if (!found?.value) return null;
      const own = span.raw.split(" ").length;
      const first = found.value.to - found.value.from;
      const whole = found.more.reduce((sum, { words }) => sum + words.length, first);
      return {
        text: textOf(found),
        begins: found.value.from === span.from,
        share: Math.min(2, own / whole),
        ofLine: Math.min(2, own / first),
      };
    },
    isLabelled: (cell) => byValue.has(cell),
    goesOnLabel: (cell) => further.has(cell),
    labelsOther(cell, span) {
      const values = byLabel.get(cell) ?? [];
      return values.length > 0 && !values.some(({ value }) => holds(value, span));
    },
    isPartOfNumber(span) {
      const found = byValue.get(span.cell)?.find(({ value }) => holds(value, span));
      if (!found?.value || found.more.length > 0) return false;
      const words = span.cell.words.slice(found.value.from, found.value.to);
      return span.to - span.from < words.length && isNumberInGroups(words);
    },
    isLabel: (span) => (byLabel.get(span.cell) ?? []).some(({ from, to, value }) => value !== null && from <= span.from && span.to <= to),
  };
}

const holds = (value: LabelledValue["value"], { cell, from, to }: Span): boolean =>
  value !== null && value.cell === cell && value.from <= from && to <= value.to;

const GROUPS_MAX = 6;
const PREFIX = /^\p{Lu}{1,5}$/u;
const GROUP = /^(?:(?=.*\d)[\p{Lu}\d][\p{Lu}\d./-]*|\p{Lu}|-)$/u;

/** Groups of figures and capitals, such as "SHP 449 20 7713 02" and "BP 2026/00618"; words of letters alone stand at the beginning. */
function isNumberInGroups([first, ...others]: readonly Word[]): boolean {
  if (!first || others.length === 0 || others.length >= GROUPS_MAX) return false;
  const isBegun = PREFIX.test(first.text) || GROUP.test(first.text);
  return isBegun && others.some(({ text }) => /\d/.test(text)) && others.every(({ text }) => GROUP.test(text));
}
