/** Spans of the same words, found in several ways: one of each is kept. */
import type { Kind } from "#engines/concepts/concept.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Asker } from "./asker.ts";
import { COUNTED } from "./counted.ts";
import type { Span } from "./span.ts";

/** Takes spans; says whether each is the first one of its words, or of its figures, at its place. */
export function firstOfEach({ leaf: { kind } }: Asker): (found: { span: Span }) => boolean {
  const known = new Map<Cell, Set<string>>();
  return ({ span }) => {
    const key = keyOf(span, kind);
    const keys = known.get(span.cell) ?? new Set();
    if (keys.has(key)) return false;
    known.set(span.cell, keys.add(key));
    return true;
  };
}

const keyOf = ({ from, to, raw }: Span, kind: Kind): string =>
  COUNTED.has(kind) ? `${from}:${to}:${raw.replace(/\D/g, "")}` : `${from}:${raw}`;

/** One of the spans of the same words at the same place, of those of a number the one with its currency: "$1,222.00", not "1,222.00". */
export function distinct<T extends { span: Span }>(found: readonly T[], { leaf: { kind } }: Asker): T[] {
  const known = new Map<Cell, Map<string, T>>();
  for (const each of found) {
    const { span } = each;
    const here = known.get(span.cell) ?? new Map<string, T>();
    known.set(span.cell, here);
    const key = keyOf(span, kind);
    const other = here.get(key);
    if (other === undefined || (hasCurrency(span) && !hasCurrency(other.span))) here.set(key, each);
  }
  const first = new Set([...known.values()].flatMap((here) => [...here.values()]));
  return found.filter((each) => first.has(each));
}

/** A number without its currency, where one of the spans has it. */
export const isBare = (span: Span, spans: readonly Span[], { leaf: { kind } }: Asker): boolean =>
  COUNTED.has(kind) && !hasCurrency(span) && spans.some((other) => hasCurrency(other) && keyOf(other, kind) === keyOf(span, kind));

const hasCurrency = ({ raw }: Span): boolean => /\p{Sc}|\p{L}/u.test(raw);
