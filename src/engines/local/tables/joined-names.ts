/** Joins columns of given names and family names that stand beside each other, where a row's fields ask for whole names. */
import { boxAround } from "#documents/layout/assemble.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { meaningsOf, unitsOf } from "#language/thesaurus.ts";
import { type Cell, textOf } from "#structure/sheet.ts";
import type { Asked } from "./fit.ts";
import type { GridColumn } from "./grid.ts";

const PARTS = ["first_name", "last_name"];

/** In the order of the print. */
export function withWholeNames(asked: readonly Asked[], columns: GridColumn[]): GridColumn[] {
  if (asked.some(({ field }) => partIn(nameTokens(field.name)) !== null)) return columns;
  const parts = columns.map(({ head }) => partIn(tokensOf(head)));
  if (!PARTS.every((part) => parts.includes(part))) return columns;
  return columns.flatMap((column, j) => {
    const [before, next] = [parts[j - 1] ?? null, columns[j + 1]];
    if (isOther(before, parts[j] ?? null)) return [];
    return next && isOther(parts[j] ?? null, parts[j + 1] ?? null) ? [joined(column, next)] : [column];
  });
}

/** The part of a person's name that the words are for; null for none, and for both. */
function partIn(tokens: readonly string[]): string | null {
  const found = new Set(unitsOf(tokens).flatMap((unit) => meaningsOf(unit).filter((id) => PARTS.includes(id))));
  const [only, ...others] = found;
  return only !== undefined && others.length === 0 ? only : null;
}

const isOther = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b;

function joined(a: GridColumn, b: GridColumn): GridColumn {
  return { ...a, head: `${a.head} ${b.head}`, cells: a.cells.map((cell, i) => bothOf(cell, b.cells[i] ?? null)) };
}

function bothOf(a: Cell | null, b: Cell | null): Cell | null {
  if (a === null || b === null) return a ?? b;
  const words = [...a.words, ...b.words];
  return { ...a, words, text: textOf(words), box: boxAround(words) };
}
