/** Spans of the same words, found in several ways: one of each is kept. */
import type { Cell } from "#structure/sheet.ts";
import type { Asker } from "./asker.ts";
import { COUNTED } from "./counted.ts";
import type { Span } from "./span.ts";

/** Takes spans; says whether each is the first one of its words at its place. */
export function firstOfEach(): (found: { span: Span }) => boolean {
  const known = new Map<Cell, Set<string>>();
  return ({ span }) => {
    const key = keyOf(span);
    const keys = known.get(span.cell) ?? new Set();
    if (keys.has(key)) return false;
    known.set(span.cell, keys.add(key));
    return true;
  };
}

const keyOf = ({ from, raw }: Span): string => `${from}:${raw}`;

/** Whether one of the spans has the same words at the same place. */
export const isOneOf = (span: Span, spans: readonly Span[]): boolean =>
  spans.some((other) => other.cell === span.cell && keyOf(other) === keyOf(span));

/** One of the spans of the same words at the same place, of those of a number the one with its currency: "$1,222.00", not "1,222.00". */
export function distinct<T extends { span: Span }>(found: readonly T[], { leaf: { kind } }: Asker): T[] {
  const isNumber = COUNTED.has(kind);
  const known = new Map<Cell, T[]>();
  for (const each of found) {
    const here = known.get(each.span.cell) ?? [];
    known.set(each.span.cell, here);
    const at = here.findIndex(({ span }) => (isNumber ? isSameNumber(span, each.span) : keyOf(span) === keyOf(each.span)));
    const other = here[at];
    if (other === undefined) here.push(each);
    else if (isNumber && hasCurrency(each.span) && !hasCurrency(other.span)) here[at] = each;
  }
  const first = new Set([...known.values()].flat());
  return found.filter((each) => first.has(each));
}

/** A number without its currency, where one of the spans has it. */
export const isBare = (span: Span, spans: readonly Span[], { leaf: { kind } }: Asker): boolean =>
  COUNTED.has(kind) && !hasCurrency(span) && spans.some((other) => hasCurrency(other) && isSameNumber(other, span));

/** Whether two spans of a cell are one printed number: "1.860,00" and "1.860,00 €". */
const isSameNumber = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to && a.raw.replace(/\D/g, "") === b.raw.replace(/\D/g, "");

const hasCurrency = ({ raw }: Span): boolean => /\p{Sc}|\p{L}/u.test(raw);
