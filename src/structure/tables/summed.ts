/** Groups of a table's rows that end with their sum: "Assets" above the rows, "Total assets" below them. */
import { once } from "#contract/memo.ts";
import { fold, tokensOf } from "#language/fold.ts";
import { meaningsOf, unitsOf } from "#language/thesaurus.ts";
import type { Piece } from "#structure/pieces.ts";

const SUMS = ["total", "subtotal", "sum"];
const isSum = (unit: string | undefined): boolean => meaningsOf(unit ?? "").some((id) => SUMS.includes(id));
const WORDS_MAX = 8;

/** Whether a text is what a line of the table is the sum of, and so heads the rows between. */
export function groupsIn(lines: readonly (readonly Piece[])[]): (text: string) => boolean {
  const summed = once(() => new Set(lines.flatMap((line) => (line.length > 1 ? line.flatMap(({ text }) => summedBy(text)) : []))));
  return (text) => summed().size > 0 && summed().has(fold(text));
}

/** "Total assets" and "Assets, total" are the sum of the assets. */
function summedBy(text: string): string[] {
  const tokens = tokensOf(text);
  if (tokens.length < 2 || tokens.length > WORDS_MAX) return [];
  const units = unitsOf(tokens);
  const [first, last] = [units[0], units.at(-1)];
  const parts = [isSum(first) ? tokens.slice(lengthOf(first)) : [], isSum(last) ? tokens.slice(0, -lengthOf(last)) : []];
  return parts.flatMap((part) => (part.length > 0 ? [part.join(" ")] : []));
}

/** Words of a unit: "@total grand total" are two. */
const lengthOf = (unit = ""): number => Math.max(1, unit.split(" ").length - 1);
