/**
 * Fields that a form numbers by lines, such as "line 9": the number is printed before the words of the line, and again before its value.
 */
import type { Kind } from "#engines/concepts/concept.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Claims } from "#engines/local/page/claims.ts";
import { type Value, valuesIn } from "#engines/local/page/values-in.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

const CELLS_RIGHT_MAX = 2;
/** Behind a number of the line no other text has their form: words may be the line's own. */
const COUNTED: ReadonlySet<Kind> = new Set(["amount", "number", "percent"]);

/** Fields of an attached form name it; lines of the others are those of the document's own form, which comes first. */
const ATTACHED = new Set(["schedule", "attachment", "annex", "anlage", "annexe"]);

/** Values directly right of their number, on the first page that prints the number by itself: attached forms number their lines again. */
export function numberedLines(leaf: Leaf, claims: Claims): Candidate[] {
  const { number } = leaf;
  if (number?.of !== "line") return [];
  const places = claims.labels.flatMap(({ sheet }) =>
    sheet.cells.filter((cell) => isNumber(cell, number.text)).map((cell) => ({ sheet, cell })),
  );
  const isAttached = leaf.words.some((word) => ATTACHED.has(word));
  const found = places.flatMap(({ sheet, cell }) => {
    if (!isAttached && cell.page !== places[0]?.cell.page) return [];
    const value = valueAfter(cell, sheet, leaf.kind);
    return value ? [candidateOf(leaf, value, null, { numberedLine: 1, fit: value.fit })] : [];
  });
  return found.map((each) => ({ ...each, isPlain: found.length === 1 && COUNTED.has(leaf.kind) }));
}

const isNumber = ({ words, text }: Cell, number: string): boolean =>
  words.length === 1 && text.toLowerCase().replace(/[.:]$/, "") === number;

/** The whole cell right of the number. */
function valueAfter({ line, column }: Cell, sheet: Sheet, kind: Kind): Value | null {
  const next = sheet.lines[line]?.slice(column + 1, column + 1 + CELLS_RIGHT_MAX).find((other) => !/^[$€£]?$/.test(other.text.trim()));
  const [value] = next ? valuesIn(next, kind) : [];
  return value && next && value.from === 0 && value.to === next.words.length ? value : null;
}
